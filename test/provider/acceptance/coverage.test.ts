import { clientRegistry, type ResourceDefinition } from "../../../src/model";
import { inputsOf, leavesOf, secondOf } from "./configuration";
import { rows } from "./rows";

/** Returns the inputs of a type that no row sets, and the mutable ones whose value no row changes. */
function lacking(plural: string, { fields }: ResourceDefinition): string[] {
  const bodies = rows
    .filter((row) => row.plural === plural)
    .map((row) => ({ first: leavesOf(fields, row.first), second: leavesOf(fields, secondOf(row)) }));
  return inputsOf(fields, false).flatMap(({ path, fixed }) => {
    const isCovered = bodies.some(({ first, second }) => (fixed ? path in first : first[path] !== second[path]));
    return isCovered ? [] : [path];
  });
}

const creatable = Object.entries(clientRegistry).filter(([, { operations }]) =>
  (operations as readonly string[]).includes("create"),
);

test.each(creatable)("the rows of %s set every field and change it", (plural, definition) => {
  expect(lacking(plural, definition)).toEqual([]);
});
