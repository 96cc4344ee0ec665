import { type Field, type Fields, isInput, type Rule } from "../../../src/model";
import type { TestPlatform } from "../../../src/testing";
import { describeWith } from "../../engines";
import { type EngineName, shareWorkspace, type Workspace } from "../workspace";
import { block, definitionOf } from "./configuration";
import { type Body, type Row, rows } from "./rows";

/** Covers every optional attribute, including those in objects, as omitted and as empty, which are equivalent. */

const isNeeded = (name: string, { required }: Field, rules: readonly Rule[] = []): boolean =>
  required === true ||
  rules.some((rule) => (rule.rule === "exactlyOneOf" || rule.rule === "atLeastOneOf") && rule.fields.includes(name));

/** Returns a body's required members. */
function least(members: Fields, body: Body, rules?: readonly Rule[]): Body {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const field = members[name]!;
      if (!isNeeded(name, field, rules)) return [];
      return [[name, field.members ? least(field.members, value as Body, field.rules) : value]];
    }),
  );
}

/**
 * Returns the required members with all others empty; an object that may be empty is empty, or contains empty members
 * if `deep`.
 */
function emptied(members: Fields, body: Body, deep: boolean, rules?: readonly Rule[]): Body {
  const entries = Object.entries(members).flatMap(([name, field]) => {
    if (!isInput(field) || field.writeOnly) return [];
    const value = body[name];
    if (value !== undefined)
      return field.members ? [[name, emptied(field.members, value as Body, deep, field.rules)]] : [];
    const empty = isNeeded(name, field, rules) ? undefined : emptyOf(field, deep);
    return empty === undefined ? [] : [[name, empty]];
  });
  return { ...body, ...Object.fromEntries(entries) };
}

function emptyOf({ kind, zero, members, rules }: Field, deep: boolean): unknown {
  if (kind !== "object" || !members) return kind === "enum" ? "" : (zero ?? "");
  if (Object.entries(members).some(([name, field]) => isNeeded(name, field, rules))) return undefined;
  return deep ? emptied(members, {}, deep, rules) : {};
}

const absent = (row: Row): Body => least(definitionOf(row).fields, row.first, definitionOf(row).rules);
const empty =
  (deep: boolean) =>
  (row: Row): Body =>
    emptied(definitionOf(row).fields, absent(row), deep, definitionOf(row).rules);

const spellings = [absent, empty(false), empty(true)];

describe.each<[EngineName, string, typeof spellings]>([
  ["terraform", "absent", spellings],
  ["tofu", "empty", [...spellings].reverse()],
])("%s", (engine, first, bodies) => {
  describeWith([engine], `attributes created ${first} with ${engine}`, () => {
    let platform: TestPlatform;
    let workspace: Workspace;
    shareWorkspace(engine, (shared) => {
      ({ platform, workspace } = shared);
    });

    test("plans no changes, and sends no writes when respelled", async () => {
      for (const [index, bodyOf] of bodies.entries()) {
        const from = platform.requests.length;
        await workspace.configure(rows.map((row) => block(row, bodyOf(row), { root: platform.groupUid })).join(""));
        await workspace.apply();
        const changes = platform.requests.slice(from).filter(({ method }) => method !== "GET");
        expect(changes).toHaveLength(index === 0 ? rows.length : 0);
        expect(await workspace.isSettled()).toBe(true);
      }
    });
  });
});

test("finds empty attributes in most types", () => {
  const attributes = rows
    .map((row) => block(row, empty(true)(row), { root: "" }))
    .join("")
    .match(/""|\[\]|\{\}|false|0/g);
  expect(attributes!.length).toBeGreaterThan(40);
});
