import { intersection, point, type Scope, Scopes, topmost } from "../../../src/service/store";

const root = "0".repeat(40);
const [a, b] = [`${root}/${"a".repeat(16)}`, `${root}/${"b".repeat(16)}`];
const deep = `${a}/${"c".repeat(16)}`;
const subtree = (uid: string): Scope => ({ uid, self: true, below: "all" });
const descendants = (uid: string): Scope => ({ uid, self: false, below: "all" });
const children = (uid: string): Scope => ({ uid, self: false, below: "children" });

test("omits subtrees inside another", () => {
  expect(topmost([deep, b, a, a]).list).toEqual([subtree(a), subtree(b)]);
  expect(topmost([a, root, b]).list).toEqual([subtree(root)]);
  expect(topmost([]).list).toEqual([]);
});

test("does not treat a uid with the same beginning as a descendant", () => {
  expect(topmost(["1".repeat(40), `${"1".repeat(40)}1`]).list).toHaveLength(2);
});

test.each<[string, Scope, Scope, Scope | undefined]>([
  ["the lower of two subtrees", subtree(root), subtree(a), subtree(a)],
  ["nothing of two that are beside each other", subtree(a), subtree(b), undefined],
  ["the descendants in a subtree that reaches as far", subtree(a), descendants(a), descendants(a)],
  ["a subtree among the descendants of what is above", subtree(deep), descendants(root), subtree(deep)],
  ["descendants in a subtree above", subtree(root), descendants(a), descendants(a)],
  ["the children of what may be seen", subtree(root), children(a), children(a)],
  ["of children the one that may be seen", subtree(a), children(root), point(a)],
  ["no grandchild among children", subtree(deep), children(root), undefined],
  ["a point in a subtree", subtree(root), point(deep), point(deep)],
  ["no point beside a subtree", subtree(b), point(deep), undefined],
  ["a point and its subtree", subtree(a), point(a), point(a)],
  ["no point among its own descendants", descendants(a), point(a), undefined],
  ["nothing below a point", point(a), children(root), point(a)],
  ["nothing of a point and what is below it", point(root), subtree(a), undefined],
])("the intersection of two scopes is %s", (_what, one, other, expected) => {
  const result = expected === undefined ? [] : [expected];
  expect(intersection(new Scopes([one]), new Scopes([other])).list).toEqual(result);
  expect(intersection(new Scopes([other]), new Scopes([one])).list).toEqual(result);
});
