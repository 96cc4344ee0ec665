import { int64, list, map, timestamp } from "../kinds";
import { defineResource } from "../resource";
import { outputText, text, uid } from "./common";

/**
 * A performed or rejected operation. Events can only be listed, so Terraform and Pulumi cannot manage them and the
 * registry excludes them.
 */
export const auditEvent = defineResource({
  name: "AuditEvent",
  plural: "auditEvents",
  domain: "iam",
  description: "A performed or rejected operation: the caller, the resource, the token and the client's address.",
  parent: { type: "Group", attribute: "groupUid" },
  operations: ["list"],
  capabilities: { list: ["audit_events.list"] },
  filters: {
    startTime: { kind: "timestamp", number: 2, description: "Return only events at or after this time." },
    endTime: { kind: "timestamp", number: 3, description: "Return only events before this time." },
    actor: { kind: "string", number: 4, description: "Return only events whose caller is the identity with this uid." },
    resource: {
      kind: "string",
      number: 5,
      description: "Return only events of the resource with this uid and of resources below it.",
    },
    action: { kind: "string", number: 6, description: "Return only events with this action, such as token.exchange." },
  },
  // Events are not part of the hierarchy, so there is no `inRoot` scope.
  listParameters: [
    "uidp.descendantsOf",
    "uidp.childrenOf",
    "uidp.ancestorsOf",
    "uidp.ids",
    "pageSize",
    "pageToken",
    "orderBy",
    "skip",
  ],
  pageSizeNumber: 7,
  defaultOrder: "createTime desc",
  fields: {
    uid: uid("The event's unique identifier, which is not a path."),
    createTime: timestamp({ number: 2, output: true, description: "The time of the event." }),
    sequence: int64({ number: 3, output: true, description: "The event's position in the hash chain." }),
    hash: outputText(4, "The hexadecimal SHA-256 hash of the previous event's hash and this event."),
    action: outputText(5, "The action: create, update, delete, or another such as token.exchange."),
    outcome: outputText(6, "OK, or the code of the error that rejected the operation."),
    reason: outputText(7, "The reason for the rejection."),
    actor: outputText(
      8,
      'The uid of the caller. "operator" for commands run directly on the data store, "service" for background jobs; empty if the caller is unknown.',
    ),
    resourceType: outputText(9, "The resource's type."),
    resource: outputText(10, "The resource's uid; for a rejected create request, its parent's."),
    fields: list(text(1, "A field."), { number: 11, output: true, description: "The fields that were set." }),
    values: map(text(1, "A value."), {
      number: 12,
      output: true,
      description: "Details, such as the values that were set: strings verbatim, all others as JSON.",
    }),
    issuer: outputText(13, "The issuer claim of the presented token, not verified."),
    subject: outputText(14, "The subject claim of the presented token, not verified."),
    tokenId: outputText(15, "The ID (jti) of the access token that was issued or used."),
    capabilities: list(text(1, "A capability."), {
      number: 16,
      output: true,
      description: "The capabilities that the token is restricted to.",
    }),
    groups: list(text(1, "A uid."), {
      number: 17,
      output: true,
      description: "The groups that the token is restricted to.",
    }),
    address: outputText(18, "The client's address."),
    requestId: outputText(19, "The request's ID."),
    count: int64({
      number: 20,
      output: true,
      description:
        "The number of operations that the event represents: more than 1 if identical failures were combined; for a forced group deletion, the number of deleted resources of that type.",
    }),
  },
});
