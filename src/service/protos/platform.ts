import { capabilities, capabilityEnumName, capabilityNumber } from "../../model";
import { field, message, type ProtoFile, repeated, TIMESTAMP } from "./file";

/**
 * The files not generated from resource types: definitions shared by the platform's packages, and the token service.
 */

export const CAPABILITY = "capabilities.Capability";
export const UIDP_FILTER = "platform.common.UIDPFilter";
export const TOKEN_SERVICE = "platform.oidc.SecurityTokenService";

const capabilitiesFile: ProtoFile = {
  path: "capabilities/capabilities.proto",
  package: "capabilities",
  enums: [
    {
      name: "Capability",
      comment: "A permission of a role.",
      numbers: {
        UNKNOWN: 0,
        ...Object.fromEntries(capabilities.map((each) => [capabilityEnumName(each), capabilityNumber(each)])),
      },
    },
  ],
};

const common: ProtoFile = {
  path: "platform/common/uidp.proto",
  package: "platform.common",
  messages: [
    message(
      "UIDPFilter",
      [
        field("ancestors_of", 1, "string", { comment: "Return only ancestors of this uid." }),
        field("descendants_of", 2, "string", {
          comment: "Return only resources anywhere below the group with this uid.",
        }),
        field("children_of", 3, "string", { comment: "Return only resources directly below the group with this uid." }),
        field("in_root", 4, "bool", { comment: "Return only resources without a parent." }),
        repeated("ids", 5, "string", { comment: "Return only resources with these uids." }),
      ],
      { comment: "The part of the hierarchy that a list covers." },
    ),
  ],
};

const oidc: ProtoFile = {
  path: "platform/oidc/oidc.proto",
  package: "platform.oidc",
  services: [
    {
      name: "SecurityTokenService",
      methods: [
        {
          name: "Exchange",
          comment: "Exchanges the OIDC token in the authorization metadata for an access token.",
          input: "platform.oidc.ExchangeRequest",
          output: "platform.oidc.RawToken",
        },
        {
          name: "ExchangeRefreshToken",
          comment:
            "Exchanges the single-use refresh token in the authorization metadata for a new access token and refresh token.",
          input: "platform.oidc.ExchangeRefreshTokenRequest",
          output: "platform.oidc.TokenPair",
        },
      ],
    },
  ],
  messages: [
    message("ExchangeRequest", [
      repeated("aud", 1, "string", { comment: "The audiences of the new token." }),
      field("scope", 2, "string"),
      field("identity", 4, "string", { comment: "The uid of the identity to assume." }),
      repeated("cap", 5, "string", { comment: "The capabilities that the new token is restricted to." }),
      field("identity_provider", 7, "string", {
        comment: "The uid of the identity provider that issued the user's token.",
      }),
      repeated("scopes", 8, "string"),
      field("organization", 1000, "string", {
        comment: "The name or uid of the identity's organization.",
      }),
    ]),
    message("ExchangeRefreshTokenRequest", [
      repeated("aud", 1, "string", { comment: "The audiences of the new token." }),
      field("scope", 2, "string"),
      repeated("cap", 3, "string", { comment: "The capabilities that the new token is restricted to." }),
      repeated("scopes", 4, "string"),
    ]),
    message("RawToken", [
      field("token", 1, "string"),
      field("refresh_token", 2, "string"),
      field("expiry", 3, TIMESTAMP),
    ]),
    message("TokenPair", [
      field("token", 1, "platform.oidc.RawToken"),
      field("refresh_token", 2, "platform.oidc.RawToken"),
    ]),
  ],
};

export const platformFiles: readonly ProtoFile[] = [capabilitiesFile, common, oidc];
