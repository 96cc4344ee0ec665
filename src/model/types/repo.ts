import { capabilitiesFor } from "../capabilities";
import type { Field } from "../field";
import { boolean, enumeration, int32, list, map, object, reference, set, string, timestamp } from "../kinds";
import { defineResource } from "../resource";
import { createTime, description, name, nameFilter, tagName, text, uid, updateTime } from "./common";
import { repoReadme } from "./repo-readme";

/** A user or group id of an image: unsigned, although signed on the wire. */
const unsignedInt32 = (fieldNumber: number, description: string) =>
  int32({ number: fieldNumber, configurationRule: "unsigned", description });

const stringList = (number: number, description: string) => list(text(number, description), { number, description });

/** The flags of fields that v2 assigns and v1 lets clients set. */
type V1WritableFlags = { readonly output?: true; readonly hasServiceDefault?: true };

const syncConfigWith = (beyondV2: V1WritableFlags) =>
  object(
    {
      source: reference("Repo", {
        number: 1,
        required: true,
        description: "The uid of the repo from which images are copied.",
      }),
      uniqueTags: boolean({
        number: 2,
        ...beyondV2,
        description: "Whether to copy only tags that refer to one image.",
      }),
      expirationTime: timestamp({ number: 3, ...beyondV2, description: "The time at which copying ends." }),
      google: text(4, "The destination in Google Artifact Registry."),
      amazon: text(5, "The destination in Amazon ECR."),
      azure: text(6, "The destination in Azure Container Registry."),
      apkoOverlay: text(7, "The apko overlay to apply to images."),
      gracePeriod: boolean({
        number: 8,
        ...beyondV2,
        description: "Whether copying continues for a grace period after the expiration.",
      }),
    },
    {
      number: 9,
      typeName: "SyncConfig",
      aliases: ["syncConfig"],
      description: "The source from which the repo's images are copied.",
    },
  );

const customOverlay = object(
  {
    contents: object(
      {
        packages: stringList(1, "Packages to add to the image."),
        runtimeRepositories: stringList(2, "Package repositories that the image uses at runtime."),
        runtimeKeyring: list(
          object(
            { name: text(1, "The key's file name."), content: text(2, "The key.") },
            { number: 3, typeName: "CustomOverlay.ImageContents.RuntimeKeyringEntry", description: "A key." },
          ),
          { number: 3, description: "Keys that the image trusts at runtime." },
        ),
      },
      { number: 1, typeName: "CustomOverlay.ImageContents", description: "Content to add to the image." },
    ),
    environment: map(text(2, "The variable's value."), {
      number: 2,
      description: "Environment variables of the image.",
    }),
    annotations: map(text(2, "The annotation's value."), { number: 3, description: "Annotations of the image." }),
    accounts: object(
      {
        runAs: text(1, "The user that the image runs as."),
        users: list(
          object(
            {
              username: text(1, "The user's name."),
              uid: unsignedInt32(2, "The user ID (UID)."),
              gid: unsignedInt32(3, "The ID of the user's primary group (GID)."),
              groupName: text(4, "The name of the user's group."),
              shell: text(5, "The user's shell."),
              homeDir: text(6, "The user's home directory."),
            },
            { number: 2, typeName: "CustomOverlay.Accounts.User", description: "A user." },
          ),
          { number: 2, description: "Users to create in the image." },
        ),
        groups: list(
          object(
            {
              groupname: text(1, "The group's name."),
              gid: unsignedInt32(2, "The group ID (GID)."),
              members: stringList(3, "The names of the group's members."),
            },
            { number: 3, typeName: "CustomOverlay.Accounts.Group", description: "A group of users." },
          ),
          { number: 3, description: "Groups of users to create in the image." },
        ),
      },
      { number: 4, typeName: "CustomOverlay.Accounts", description: "The accounts of the image." },
    ),
    certificates: object(
      {
        additional: list(
          object(
            { name: text(1, "The certificate's file name."), content: text(2, "The certificate.") },
            { number: 1, typeName: "CustomOverlay.Certificates.AdditionalEntry", description: "A certificate." },
          ),
          { number: 1, description: "Certificates that the image trusts." },
        ),
        providers: stringList(2, "Providers whose certificates the image trusts."),
      },
      { number: 5, typeName: "CustomOverlay.Certificates", description: "The certificates that the image trusts." },
    ),
  },
  { number: 10, typeName: "CustomOverlay", description: "Customizations for every image of the repo." },
);

const activeTagsWith = (beyondV2: V1WritableFlags) =>
  list(string({ number: 8, ...tagName, description: "A tag." }), {
    number: 8,
    distinct: true,
    ...beyondV2,
    description: "The tags that receive updates.",
  });

export const repo = defineResource({
  name: "Repo",
  plural: "repos",
  domain: "registry",
  description: "An image repository in the registry.",
  parent: { type: "Group", attribute: "groupUid" },
  operations: ["list", "get", "create", "update", "delete"],
  capabilities: capabilitiesFor("repo"),
  filters: { name: { ...nameFilter(2), presence: true } },
  pageSizeNumber: 4,
  unique: ["name"],
  fields: {
    uid: uid("The repo's unique identifier: its group's uid followed by one more segment."),
    name: name(2, "The repo's name, unique in its group."),
    description: description(3),
    catalogTier: enumeration({
      number: 4,
      typeName: "CatalogTier",
      description: "The catalog tier that the repo belongs to.",
      numbers: {
        CATALOG_TIER_UNSPECIFIED: 0,
        CATALOG_TIER_APPLICATION: 1,
        CATALOG_TIER_BASE: 2,
        CATALOG_TIER_FIPS: 3,
        CATALOG_TIER_AI: 4,
        CATALOG_TIER_DEVTOOLS: 5,
        CATALOG_TIER_COMMERCIAL: 6,
      },
    }),
    bundles: set(text(5, "A bundle."), { number: 5, description: "The bundles that the repo belongs to." }),
    aliases: set(text(7, "An alias."), { number: 7, description: "Other names of the repo." }),
    activeTags: activeTagsWith({ output: true }),
    sync_config: syncConfigWith({ output: true }),
    customOverlay,
    createTime: createTime(11),
    updateTime: updateTime(12),
  },
});

const readme: Field<string> = {
  ...repoReadme.fields.content,
  number: 5,
  description: "The repo's readme, in Markdown.",
};

/**
 * The repo for clients: its readme, which has its own path in v2, and the fields that v2 only returns and v1 accepts,
 * are ordinary fields.
 */
export const clientRepo = defineResource({
  ...repo,
  fields: {
    ...repo.fields,
    activeTags: activeTagsWith({ hasServiceDefault: true }),
    sync_config: syncConfigWith({ hasServiceDefault: true }),
    readme,
  },
});
