import { type Field, type Fields, isInput, type Rule } from "../../../src/model";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { describeWith } from "../../engines";
import { type EngineName, Workspace } from "../workspace";
import { block, definitionOf } from "./configuration";
import { type Body, type Row, rows } from "./rows";

/** Every optional attribute, in objects too, that is not there, or is there and empty: which means the same. */

const isNeeded = (name: string, { required }: Field, rules: readonly Rule[] = []): boolean =>
  required === true ||
  rules.some((rule) => (rule.rule === "exactlyOneOf" || rule.rule === "atLeastOneOf") && rule.fields.includes(name));

/** What a body cannot do without. */
function least(members: Fields, body: Body, rules?: readonly Rule[]): Body {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const field = members[name]!;
      if (!isNeeded(name, field, rules)) return [];
      return [[name, field.members ? least(field.members, value as Body, field.rules) : value]];
    }),
  );
}

/** The same with everything else there and empty; where an object can be empty itself, it is, or all that is in it. */
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
  describeWith([engine], `what is created ${first} with ${engine}`, () => {
    let platform: TestPlatform;
    let workspace: Workspace;
    beforeAll(async () => {
      platform = await startPlatform();
      workspace = new Workspace(engine, platform.environment());
    });
    afterAll(async () => {
      workspace?.close();
      await platform?.close();
    });

    test("settles, and is respelt without a request that changes anything", async () => {
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

test("there is something to be empty in almost every type", () => {
  const attributes = rows
    .map((row) => block(row, empty(true)(row), { root: "" }))
    .join("")
    .match(/""|\[\]|\{\}|false|0/g);
  expect(attributes!.length).toBeGreaterThan(40);
});
