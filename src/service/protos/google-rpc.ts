import { ANY, DURATION, field, message, type ProtoFile, repeated } from "./file";

/** The package google.rpc: the status of a failed call, and the error details that the service uses. */

export const STATUS = "google.rpc.Status";

const status: ProtoFile = {
  path: "google/rpc/status.proto",
  package: "google.rpc",
  messages: [
    message("Status", [field("code", 1, "int32"), field("message", 2, "string"), repeated("details", 3, ANY)]),
  ],
};

const details: ProtoFile = {
  path: "google/rpc/error_details.proto",
  package: "google.rpc",
  messages: [
    message("ErrorInfo", [
      field("reason", 1, "string"),
      field("domain", 2, "string"),
      field("metadata", 3, "string", { keys: "string" }),
    ]),
    message("RetryInfo", [field("retry_delay", 1, DURATION)]),
    message("BadRequest", [repeated("field_violations", 1, "google.rpc.BadRequest.FieldViolation")], {
      messages: [message("FieldViolation", [field("field", 1, "string"), field("description", 2, "string")])],
    }),
    message("PreconditionFailure", [repeated("violations", 1, "google.rpc.PreconditionFailure.Violation")], {
      messages: [
        message("Violation", [
          field("type", 1, "string"),
          field("subject", 2, "string"),
          field("description", 3, "string"),
        ]),
      ],
    }),
    message("RequestInfo", [field("request_id", 1, "string"), field("serving_data", 2, "string")]),
    message("ResourceInfo", [
      field("resource_type", 1, "string"),
      field("resource_name", 2, "string"),
      field("owner", 3, "string"),
      field("description", 4, "string"),
    ]),
  ],
};

export const googleRpcFiles: readonly ProtoFile[] = [status, details];
