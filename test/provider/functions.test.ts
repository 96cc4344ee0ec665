import { functions } from "../../src/provider/functions";
import { FunctionError } from "../../src/provider/plugin";
import { context } from "./in-process";

const root = "3f1a9c52e7b04d86a1c5f20d9e8b7463c0ffee12";
const group = `${root}/5b9d01f4a87c26e3`;
const call = (name: string, ...given: string[]) => functions[name]!.call(given, context());

test("returns a uid's parent and root, and whether it contains another", () => {
  expect(call("uid_parent", `${group}/0123456789abcdef`)).toBe(group);
  expect(call("uid_parent", root)).toBeNull();
  expect(call("uid_root", `${group}/0123456789abcdef`)).toBe(root);
  expect(call("uid_root", root)).toBe(root);
  expect(call("uid_contains", root, group)).toBe(true);
  expect(call("uid_contains", group, group)).toBe(true);
  expect(call("uid_contains", group, root)).toBe(false);
  expect(call("uid_contains", group, `${group}0123456789abcdef`.slice(0, -16))).toBe(true);
});

test("rejects an invalid uid at its argument", () => {
  const refused = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      return error as FunctionError;
    }
    throw new Error("nothing was refused");
  };
  const first = refused(() => call("uid_root", "acme"));
  expect(first).toBeInstanceOf(FunctionError);
  expect([first.argument, first.message]).toEqual([
    0,
    // The engine appends the period.
    expect.stringMatching(/^uid must be a uid: .*; got "acme"$/),
  ]);
  expect(refused(() => call("uid_contains", root, `${root}/x`)).argument).toBe(1);
});
