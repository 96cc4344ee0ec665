import { clientRegistry, type Field, type ResourceDefinition, registry } from "../../model";
import { boolean, object } from "../../model/kinds";

/** What v1 lets its clients do with a type that v2 does not. */

const { fields: ofRepo } = clientRegistry.repos;
const { members, number, typeName, aliases, description } = ofRepo.sync_config;

/** What is copied, for how long and under which names, is for clients of v1 to say; v2 shows what they said. */
const syncConfig = object(
  { ...members, syncApks: boolean({ number: 7, description: "Whether the packages of images are copied too." }) },
  { number, typeName: typeName!, aliases: aliases!, description },
);

const oidc: Field = registry.identityProviders.fields.oidc;
const beyondV1 = ["requiredClaims", "requiredClaimPatterns", "roleMappings"];

/** Clients that know v1 alone replace how people log in without knowing of all that restricts it: that stays. */
export const identityProvider: ResourceDefinition = {
  ...registry.identityProviders,
  fields: {
    ...registry.identityProviders.fields,
    oidc: {
      ...oidc,
      members: Object.fromEntries(
        Object.entries(oidc.members!).map(([name, member]) => [
          name,
          beyondV1.includes(name) ? { ...member, keepWhenEmpty: true } : member,
        ]),
      ),
    },
  },
};

/** A replacement may name another identity; in v2 that is another binding. */
export const roleBinding: ResourceDefinition = {
  ...registry.roleBindings,
  fields: {
    ...registry.roleBindings.fields,
    identityUid: { ...registry.roleBindings.fields.identityUid, immutable: false },
  },
};

/** What clients have, and one thing that v1 alone knows. */
export const repo: ResourceDefinition = {
  ...clientRegistry.repos,
  fields: { ...ofRepo, sync_config: syncConfig },
};

/** Clients that know v1 alone make tags before there is an image, and replace them without naming one. */
export const tag: ResourceDefinition = {
  ...registry.tags,
  operations: [...registry.tags.operations, "update"],
  fields: { ...registry.tags.fields, digest: { ...registry.tags.fields.digest, required: false } },
};
