import { uidFormat } from "../formats";
import { boolean, reference, timestamp } from "../kinds";
import { defineResource } from "../resource";
import { createTime, outputUid, uid } from "./common";

/** A login session: listed and revoked through the API but created only by logging in, so the registry excludes it. */
export const session = defineResource({
  name: "Session",
  plural: "sessions",
  domain: "iam",
  description:
    "A user's login session. Listing your own sessions requires no capability, unless the token is restricted; other users' sessions require identity.update on the identity.",
  parent: { type: "Identity", attribute: "identityUid" },
  operations: ["list", "delete"],
  capabilities: { list: [], delete: [] },
  filters: {
    identity: {
      kind: "string",
      number: 2,
      refersTo: "Identity",
      description: "The identity whose sessions to list. Defaults to the caller's.",
    },
  },
  listParameters: ["pageSize", "pageToken"],
  pageSizeNumber: 3,
  fields: {
    uid: uid("The session's unique identifier: its identity's uid followed by one more segment."),
    identityUid: reference("Identity", {
      number: 2,
      output: true,
      ...uidFormat,
      description: "The uid of the user's identity.",
    }),
    identityProviderUid: outputUid(
      "IdentityProvider",
      3,
      "The uid of the identity provider that the user logged in with.",
    ),
    createTime: createTime(4),
    lastUsedTime: timestamp({
      number: 5,
      output: true,
      description: "The time at which the session last obtained a token: at login or at the last refresh.",
    }),
    expirationTime: timestamp({
      number: 6,
      output: true,
      description: "The time at which the session expires unless it is used before then.",
    }),
    current: boolean({ number: 7, output: true, description: "Whether the caller's token belongs to the session." }),
  },
});
