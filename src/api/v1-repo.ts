import { field, type Shape, sameFields, timestampFields } from "./v1-shape";

/** The v1 shape of a repo: the service returns it, and clients use it to set fields that v2 does not accept. */

const unsigned = { wireType: "uint32" } as const;

const syncConfig: Shape = {
  ...sameFields(1, "source", "uniqueTags"),
  expiration: field(3, { from: "expirationTime" }),
  ...sameFields(4, "google", "amazon", "azure", "syncApks"),
  apkoOverlay: field(8),
  gracePeriod: field(9),
};

const customOverlay: Shape = {
  contents: field(1, {
    typeName: "ImageContents",
    members: {
      ...sameFields(1, "packages", "runtimeRepositories"),
      runtimeKeyring: field(3, { typeName: "ImageContents.RuntimeKeyringEntry" }),
    },
  }),
  ...sameFields(2, "environment", "annotations"),
  accounts: field(4, {
    typeName: "ApkoConfig.Accounts",
    members: {
      groups: field(1, {
        typeName: "ApkoConfig.Accounts.Group",
        members: { gid: field(1, unsigned), groupName: field(2, { from: "groupname" }), members: field(3) },
      }),
      users: field(2, {
        typeName: "ApkoConfig.Accounts.User",
        members: {
          uid: field(1, unsigned),
          userName: field(2, { from: "username" }),
          gid: field(3, { ...unsigned, presence: true }),
          ...sameFields(4, "groupName", "shell", "homeDir"),
        },
      }),
      runAs: field(3),
    },
  }),
  certificates: field(15),
};

export const repoInV1: Shape = {
  id: field(1, { from: "uid" }),
  name: field(2),
  catalogTier: field(3, {
    values: {
      prefix: "CATALOG_TIER_",
      numbers: { UNKNOWN: 0, APPLICATION: 4, BASE: 5, FIPS: 6, AI: 7, DEVTOOLS: 8, COMMERCIAL: 9 },
    },
  }),
  ...sameFields(4, "bundles", "readme"),
  sync_config: field(6, { members: syncConfig }),
  customOverlay: field(7, { members: customOverlay }),
  aliases: field(8),
  createTime: field(9),
  activeTags: field(10),
  description: field(11),
  ...timestampFields,
};
