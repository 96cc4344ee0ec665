import { TerraformElement, TerraformResource, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { stacksReferredTo } from "./expression";

/**
 * References between stacks: the referring stack is deployed after the other, so references must not form a cycle.
 * CDKTF reports a cycle only at its last reference, and names only the stacks.
 */

const explained = new WeakSet<TerraformStack>();

/**
 * Extends the error for a dependency cycle, found while the construct's stack is prepared, with the references of the
 * cycle.
 */
export function explainCycles(construct: Construct): void {
  const stack = TerraformStack.of(construct);
  if (explained.has(stack)) return;
  explained.add(stack);
  const prepareStack = stack.prepareStack.bind(stack);
  stack.prepareStack = () => {
    try {
      prepareStack();
    } catch (error) {
      const cycle = shortestCycle(stack.node.root);
      if (cycle.length === 0) throw error;
      throw new Error(explanation(cycle), { cause: error });
    }
  };
}

/** A dependency of one stack on another. */
interface Dependency {
  readonly from: TerraformStack;
  readonly to: TerraformStack;
  /** The elements with references between the two; empty if the program calls `addDependency`. */
  readonly elements: readonly TerraformElement[];
}

/** Returns the shortest dependency cycle of an app. */
function shortestCycle(app: IConstruct): readonly Dependency[] {
  const dependencies = app.node.findAll().filter(TerraformStack.isStack).flatMap(dependenciesOf);
  const cycles = dependencies.map((first) => [first, ...(pathBetween(dependencies, first.to, first.from) ?? [])]);
  return cycles.filter(isClosed).sort((one, other) => one.length - other.length)[0] ?? [];
}

const isClosed = (path: readonly Dependency[]): boolean => path.at(-1)?.to === path[0]?.from;

function dependenciesOf(from: TerraformStack): Dependency[] {
  const elements = new Map<TerraformStack, TerraformElement[]>(from.dependencies.map((to) => [to, []]));
  for (const element of from.node.findAll()) {
    if (!TerraformElement.isTerraformElement(element) || TerraformStack.of(element) !== from) continue;
    for (const to of stacksReferredTo(element, element.toTerraform()))
      elements.set(to, [...(elements.get(to) ?? []), element]);
  }
  return [...elements].map(([to, referring]) => ({ from, to, elements: referring }));
}

/** Returns the shortest path from one stack to another; undefined if there is none. */
function pathBetween(all: readonly Dependency[], from: TerraformStack, to: TerraformStack): Dependency[] | undefined {
  const paths = new Map<TerraformStack, Dependency[]>([[from, []]]);
  // A Map iterates over entries added during iteration, in order, so this is a breadth-first search.
  for (const [stack, path] of paths) {
    if (stack === to) return path;
    for (const next of all) if (next.from === stack && !paths.has(next.to)) paths.set(next.to, [...path, next]);
  }
  return undefined;
}

function explanation(cycle: readonly Dependency[]): string {
  const steps = cycle.flatMap(({ from, to, elements }) => {
    const towards = `refers to the stack ${to.node.path}`;
    if (elements.length === 0)
      return [`[${from.node.path}] addDependency adds a dependency on the stack ${to.node.path}`];
    const references = elements.slice(0, MAX_NAMED).map(({ node }) => `[${node.path}] ${towards}`);
    return elements.length > MAX_NAMED ? [...references, `and ${elements.length - MAX_NAMED} more`] : references;
  });
  const granting = cycle.find(({ elements }) => elements.length > 0 && elements.every(isGrant));
  const advice = granting
    ? `Create these grants in the stack ${granting.to.node.path}: group.grant(identity, role, { scope }), ` +
      "where scope is a construct of that stack"
    : "Move the referring constructs into one of the stacks, or into a separate stack";
  return `stacks that refer to each other cannot be deployed:\n  ${[...steps, advice].join("\n  ")}`;
}

/** The maximum number of references in the message. */
const MAX_NAMED = 5;

const isGrant = (element: TerraformElement): boolean =>
  TerraformResource.isTerraformResource(element) && element.terraformResourceType === "platform_role_binding";
