import { startPlatform } from "../../../src/testing";
import { describeWith } from "../../engines";
import { type EngineName, Workspace } from "../workspace";
import { blockOf, bodyInTerraform } from "./configuration";
import { type Body, rows } from "./rows";

/**
 * Sets every attribute from values known only after apply: as a whole, or per string and number in objects and
 * collections.
 */

/** Replaces a value by an expression for the place that will have it; references to other rows are kept. */
function whole(value: unknown, place: string): unknown {
  return isReference(value) ? value : `\${${place}}`;
}

function eachInside(value: unknown, place: string): unknown {
  if (isReference(value)) return value;
  if (Array.isArray(value)) return value.map((each, index) => eachInside(each, `${place}[${index}]`));
  if (typeof value !== "object" || value === null) return whole(value, place);
  const keys = Object.keys(value).sort();
  const entries = Object.entries(value).map(([key, each]) => {
    // Quotes would be escaped in JSON.
    const inside = /^[a-z]\w*$/.test(key) ? `${place}.${key}` : `values(${place})[${keys.indexOf(key)}]`;
    return [key, eachInside(each, inside)];
  });
  return Object.fromEntries(entries);
}

/** Returns whether a value contains a reference to another row. */
const isReference = (value: unknown): boolean => JSON.stringify(value).includes('"${');

describe.each<[EngineName, typeof whole]>([
  ["terraform", eachInside],
  ["tofu", whole],
])("%s", (engine, unknownOf) => {
  describeWith([engine], `values known only after apply, with ${engine}`, () => {
    test("accepts unknown values anywhere, applies them, and then plans no changes", async () => {
      const platform = await startPlatform();
      const workspace = new Workspace(engine, platform.environment());
      try {
        const given: Record<string, Body> = {};
        const blocks = rows.map((row) => {
          const body = bodyInTerraform(row, row.first, 1);
          given[row.label] = Object.fromEntries(Object.entries(body).filter(([, value]) => !isReference(value)));
          const attributes = Object.entries(body).map(([name, value]) => [
            name,
            unknownOf(value, `terraform_data.given.output.${row.label}.${name}`),
          ]);
          return blockOf(row, Object.fromEntries(attributes), platform.groupUid);
        });
        await workspace.configure(
          `resource "terraform_data" "given" {\n  input = ${JSON.stringify(given)}\n}\n${blocks.join("")}`,
        );
        await workspace.succeed("validate");
        expect(await workspace.apply()).toContain(`${rows.length + 1} added, 0 changed, 0 destroyed`);
        expect(await workspace.isSettled()).toBe(true);
      } finally {
        workspace.close();
        await platform.close();
      }
    });
  });
});
