import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Group, OrganizationTree } from "../../../constructs/cdktf";
import { ORGANIZATION, stackOf, synthesized } from "./synthesis";

const directory = mkdtempSync(path.join(tmpdir(), "platform-tree-"));
afterAll(() => rmSync(directory, { recursive: true }));

function groupsOf(name: string, content: string) {
  const file = path.join(directory, name);
  writeFileSync(file, content);
  return synthesized(
    stackOf((stack) => {
      const parent = Group.fromUid(stack, "organization", ORGANIZATION);
      OrganizationTree.fromFile(stack, "tree", { parent, file });
    }),
  ).resource.platform_group;
}

test("creates the same groups from YAML and from JSON", () => {
  const yaml = "payments:\n  description: Pays.\n  groups:\n    api:\n    2026-01-01: {}\nplatform:\n";
  const groups = groupsOf("groups.yaml", yaml);
  const names = Object.values<{ name: string }>(groups).map(({ name }) => name);
  expect(names.sort()).toEqual(["2026-01-01", "api", "payments", "platform"]);
  const json = { payments: { description: "Pays.", groups: { api: null, "2026-01-01": {} } }, platform: null };
  expect(groupsOf("groups.json", JSON.stringify(json))).toEqual(groups);
});

test.each([
  ["payments:\n  groups:\n\tapi: {}\n", /groups\.yaml:3 is not valid YAML or JSON: /],
  ["payments: {}\npayments: {}\n", /groups\.yaml:2 is not valid YAML or JSON: duplicated mapping key/],
  ["payments:\n  descripton: x\n", /"descripton" is not a property of groups\.payments; did you mean "description"\?/],
  ["- payments\n", /groups/],
  ["", /groups/],
])("rejects %j", (content, message) => {
  expect(() => groupsOf("groups.yaml", content)).toThrow(message);
});

test("rejects a file that does not exist", () => {
  expect(() =>
    stackOf((stack) => {
      const parent = Group.fromUid(stack, "organization", ORGANIZATION);
      OrganizationTree.fromFile(stack, "tree", { parent, file: path.join(directory, "none.yaml") });
    }),
  ).toThrow(/^\[access\/tree\] cannot read file: ENOENT.*none\.yaml/);
});
