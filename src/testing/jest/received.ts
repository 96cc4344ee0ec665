import { AccessGraph, Directory, emptySnapshot, NotFoundError, type Snapshot } from "../../access";
import {
  configuredAccess,
  isPulumiPreview,
  isTerraformConfiguration,
  isTerraformPlan,
  plannedAccess,
  pulumiPreview,
  type TerraformConfiguration,
  terraformPlan,
} from "../../access/sources";

/** The access that a matcher examines. */
export interface Access {
  readonly graph: AccessGraph;
  readonly directory: Directory;
}

/** A construct of CDKTF, which is an optional peer: its types would be missing in projects without it. */
interface Construct {
  readonly node: { readonly id: string; findAll(): readonly Construct[] };
}

/** Returns the access in the value of `expect`. Throws an Error if it is nothing that describes access. */
export function accessIn(received: unknown): Access {
  const snapshot = snapshotOf(received);
  return { graph: new AccessGraph(snapshot, new Date().toISOString()), directory: new Directory(snapshot) };
}

function snapshotOf(received: unknown): Snapshot {
  const value: unknown = typeof received === "string" ? parsed(received) : received;
  if (isSnapshot(value)) return value;
  if (isConstruct(value)) return configuredAccess(synthesized(value));
  if (isTerraformPlan(value)) return plannedAccess(terraformPlan(value), emptySnapshot).after;
  if (isPulumiPreview(value)) return plannedAccess(pulumiPreview(value), emptySnapshot).after;
  if (isTerraformConfiguration(value)) return configuredAccess([{ json: value }]);
  const hint =
    value instanceof Promise
      ? "it is a promise: write expect(await …)"
      : hasAccess(value)
        ? "read its access first: expect(await platform.access())"
        : `it is ${value === null ? "null" : Array.isArray(value) ? "an array" : `of type ${typeof value}`}`;
  throw new Error(
    `the value of expect() must be a CDKTF stack or app, the result of Testing.synth, a plan ("terraform show -json PLAN" or "pulumi preview --json"), or the result of platform.access(); ${hint}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`the text in expect() must be JSON: ${(error as Error).message}`);
  }
}

const has = (value: unknown, ...members: readonly string[]): boolean =>
  typeof value === "object" && value !== null && members.every((name) => name in value);

const isSnapshot = (value: unknown): value is Snapshot =>
  has(value, "groups", "identities", "roles", "bindings", "gaps");

const isConstruct = (value: unknown): value is Construct =>
  has(value, "node") && typeof (value as Construct).node.findAll === "function";

const hasAccess = (value: unknown): boolean =>
  has(value, "access") && typeof (value as { readonly access: unknown }).access === "function";

/** Synthesizes the stacks of an app, or one stack, with all validations. */
function synthesized(construct: Construct): readonly TerraformConfiguration[] {
  const { TerraformStack, Testing } = cdktf();
  const stacks = construct.node.findAll().filter((each) => TerraformStack.isStack(each));
  if (stacks.length === 0) throw new Error("the construct in expect() must be a stack, or an app with stacks");
  return stacks.map((stack) => ({
    name: stack.node.id,
    // A stack by the check above.
    json: JSON.parse(Testing.synth(stack as unknown as Parameters<typeof Testing.synth>[0], true)),
  }));
}

/** Loaded only for constructs, which come from it. */
const cdktf = (): typeof import("cdktf") => require("cdktf");

/**
 * A group or an identity: its name, path, uid or address, or a construct or another object with a `uid`.
 */
export type Named = string | { readonly uid: string };

/** Finds a group. Throws NotFoundError. */
export const groupIn = ({ directory }: Access, group: Named): string =>
  find((text) => directory.findGroup(text), "group", group);

/** Finds an identity. Throws NotFoundError. */
export const identityIn = ({ directory }: Access, identity: Named): string =>
  find((text) => directory.findIdentity(text), "identity", identity);

function find(lookUp: (text: string) => string, member: string, named: Named): string {
  const texts = textsFor(member, named);
  for (const text of texts.slice(1))
    try {
      return lookUp(text);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  return lookUp(texts[0]!);
}

/** Returns the texts by which something may be found; the first is for messages. */
export function textsFor(member: string, named: Named): readonly [string, ...string[]] {
  if (typeof named === "string" && named !== "") return [named];
  const uid = has(named, "uid") ? (named as { readonly uid: unknown }).uid : undefined;
  if (typeof uid !== "string")
    throw new Error(`${member} must be a name, path, uid or address, or a construct or resource with a uid`);
  if (!isConstruct(named)) return [uid];
  const { DefaultTokenResolver, StringConcat, TerraformStack, Tokenization } = cdktf();
  // Every construct with a uid is in a stack.
  const stack = TerraformStack.of(named as unknown as Parameters<typeof TerraformStack.of>[0]);
  const resolver = new DefaultTokenResolver(new StringConcat());
  const text = String(Tokenization.resolve(uid, { scope: stack, resolver, preparing: false }));
  const address = /^\$\{(.*)\.uid\}$/.exec(text)?.[1];
  return address === undefined ? [text] : [address, `${stack.node.id}:${address}`];
}
