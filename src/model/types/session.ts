import { boolean, reference, timestamp } from "../kinds";
import { defineResource } from "../resource";
import { createTime, outputUid, uid, uidPattern } from "./common";

/** A login session: listed and revoked through the API but created only by logging in, so the registry excludes it. */
export const session = defineResource({
  name: "Session",
  plural: "sessions",
  domain: "iam",
  description:
    "A login of a person. One's own sessions need no capability, unless the token is narrowed; those of others need identity.update on the identity.",
  parent: { type: "Identity", attribute: "identityUid" },
  operations: ["list", "delete"],
  capabilities: { list: [], delete: [] },
  filters: {
    identity: {
      kind: "string",
      number: 2,
      refersTo: "Identity",
      description: "The identity whose sessions to list; the caller's, unless given.",
    },
  },
  listParameters: ["pageSize", "pageToken"],
  pageSizeNumber: 3,
  fields: {
    uid: uid("The session's unique identifier: its identity's, and one segment of its own."),
    identityUid: reference("Identity", {
      number: 2,
      output: true,
      pattern: uidPattern,
      description: "The uid of the person's identity.",
    }),
    identityProviderUid: outputUid(
      "IdentityProvider",
      3,
      "The uid of the identity provider that the person logged in with.",
    ),
    createTime: createTime(4),
    lastUsedTime: timestamp({
      number: 5,
      output: true,
      description: "When it last brought a token: the login, or the last refresh.",
    }),
    expirationTime: timestamp({ number: 6, output: true, description: "When it ends, unless it is used before." }),
    current: boolean({ number: 7, output: true, description: "Whether the caller's token belongs to it." }),
  },
});
