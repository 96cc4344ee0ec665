import { clientRegistry, type Field, type ResourceDefinition, registry } from "../../model";
import { boolean, object } from "../../model/kinds";

/** Definitions of types whose fields or operations differ between v1 and v2. */

const { fields: ofRepo } = clientRegistry.repos;
const { members, number, typeName, aliases, description } = ofRepo.sync_config;

/** Clients of v1 set the source, expiry and names of a copy; v2 only shows them. */
const syncConfig = object(
  { ...members, syncApks: boolean({ number: 7, description: "Whether the packages of images are copied too." }) },
  { number, typeName: typeName ?? "", aliases: aliases ?? [], description },
);

const oidc: Field = registry.identityProviders.fields.oidc;
const v2OnlyFields = ["requiredClaims", "requiredClaimPatterns", "roleMappings"];

/** Replacements by clients that know only v1 keep the login restrictions that v1 lacks. */
export const identityProvider: ResourceDefinition = {
  ...registry.identityProviders,
  fields: {
    ...registry.identityProviders.fields,
    oidc: {
      ...oidc,
      members: Object.fromEntries(
        Object.entries(oidc.members ?? {}).map(([name, member]) => [
          name,
          v2OnlyFields.includes(name) ? { ...member, keepWhenEmpty: true } : member,
        ]),
      ),
    },
  },
};

/** In v1 a replacement may change the identity, which v2 treats as another binding. */
export const roleBinding: ResourceDefinition = {
  ...registry.roleBindings,
  fields: {
    ...registry.roleBindings.fields,
    identityUid: { ...registry.roleBindings.fields.identityUid, immutable: false },
  },
};

/** The definition used by clients, with a field that only v1 has. */
export const repo: ResourceDefinition = {
  ...clientRegistry.repos,
  fields: { ...ofRepo, sync_config: syncConfig },
};

/** Clients of v1 create tags before an image exists, and replace them without naming an image. */
export const tag: ResourceDefinition = {
  ...registry.tags,
  operations: [...registry.tags.operations, "update"],
  fields: { ...registry.tags.fields, digest: { ...registry.tags.fields.digest, required: false } },
};
