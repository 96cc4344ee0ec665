import { capabilitiesFor } from "../capabilities";
import { boolean, enumeration, jwks, map, object, set, string, timestamp } from "../kinds";
import { defineResource } from "../resource";
import { atMostOneOf, exactlyOneOf } from "../rules";
import { awsAccountId, createTime, description, httpUrl, name, nameFilter, uid, updateTime } from "./common";

const claimMatch = object(
  {
    issuer: string({
      number: 1,
      oneof: "iss",
      ...httpUrl,
      configurationRule: "issuerUrl",
      description: "The issuer URL of the accepted tokens.",
    }),
    issuerPattern: string({
      number: 2,
      regex: "issuer",
      oneof: "iss",
      description:
        "Regular expression (RE2) that the whole issuer must match; it must begin with a literal https://host/, with each dot of the host escaped.",
    }),
    subject: string({ number: 3, oneof: "sub", description: "The subject claim to match." }),
    subjectPattern: string({
      number: 4,
      regex: true,
      oneof: "sub",
      description: "Regular expression (RE2) that the whole subject claim must match.",
    }),
    audience: string({
      number: 5,
      oneof: "aud",
      description: "The audience that a token must have. Defaults to the address of the token service.",
    }),
    audiencePattern: string({
      number: 6,
      regex: true,
      oneof: "aud",
      description: "Regular expression (RE2) that must match at least one audience in full.",
    }),
    claims: map(string({ number: 2, description: "The value that the claim must have." }), {
      number: 7,
      description: "Additional claims and their required values.",
    }),
    claimPatterns: map(
      string({ number: 2, regex: true, description: "Regular expression (RE2) that the whole claim must match." }),
      {
        number: 8,
        description: "Additional claims and the regular expressions that they must match.",
      },
    ),
  },
  {
    number: 20,
    typeName: "Identity.ClaimMatch",
    oneof: "relationship",
    rules: [
      exactlyOneOf("issuer", "issuerPattern"),
      exactlyOneOf("subject", "subjectPattern"),
      atMostOneOf("audience", "audiencePattern"),
    ],
    description: "Allows bearers of OIDC tokens with these claims to assume the identity.",
  },
);

const staticKeys = object(
  {
    issuer: string({
      number: 1,
      required: true,
      ...httpUrl,
      description: "The issuer claim of the accepted tokens.",
    }),
    subject: string({ number: 2, required: true, description: "The subject claim to match." }),
    issuerKeys: jwks({
      number: 3,
      required: true,
      description: "The public keys that verify the tokens, as a JSON Web Key Set.",
    }),
    expirationTime: timestamp({
      number: 4,
      maxDaysInFuture: 365,
      description: "The time at which the keys expire, at most 365 days in the future.",
    }),
    audiences: set(string({ number: 5, description: "An audience." }), {
      number: 5,
      description: "The accepted audiences.",
    }),
  },
  {
    number: 21,
    typeName: "Identity.StaticKeys",
    oneof: "relationship",
    description:
      "Allows bearers of tokens signed with one of these keys to assume the identity. The issuer does not have to be reachable.",
  },
);

const awsIdentity = object(
  {
    awsAccount: string({
      number: 1,
      required: true,
      ...awsAccountId,
      description: "The AWS account ID.",
    }),
    arn: string({ number: 2, oneof: "aws_arn", description: "The ARN to match." }),
    arnPattern: string({
      number: 3,
      regex: true,
      oneof: "aws_arn",
      description: "Regular expression (RE2) that the whole ARN must match.",
    }),
    userId: string({ number: 4, oneof: "aws_user_id", description: "The AWS user ID to match." }),
    userIdPattern: string({
      number: 5,
      regex: true,
      oneof: "aws_user_id",
      description: "Regular expression (RE2) that the whole AWS user ID must match.",
    }),
  },
  {
    number: 22,
    typeName: "Identity.AWSIdentity",
    oneof: "relationship",
    rules: [atMostOneOf("arn", "arnPattern"), atMostOneOf("userId", "userIdPattern")],
    description: "Allows a principal of an AWS account to assume the identity.",
  },
);

const servicePrincipal = enumeration({
  number: 23,
  typeName: "ServicePrincipal",
  oneof: "relationship",
  description: "The platform service that may assume the identity.",
  numbers: {
    SERVICE_PRINCIPAL_UNSPECIFIED: 0,
    SERVICE_PRINCIPAL_COSIGNED: 1,
    SERVICE_PRINCIPAL_INGESTER: 2,
    SERVICE_PRINCIPAL_CATALOG_SYNCER: 3,
    SERVICE_PRINCIPAL_APKO_BUILDER: 4,
    SERVICE_PRINCIPAL_ENTITLEMENT_SYNCER: 5,
    SERVICE_PRINCIPAL_TENANT_SCANNER: 6,
    SERVICE_PRINCIPAL_SEDIMENTOLOGY: 7,
    SERVICE_PRINCIPAL_SKILLUP: 8,
    SERVICE_PRINCIPAL_MATERIALIZER: 9,
    SERVICE_PRINCIPAL_MICROFLOW: 10,
    SERVICE_PRINCIPAL_GUARDENER: 11,
    SERVICE_PRINCIPAL_MICROVM: 12,
    SERVICE_PRINCIPAL_SKILLS: 13,
  },
});

/** Maps each relationship type to the field that holds its settings. */
export const relationshipTypes = {
  RELATIONSHIP_TYPE_CLAIM_MATCH: "claimMatch",
  RELATIONSHIP_TYPE_STATIC: "staticKeys",
  RELATIONSHIP_TYPE_AWS_IDENTITY: "awsIdentity",
  RELATIONSHIP_TYPE_SERVICE_PRINCIPAL: "servicePrincipal",
} as const;

export const identity = defineResource({
  name: "Identity",
  plural: "identities",
  domain: "iam",
  description: "A workload or user that authenticates with an OIDC token.",
  parent: { type: "Group", attribute: "groupUid" },
  operations: ["list", "get", "create", "update", "delete"],
  capabilities: capabilitiesFor("identity"),
  filters: {
    name: nameFilter(2),
    relationshipType: {
      kind: "enum",
      number: 3,
      typeName: "RelationshipType",
      values: Object.keys(relationshipTypes),
      description: "Return only identities of this kind.",
    },
  },
  lookup: {
    verb: "lookupIdentity",
    parameters: {
      issuer: "The exact issuer claim of the tokens that the identity trusts.",
      subject: "The exact subject claim of the tokens that the identity trusts.",
    },
  },
  pageSizeNumber: 4,
  rules: [exactlyOneOf(...Object.values(relationshipTypes))],
  fields: {
    uid: uid("The identity's unique identifier: its group's uid followed by one more segment."),
    name: name(2, "The identity's name. Identities of one group may share a name."),
    description: description(3),
    email: string({
      number: 4,
      output: true,
      description: "The email address of the identity's user, if any.",
    }),
    lastSeenTime: timestamp({
      number: 8,
      output: true,
      description: "The time at which the identity last obtained a token; initially the time at which it was created.",
    }),
    createTime: createTime(9),
    updateTime: updateTime(10),
    claimMatch,
    staticKeys,
    awsIdentity,
    servicePrincipal,
    disabled: boolean({
      number: 1000,
      description:
        "Whether the identity is disabled: it cannot obtain tokens, and its existing tokens are rejected. Its role bindings are kept.",
    }),
  },
});
