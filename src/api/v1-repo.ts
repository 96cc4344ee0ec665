import { at, type Shape, same, times } from "./v1-shape";

/** The v1 shape of a repo: the service returns it, and clients use it to set fields that v2 does not accept. */

const unsigned = { wireType: "uint32" } as const;

const syncConfig: Shape = {
  ...same(1, "source", "uniqueTags"),
  expiration: at(3, { from: "expirationTime" }),
  ...same(4, "google", "amazon", "azure", "syncApks"),
  apkoOverlay: at(8),
  gracePeriod: at(9),
};

const customOverlay: Shape = {
  contents: at(1, {
    typeName: "ImageContents",
    members: {
      ...same(1, "packages", "runtimeRepositories"),
      runtimeKeyring: at(3, { typeName: "ImageContents.RuntimeKeyringEntry" }),
    },
  }),
  ...same(2, "environment", "annotations"),
  accounts: at(4, {
    typeName: "ApkoConfig.Accounts",
    members: {
      groups: at(1, {
        typeName: "ApkoConfig.Accounts.Group",
        members: { gid: at(1, unsigned), groupName: at(2, { from: "groupname" }), members: at(3) },
      }),
      users: at(2, {
        typeName: "ApkoConfig.Accounts.User",
        members: {
          uid: at(1, unsigned),
          userName: at(2, { from: "username" }),
          gid: at(3, { ...unsigned, presence: true }),
          ...same(4, "groupName", "shell", "homeDir"),
        },
      }),
      runAs: at(3),
    },
  }),
  certificates: at(15),
};

export const repoInV1: Shape = {
  id: at(1, { from: "uid" }),
  name: at(2),
  catalogTier: at(3, {
    values: {
      prefix: "CATALOG_TIER_",
      numbers: { UNKNOWN: 0, APPLICATION: 4, BASE: 5, FIPS: 6, AI: 7, DEVTOOLS: 8, COMMERCIAL: 9 },
    },
  }),
  ...same(4, "bundles", "readme"),
  sync_config: at(6, { members: syncConfig }),
  customOverlay: at(7, { members: customOverlay }),
  aliases: at(8),
  createTime: at(9),
  activeTags: at(10),
  description: at(11),
  ...times,
};
