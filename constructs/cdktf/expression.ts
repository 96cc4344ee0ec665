import {
  DefaultTokenResolver,
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  StringConcat,
  TerraformStack,
  Token,
  Tokenization,
} from "cdktf";
import type { Construct } from "constructs";
import { hasExpression, unescaped } from "../../src/access/sources/terraform-strings";

/** Values that are known only at deployment: CDKTF tokens, and expressions that a program wrote into strings. */

/** Returns whether a value is, or contains, one that is known only at deployment. */
export const isUnknown = (value: unknown): boolean =>
  Token.isUnresolved(value) || (typeof value === "string" && hasExpression(value));

/** Placeholder for values that are known only at deployment. */
export const unknown = Symbol("unknown");

/**
 * Returns a value as Terraform sends it to the service, with placeholders where it is unknown. A map with an unknown
 * key is unknown.
 */
export function resolveLiterals(value: unknown): unknown {
  if (isUnknown(value)) return unknown;
  if (typeof value === "string") return unescaped(value);
  if (Array.isArray(value)) return value.map(resolveLiterals);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  if (Object.keys(value).some(isUnknown)) return unknown;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [unescaped(name), resolveLiterals(each)]));
}

/** Returns a value as the construct's stack writes it. */
export const resolveValue = (scope: Construct, value: unknown): unknown =>
  resolveIn(TerraformStack.of(scope), value).text;

/** Returns the other stacks to whose resources and data sources a value refers, at any depth. */
export function stacksReferredTo(scope: Construct, value: unknown): readonly TerraformStack[] {
  const own = TerraformStack.of(scope);
  return [...resolveIn(own, value).origins].filter((stack) => stack !== own);
}

/** A reference to an attribute of one of our resources or data sources. */
export interface AttributeReference {
  /** The stack of the resource or data source. */
  readonly stack: TerraformStack;
  /** The address without index, such as `data.platform_group.team`. */
  readonly address: string;
  /** The type without prefix: `group` for `platform_group`. */
  readonly type: string;
  readonly attribute: string;
}

const reference = /^\$\{((?:data\.)?platform_([a-z_]+)\.[\w-]+)(?:\[[^\]]*\])?\.(\w+)\}$/;

/** Returns the attribute that a value refers to, in any stack; undefined unless the value is a single reference. */
export function attributeReference(scope: Construct, value: unknown): AttributeReference | undefined {
  const [stack = TerraformStack.of(scope), ...others] = stacksReferredTo(scope, value);
  if (others.length > 0) return undefined;
  // Resolved in its own stack: in others, the reference is an output of a remote state, without the resource.
  const resolved = resolveIn(stack, value).text;
  const [, address, type, attribute] = (typeof resolved === "string" && reference.exec(resolved)) || [];
  return address && type && attribute ? { stack, address, type, attribute } : undefined;
}

function resolveIn(stack: TerraformStack, value: unknown) {
  const resolver = new OriginCollector(new StringConcat());
  const text: unknown = Tokenization.resolve(value, { scope: stack, resolver, preparing: false });
  return { text, origins: resolver.origins };
}

/** Resolves tokens and collects the stacks that they refer to. CDKTF does not export its class of references. */
class OriginCollector extends DefaultTokenResolver {
  readonly origins = new Set<TerraformStack>();

  override resolveToken(
    token: IResolvable & { readonly originStack?: TerraformStack },
    context: IResolveContext,
    postProcessor: IPostProcessor,
  ): unknown {
    if (token.originStack) this.origins.add(token.originStack);
    return super.resolveToken(token, context, postProcessor);
  }
}
