import { capabilitiesFor } from "../capabilities";
import { boolean, enumeration, list, map, object, reference, set, string } from "../kinds";
import { defineResource } from "../resource";
import { atLeastOneOf, requires } from "../rules";
import { createTime, description, name, nameFilter, text, uid, uidPattern, updateTime } from "./common";

const roleMapping = object(
  {
    claimValue: string({ number: 1000, required: true, description: "A group, as the groups claim lists it." }),
    roleUid: reference("Role", {
      number: 1001,
      required: true,
      pattern: uidPattern,
      description: "The uid of the role that its members are granted.",
    }),
    groupUid: reference("Group", {
      number: 1002,
      pattern: uidPattern,
      description: "The uid of the group in which they are granted it; the organization unless set.",
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
      pattern: /^https?:\/\/[^\s]+$/,
      description: "URL of the issuer that people log in with.",
    }),
    clientId: string({
      number: 2,
      required: true,
      description: "The client that is registered there for the platform.",
    }),
    clientSecret: string({
      number: 3,
      writeOnly: true,
      sensitive: true,
      keepWhenEmpty: true,
      boundTo: "issuer",
      description:
        "That client's secret; never returned. An empty one keeps what is stored, unless an update names it or changes the issuer.",
    }),
    additionalScopes: set(text(4, "A scope."), { number: 4, description: "Scopes that are asked for beside openid." }),
    groupsClaim: text(5, "The claim that lists a person's groups, for roleMappings; it needs some."),
    correlationRule: enumeration({
      number: 6,
      immutable: true,
      typeName: "IdentityProvider.OIDC.CorrelationRule",
      unsetMeans: "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID",
      description:
        "Which claim identifies a person: sub, the default, or oid, the object id of Microsoft Entra, without which a login is refused.",
      numbers: {
        CORRELATION_RULE_UNSPECIFIED: 0,
        CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID: 1,
        CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID: 2,
      },
    }),
    pkceEnabled: boolean({
      number: 7,
      description: "Whether logins prove themselves with PKCE; needed where there is no secret.",
    }),
    requiredClaims: map(string({ number: 2, description: "The value that the claim must have." }), {
      number: 1000,
      description:
        "Claims that an identity token must have to log in, and their values; of an array, one element must match. An email that is not verified counts as missing.",
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
        "Roles that members of the identity provider's groups are granted, and lose again, at each login; needs groupsClaim.",
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
    description: "How people log in: an OpenID Connect provider.",
  },
);

export const identityProvider = defineResource({
  name: "IdentityProvider",
  plural: "identityProviders",
  domain: "iam",
  description: "Where the people of an organization log in.",
  parent: { type: "Group", attribute: "groupUid", rootOnly: true },
  operations: ["list", "get", "create", "update", "delete"],
  capabilities: capabilitiesFor("identity_providers", {
    create: ["role_bindings.create", "identity.update"],
    update: ["role_bindings.create"],
  }),
  filters: { name: nameFilter(2) },
  pageSizeNumber: 10,
  fields: {
    uid: uid("The identity provider's unique identifier: its organization's, and one segment of its own."),
    name: name(2, "The identity provider's name. Those of one organization may share a name."),
    description: description(3),
    createTime: createTime(4),
    updateTime: updateTime(5),
    defaultRole: reference("Role", {
      number: 6,
      required: true,
      pattern: uidPattern,
      description: "The uid of the role that people are granted when they log in for the first time.",
    }),
    oidc,
  },
});
