import { field, message, type ProtoFile, repeated } from "./file";

/** gRPC's standard services: health, and reflection in the two versions that clients use. */

export const HEALTH = "grpc.health.v1.Health";
export const reflectionPackages = ["grpc.reflection.v1", "grpc.reflection.v1alpha"] as const;

const HEALTH_PACKAGE = "grpc.health.v1";

const health: ProtoFile = {
  path: "grpc/health/v1/health.proto",
  package: HEALTH_PACKAGE,
  services: [
    {
      name: "Health",
      methods: [
        {
          name: "Check",
          input: `${HEALTH_PACKAGE}.HealthCheckRequest`,
          output: `${HEALTH_PACKAGE}.HealthCheckResponse`,
        },
        {
          name: "Watch",
          input: `${HEALTH_PACKAGE}.HealthCheckRequest`,
          output: `${HEALTH_PACKAGE}.HealthCheckResponse`,
          stream: "output",
        },
      ],
    },
  ],
  messages: [
    message("HealthCheckRequest", [field("service", 1, "string")]),
    message("HealthCheckResponse", [field("status", 1, `${HEALTH_PACKAGE}.HealthCheckResponse.ServingStatus`)], {
      enums: [{ name: "ServingStatus", numbers: { UNKNOWN: 0, SERVING: 1, NOT_SERVING: 2, SERVICE_UNKNOWN: 3 } }],
    }),
  ],
};

const reflection = (packageName: string): ProtoFile => ({
  path: `${packageName.replaceAll(".", "/")}/reflection.proto`,
  package: packageName,
  services: [
    {
      name: "ServerReflection",
      methods: [
        {
          name: "ServerReflectionInfo",
          input: `${packageName}.ServerReflectionRequest`,
          output: `${packageName}.ServerReflectionResponse`,
          stream: "both",
        },
      ],
    },
  ],
  messages: [
    message("ServerReflectionRequest", [
      field("host", 1, "string"),
      field("file_by_filename", 3, "string", { oneof: "message_request" }),
      field("file_containing_symbol", 4, "string", { oneof: "message_request" }),
      field("file_containing_extension", 5, `${packageName}.ExtensionRequest`, { oneof: "message_request" }),
      field("all_extension_numbers_of_type", 6, "string", { oneof: "message_request" }),
      field("list_services", 7, "string", { oneof: "message_request" }),
    ]),
    message("ExtensionRequest", [field("containing_type", 1, "string"), field("extension_number", 2, "int32")]),
    message("ServerReflectionResponse", [
      field("valid_host", 1, "string"),
      field("original_request", 2, `${packageName}.ServerReflectionRequest`),
      field("file_descriptor_response", 4, `${packageName}.FileDescriptorResponse`, { oneof: "message_response" }),
      field("all_extension_numbers_response", 5, `${packageName}.ExtensionNumberResponse`, {
        oneof: "message_response",
      }),
      field("list_services_response", 6, `${packageName}.ListServiceResponse`, { oneof: "message_response" }),
      field("error_response", 7, `${packageName}.ErrorResponse`, { oneof: "message_response" }),
    ]),
    message("FileDescriptorResponse", [repeated("file_descriptor_proto", 1, "bytes")]),
    message("ExtensionNumberResponse", [
      field("base_type_name", 1, "string"),
      repeated("extension_number", 2, "int32"),
    ]),
    message("ListServiceResponse", [repeated("service", 1, `${packageName}.ServiceResponse`)]),
    message("ServiceResponse", [field("name", 1, "string")]),
    message("ErrorResponse", [field("error_code", 1, "int32"), field("error_message", 2, "string")]),
  ],
});

export const grpcFiles: readonly ProtoFile[] = [health, ...reflectionPackages.map(reflection)];
