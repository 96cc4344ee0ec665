import { type Field, type Fields, type ResourceDefinition, registry, repoReadme } from "../../model";
import { boolean, object } from "../../model/kinds";

/** What v1 lets its clients do with a type that v2 does not. */

/** A field that v2 only shows, and clients of v1 set. */
const settable = (field: Field): Field => ({ ...field, output: false });

const { fields: ofRepo } = registry.repos;
const { number, typeName, aliases, description } = ofRepo.sync_config;

/** What is copied, for how long and under which names, is for clients of v1 to say; v2 shows what they said. */
const syncConfig = object(
  {
    ...Object.fromEntries(
      Object.entries(ofRepo.sync_config.members as Fields).map(([name, field]) => [name, settable(field)]),
    ),
    syncApks: boolean({ number: 7, description: "Whether the packages of images are copied too." }),
  },
  { number, typeName, aliases, description },
);

/** A replacement may name another identity; in v2 that is another binding. */
export const roleBinding: ResourceDefinition = {
  ...registry.roleBindings,
  fields: {
    ...registry.roleBindings.fields,
    identityUid: { ...registry.roleBindings.fields.identityUid, immutable: false },
  },
};

/** A readme is a member, where v2 has it on a path of its own. */
export const repo: ResourceDefinition = {
  ...registry.repos,
  fields: {
    ...ofRepo,
    activeTags: settable(ofRepo.activeTags),
    sync_config: syncConfig,
    readme: { ...repoReadme.fields.content, number: 5 },
  },
};

/** Clients that know v1 alone make tags before there is an image, and replace them without naming one. */
export const tag: ResourceDefinition = {
  ...registry.tags,
  operations: [...registry.tags.operations, "update"],
  fields: { ...registry.tags.fields, digest: { ...registry.tags.fields.digest, required: false } },
};
