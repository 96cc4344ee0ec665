import { PlatformError, parseListQuery } from "../../../../src/api";
import { type BuiltInRole, builtInRoles, type Operation } from "../../../../src/model";
import { openPlatform } from "../../../../src/service";
import { importLines } from "../../../../src/service/core/import";
import type { Api, Driver, JsonObject } from "../../../conformance/driver";
import { samples, type Type, types, uidOf, World } from "../../../conformance/world";

/** Every operation with every built-in role on resources in every location, relative to where the role is bound. */

/** The service without its sockets; an identity's token is its uid. */
const inProcess: Driver = {
  name: "in process",
  isTyped: false,
  async start() {
    const platform = await openPlatform({ data: ":memory:" });
    const { operations } = platform;
    const as = (identityUid = ""): Api => ({
      get: (definition, uid) => operations.get(definition, { identityUid }, uid),
      async list(definition, parameters = {}) {
        const given = Object.entries(parameters).map(([name, value]) => [name, [value].flat()] as const);
        const parsed = parseListQuery(definition, new Map(given));
        if ("violations" in parsed) throw new Error("the query is wrong");
        return { nextPageToken: "", ...(await operations.list(definition, { identityUid }, parsed.request)) };
      },
      create: (definition, parent, body) => operations.create(definition, { identityUid }, parent, body),
      update: (definition, uid, body) => operations.update(definition, { identityUid }, uid, body, []),
      delete: (definition, uid) => operations.delete(definition, { identityUid }, uid),
    });
    return {
      organization: (name) => platform.createOrganization({ name }),
      tokenFor: async (identityUid) => identityUid,
      as,
      import: (...records) => importLines(() => records.map((each) => JSON.stringify(each)), platform),
      pass: () => {},
      close: () => platform.close(),
    };
  },
};

const roles: readonly BuiltInRole[] = builtInRoles;
const placeNames = ["own group", "parent", "child", "sibling", "other organization"] as const;
type Place = (typeof placeNames)[number];

let world: World;
let other: World;
let groups: Readonly<Record<Place, string>>;
/** An identity for each role, bound in the group or, for types that only organizations have, in the organization. */
const inGroup = new Map<string, Api>();
const inRoot = new Map<string, Api>();
beforeAll(async () => {
  world = await World.start(inProcess);
  other = await World.join(world.service, "other");
  const parent = await world.group("parent");
  const own = await world.group("own", parent);
  groups = {
    "own group": own,
    parent,
    child: await world.group("child", own),
    sibling: await world.group("sibling", parent),
    "other organization": other.root,
  };
  for (const { name } of builtInRoles) {
    inGroup.set(name, await world.actor(name, own));
    inRoot.set(name, await world.actor(name, world.root));
  }
});
afterAll(() => world.close());

const isRootOnly = ({ definition }: Type) => definition.parent.rootOnly === true;
/** For types that only organizations have, the organization is the caller's group. */
const placesOf = (type: Type): readonly Place[] =>
  isRootOnly(type) ? ["own group", "other organization"] : placeNames;

/** The result according to the definitions: allowed, the error, or the missing capability. */
function expected({ definition }: Type, operation: Operation, role: BuiltInRole, place: Place): string {
  const isWithin = place === "own group" || place === "child";
  const lacks = (needed: BuiltInRole["capabilities"] = []) => needed.find((each) => !role.capabilities.includes(each));
  const reading =
    operation === "create"
      ? ([`${definition.parent.type === "Repo" ? "repo" : "groups"}.list`] as const)
      : definition.capabilities.get;
  const isVisible = isWithin && !lacks(reading);
  if (operation === "list") return isVisible ? "some" : "none";
  if (!isVisible) return "NOT_FOUND";
  const missing = lacks(definition.capabilities[operation]);
  return missing ? `PERMISSION_DENIED ${missing}` : "allowed";
}

/** The actual result. */
async function outcome(type: Type, operation: Operation, role: BuiltInRole, place: Place): Promise<string> {
  const { definition, plural } = type;
  const there = place === "other organization" ? other : world;
  const api = (isRootOnly(type) ? inRoot : inGroup).get(role.name)!;
  const { parent = groups[place], body, change } = await samples[plural](there, groups[place]);
  const made = operation === "create" ? undefined : uidOf(await there.make(definition, parent, body));
  const left = await attempt(api, { operation, definition, parent, body, change, made });
  if (left.uid !== undefined) await there.owner.delete(definition, left.uid).catch(() => {});
  return left.outcome;
}

interface Attempt {
  readonly operation: Operation;
  readonly definition: Type["definition"];
  readonly parent: string;
  readonly body: JsonObject;
  readonly change?: JsonObject | undefined;
  readonly made?: string | undefined;
}

async function attempt(api: Api, { operation, definition, parent, body, change, made: uid }: Attempt) {
  try {
    if (operation === "list") {
      const { items } = await api.list(definition, { "uidp.ids": uid! });
      return { uid, outcome: items.length > 0 ? "some" : "none" };
    }
    if (operation === "create") return { uid: uidOf(await api.create(definition, parent, body)), outcome: "allowed" };
    if (operation === "get") await api.get(definition, uid!);
    if (operation === "update") await api.update(definition, uid!, change!);
    if (operation === "delete") await api.delete(definition, uid!);
    return { uid: operation === "delete" ? undefined : uid, outcome: "allowed" };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { uid, outcome: [error.code, error.metadata.capability].filter(Boolean).join(" ") };
  }
}

const cases = types.flatMap((type) =>
  type.definition.operations.map((operation) => ({ type, operation, what: `${operation} of ${type.plural}` })),
);

test.each(cases)("$what, by every role, in every location", async ({ type, operation }) => {
  const found: Record<string, string> = {};
  const wanted: Record<string, string> = {};
  for (const role of roles)
    for (const place of placesOf(type)) {
      const key = `${role.name}, ${place}`;
      found[key] = await outcome(type, operation, role, place);
      wanted[key] = expected(type, operation, role, place);
    }
  expect(found).toEqual(wanted);
});
