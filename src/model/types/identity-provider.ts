import { capabilitiesFor } from "../capabilities";
import { uidFormat } from "../formats";
import { boolean, enumeration, list, map, object, reference, set, string } from "../kinds";
import { defineResource } from "../resource";
import { atLeastOneOf, requires } from "../rules";
import { createTime, description, httpUrl, name, nameFilter, text, uid, updateTime } from "./common";

const roleMapping = object(
  {
    claimValue: string({ number: 1000, required: true, description: "The group's value in the groups claim." }),
    roleUid: reference("Role", {
      number: 1001,
      required: true,
      ...uidFormat,
      description: "The uid of the role that is granted to the group's members.",
    }),
    groupUid: reference("Group", {
      number: 1002,
      ...uidFormat,
      description: "The uid of the platform group in which the role is granted. Defaults to the organization.",
    }),
  },
  {
    number: 1002,
    typeName: "IdentityProvider.OIDC.RoleMapping",
    description: "A role for the members of one group of the identity provider.",
  },
);

const oidc = object(
  {
    issuer: string({
      number: 1,
      required: true,
      ...httpUrl,
      configurationRule: "issuerUrl",
      description: "The issuer URL of the OpenID Connect provider.",
    }),
    clientId: string({
      number: 2,
      required: true,
      description: "The OAuth client ID registered with the provider for the platform.",
    }),
    clientSecret: string({
      number: 3,
      writeOnly: true,
      sensitive: true,
      keepWhenEmpty: true,
      boundTo: "issuer",
      description:
        "The client's secret; never returned. An empty value keeps the stored one, unless an update names the field or changes the issuer.",
    }),
    additionalScopes: set(text(4, "A scope."), { number: 4, description: "Scopes to request in addition to openid." }),
    groupsClaim: text(5, "The claim that lists a user's groups, for roleMappings; requires roleMappings."),
    correlationRule: enumeration({
      number: 6,
      immutable: true,
      typeName: "IdentityProvider.OIDC.CorrelationRule",
      unsetMeans: "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID",
      description:
        "The claim that identifies a user: sub (the default), or oid, the object ID of Microsoft Entra. A login without the claim is rejected.",
      numbers: {
        CORRELATION_RULE_UNSPECIFIED: 0,
        CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID: 1,
        CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID: 2,
      },
    }),
    pkceEnabled: boolean({
      number: 7,
      description: "Whether logins use PKCE; required for clients without a secret.",
    }),
    requiredClaims: map(string({ number: 2, description: "The value that the claim must have." }), {
      number: 1000,
      description:
        "Claims that an identity token must have to log in, and their values; if a claim is an array, one element must match. An email address that is not verified counts as missing.",
    }),
    requiredClaimPatterns: map(
      string({ number: 2, regex: true, description: "Regular expression (RE2) that the whole claim must match." }),
      {
        number: 1001,
        description: "Claims that an identity token must have to log in, and regular expressions that they must match.",
      },
    ),
    roleMappings: list(roleMapping, {
      number: 1002,
      description:
        "Roles that each login grants to members of the identity provider's groups and revokes from former members; requires groupsClaim.",
    }),
  },
  {
    number: 20,
    typeName: "IdentityProvider.OIDC",
    oneof: "configuration",
    required: true,
    rules: [
      atLeastOneOf("clientSecret", "pkceEnabled"),
      requires("groupsClaim", "roleMappings"),
      requires("roleMappings", "groupsClaim"),
    ],
    description: "The OpenID Connect provider that users log in with.",
  },
);

export const identityProvider = defineResource({
  name: "IdentityProvider",
  plural: "identityProviders",
  domain: "iam",
  description: "The identity provider that users of an organization log in with.",
  parent: { type: "Group", attribute: "groupUid", rootOnly: true },
  operations: ["list", "get", "create", "update", "delete"],
  capabilities: capabilitiesFor("identity_providers", {
    create: ["role_bindings.create", "identity.update"],
    update: ["role_bindings.create"],
  }),
  filters: { name: nameFilter(2) },
  pageSizeNumber: 10,
  fields: {
    uid: uid("The identity provider's unique identifier: its organization's uid followed by one more segment."),
    name: name(2, "The identity provider's name. Identity providers of one organization may share a name."),
    description: description(3),
    createTime: createTime(4),
    updateTime: updateTime(5),
    defaultRole: reference("Role", {
      number: 6,
      required: true,
      ...uidFormat,
      description: "The uid of the role that is granted to users at their first login.",
    }),
    oidc,
  },
});
