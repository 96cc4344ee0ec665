import { findOne, type Selector } from "../../src/client";
import { registry } from "../../src/model";
import { aGroup, anError, groupUid, rootUid, uidBelow, withClient } from "./fixtures";
import type { Received, Reply } from "./http-server";

const builtIn = { uid: "b".repeat(40), name: "viewer" };
const custom = { uid: uidBelow(rootUid, "7"), name: "viewer" };

/** Looks up a resource with a service that lists `items`; requests by uid return the ancestors. */
async function find(
  plural: keyof typeof registry,
  selector: Selector,
  items: readonly object[],
  check: (outcome: Promise<unknown>, received: readonly Received[]) => Promise<void>,
): Promise<void> {
  const ancestors = [aGroup(rootUid, "acme"), aGroup(groupUid, "staging")];
  const reply = ({ url }: Received): Reply => ({
    body: url.includes("uidp.ids=") ? { groups: ancestors } : { [plural]: items, totalCount: String(items.length) },
  });
  await withClient(reply, (client, server) => check(findOne(client, registry[plural], selector), server.received));
}

const queryOf = (request: Received | undefined) =>
  Object.fromEntries(new URL(request!.url, "http://service").searchParams);

test.each<[string, keyof typeof registry, Selector, object]>([
  ["directly in a group", "identities", { name: "ci", groupUid }, { "uidp.children_of": groupUid }],
  ["directly in a parent group", "groups", { name: "ci", parentUid: rootUid }, { "uidp.children_of": rootUid }],
  ["below a group", "roles", { name: "ci", descendantsOf: rootUid }, { "uidp.descendants_of": rootUid }],
])("finds a resource by name %s", async (_place, plural, selector, scope) => {
  const item = { uid: uidBelow(groupUid, "1"), name: "ci" };
  await find(plural, selector, [item], async (outcome, received) => {
    await expect(outcome).resolves.toEqual(item);
    expect(received.map(queryOf)).toEqual([{ name: "ci", ...scope, page_size: "11" }]);
  });
});

test("requests a uid directly", async () => {
  await withClient(
    () => ({ body: aGroup(groupUid) }),
    async (client, server) => {
      await expect(findOne(client, registry.groups, { uid: groupUid })).resolves.toEqual(aGroup(groupUid));
      expect(server.received.map(({ url }) => url)).toEqual([`/iam/v2beta1/groups/${groupUid}`]);
    },
  );
});

test("finds only a built-in role by name alone, even if others have the same name", async () => {
  await find("roles", { name: "viewer" }, [custom, builtIn], async (outcome, received) => {
    await expect(outcome).resolves.toEqual(builtIn);
    expect(queryOf(received[0])).toEqual({ name: "viewer", "uidp.in_root": "true", page_size: "11" });
  });
  await find("roles", { name: "viewer" }, [custom], async (outcome) => {
    const message = 'Not found: no role named "viewer" among the built-in roles';
    await expect(outcome).rejects.toMatchObject({ code: "NOT_FOUND", message });
  });
});

test.each<[keyof typeof registry, Selector, string]>([
  ["groups", { name: "ci" }, 'Not found: no group named "ci" among root groups'],
  ["groups", { name: "ci", parentUid: rootUid }, `Not found: no group named "ci" directly in ${rootUid}`],
  ["roles", { name: "ci", descendantsOf: rootUid }, `Not found: no role named "ci" below ${rootUid}`],
])("fails with the searched scope if none of the %s matches %j", async (plural, selector, message) => {
  await find(plural, selector, [], (outcome) => expect(outcome).rejects.toMatchObject({ code: "NOT_FOUND", message }));
});

test("fails with the paths and uids if several match", async () => {
  const twins = [uidBelow(rootUid, "1"), uidBelow(groupUid, "2")].map((uid) => ({ uid, name: "ci" }));
  await find("identities", { name: "ci", descendantsOf: rootUid }, twins, async (outcome, received) => {
    await expect(outcome).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message:
        `More than one identity named "ci" below ${rootUid}: acme / ci (${twins[0]!.uid}); ` +
        `acme / staging / ci (${twins[1]!.uid}). Select one by uid`,
    });
    expect(received).toHaveLength(2);
  });
});

test("limits the number of listed candidates", async () => {
  const many = Array.from({ length: 11 }, (_, index) => ({ uid: uidBelow(rootUid, index.toString(16)), name: "ci" }));
  await find("roles", { name: "ci", descendantsOf: rootUid }, many, async (outcome) => {
    const error = await outcome.then(String, String);
    expect(error.match(/acme \/ ci/g)).toHaveLength(10);
    expect(error).toContain("; and more. Select one by uid");
  });
});

describe("looking up an identity by issuer and subject", () => {
  const claims = { issuer: "https://issuer.example.com", subject: "repo:acme/app:ref" };
  const path = `/iam/v2beta1/identities:lookupIdentity?${new URLSearchParams(claims)}`;
  const said = 'identity with the issuer "https://issuer.example.com" and the subject "repo:acme/app:ref"';

  test("finds the identity and reads it", async () => {
    const identity = { uid: uidBelow(groupUid, "1"), name: "ci" };
    const reply = ({ url }: Received): Reply => ({ body: url === path ? { uid: identity.uid } : identity });
    await withClient(reply, async (client, server) => {
      await expect(findOne(client, registry.identities, claims)).resolves.toEqual(identity);
      expect(server.received.map(({ url }) => url)).toEqual([path, `/iam/v2beta1/identities/${identity.uid}`]);
    });
  });

  test.each([
    [404, anError(5, "Not found: Identity"), "NOT_FOUND", `Not found: no ${said}`],
    [
      400,
      anError(9, "Precondition failed: several identities have these claims: a, b"),
      "FAILED_PRECONDITION",
      `More than one ${said}: several identities have these claims: a, b. Select one by uid`,
    ],
    [403, anError(7, "Permission denied"), "PERMISSION_DENIED", "Permission denied"],
  ])("fails if the service returns %d", async (status, body, code, message) => {
    await withClient(
      () => ({ status, body }),
      async (client) => {
        await expect(findOne(client, registry.identities, claims)).rejects.toMatchObject({ code, message });
      },
    );
  });

  test.each<[keyof typeof registry, Selector, string]>([
    ["identities", { ...claims, subject: "" }, "Invalid argument: subject: subject must not be empty"],
    ["repos", claims, "Invalid argument: issuer: issuer can only be used to look up identities, not repos"],
  ])("rejects a missing subject, and other types: %s with %j", async (plural, selector, message) => {
    await find(plural, selector, [], async (outcome, received) => {
      await expect(outcome).rejects.toMatchObject({ code: "INVALID_ARGUMENT", message });
      expect(received).toEqual([]);
    });
  });
});

test.each<[keyof typeof registry, Selector, string]>([
  ["repos", { name: "ci" }, "Invalid argument: name: name requires groupUid or descendantsOf"],
  [
    "groups",
    { name: "ci", parentUid: rootUid, descendantsOf: rootUid },
    "Invalid argument: descendantsOf: descendantsOf conflicts with parentUid: only one may be set",
  ],
  ["groups", { name: "" }, "Invalid argument: name: name must not be empty"],
  ["identities", { name: "", groupUid }, "Invalid argument: name: name must not be empty"],
])("rejects a lookup in %s without a name or scope: %j", async (plural, selector, message) => {
  await find(plural, selector, [], async (outcome, received) => {
    await expect(outcome).rejects.toMatchObject({ code: "INVALID_ARGUMENT", message });
    expect(received).toEqual([]);
  });
});
