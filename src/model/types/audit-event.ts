import { int64, list, map, timestamp } from "../kinds";
import { defineResource } from "../resource";
import { outputText, text, uid } from "./common";

/**
 * A performed or rejected operation. Events can only be listed, so engines cannot manage them and the registry excludes
 * them.
 */
export const auditEvent = defineResource({
  name: "AuditEvent",
  plural: "auditEvents",
  domain: "iam",
  description: "Something that was done or refused: by whom, to which resource, with which token and from where.",
  parent: { type: "Group", attribute: "groupUid" },
  operations: ["list"],
  capabilities: { list: ["audit_events.list"] },
  filters: {
    startTime: { kind: "timestamp", number: 2, description: "Only events of this time and later." },
    endTime: { kind: "timestamp", number: 3, description: "Only events from before this time." },
    actor: { kind: "string", number: 4, description: "Only events of the identity with this uid." },
    resource: {
      kind: "string",
      number: 5,
      description: "Only events of the resource with this uid, and of what is below it.",
    },
    action: { kind: "string", number: 6, description: "Only events of this action, such as token.exchange." },
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
    uid: uid("The event's unique identifier, which is no path."),
    createTime: timestamp({ number: 2, output: true, description: "When it happened." }),
    sequence: int64({ number: 3, output: true, description: "The event's place in the hash chain." }),
    hash: outputText(4, "SHA-256, in hexadecimal, of the hash before it and the event."),
    action: outputText(5, "What was done: create, update, delete, or such as token.exchange."),
    outcome: outputText(6, "OK, or the code of the error with which it was refused."),
    reason: outputText(7, "Why it was refused."),
    actor: outputText(
      8,
      "The uid of the identity that acted; operator, service, or empty where a refused caller is unknown.",
    ),
    resourceType: outputText(9, "The type of the resource."),
    resource: outputText(10, "The uid of the resource; of the parent where a create was refused."),
    fields: list(text(1, "A field."), { number: 11, output: true, description: "The fields that were written." }),
    values: map(text(1, "A value."), {
      number: 12,
      output: true,
      description: "Details, such as the values that were written: texts as they are, all else as JSON.",
    }),
    issuer: outputText(13, "The issuer of the token that was presented, as the token claims."),
    subject: outputText(14, "The subject of that token, as the token claims."),
    tokenId: outputText(15, "The id (jti) of the access token that was issued or used."),
    capabilities: list(text(1, "A capability."), {
      number: 16,
      output: true,
      description: "The capabilities that the token is narrowed to.",
    }),
    groups: list(text(1, "A uid."), { number: 17, output: true, description: "The groups that it is narrowed to." }),
    address: outputText(18, "The client's address."),
    requestId: outputText(19, "The id of the request."),
    count: int64({
      number: 20,
      output: true,
      description:
        "How many operations the event stands for: 1, or more where identical failures were combined; of a type that was deleted below a group, how many resources.",
    }),
  },
});
