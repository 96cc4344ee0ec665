import { capabilitySet, Grants } from "../../../../src/access";
import type { Capability } from "../../../../src/model";
import { Access } from "../../../../src/service/core/access";

const root = "0".repeat(40);
const [a, b] = [`${root}/${"a".repeat(16)}`, `${root}/${"b".repeat(16)}`];
const deep = `${a}/${"c".repeat(16)}`;
const access = (...grants: readonly (readonly [group: string, ...capabilities: Capability[]])[]) =>
  new Access(
    `${root}/${"f".repeat(16)}`,
    new Grants(grants.map(([group, ...capabilities]) => ({ group, capabilities: capabilitySet(capabilities) }))),
  );

test("has capabilities in the group and below, from several bindings", () => {
  const caller = access([root, "groups.list"], [a, "groups.update"]);
  expect(caller.has(["groups.list", "groups.update"], deep)).toBe(true);
  expect(caller.missing(["groups.list", "groups.update"], b)).toBe("groups.update");
  expect(caller.missing(["groups.list"], "1".repeat(40))).toBe("groups.list");
  expect(caller.has([], "1".repeat(40))).toBe(true);
});

test("names the missing capability and the uid", () => {
  expect(() => access([a, "groups.list"]).require(["groups.list", "groups.delete"], deep)).toThrow(
    `Permission denied: groups.delete is required on ${deep}`,
  );
});

test("returns the scopes in which all capabilities are granted", () => {
  const uids = (caller: Access, ...capabilities: Capability[]) =>
    caller.scopes(capabilities).list.map(({ uid }) => uid);
  const caller = access([root, "repo.list"], [a, "groups.list"], [deep, "groups.list"], [b, "tag.list"]);
  expect(uids(caller, "repo.list")).toEqual([root]);
  expect(uids(caller, "groups.list")).toEqual([a]);
  expect(uids(caller, "repo.list", "groups.list")).toEqual([a]);
  expect(uids(caller, "groups.list", "tag.list")).toEqual([]);
  expect(uids(caller, "roles.list")).toEqual([]);
});
