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

/**
 * Values that are known only at deployment: CDKTF's tokens, and expressions that a program wrote into strings. In a
 * string that Terraform reads, `${` and `%{` begin an expression, and `$${` and `%%{` stand for the characters.
 */
const expression = /(?<!\$)(?:\$\$)*\$\{|(?<!%)(?:%%)*%\{/;

/** Whether a value is, or contains, something that is known only at deployment. */
export const isUnknown = (value: unknown): boolean =>
  Token.isUnresolved(value) || (typeof value === "string" && expression.test(value));

/** A string as the service will get it. */
export const unescaped = (text: string): string => text.replace(/([$%])\1\{/g, "$1{");

/** A string that Terraform reads as the text. */
export const escaped = (text: string): string => text.replace(/([$%])\{/g, "$1$1{");

/** What stands in a value for what is known only at deployment. */
export const unknown = Symbol("unknown");

/** A value as the service will get it, as far as it is known. A map with a key that is not known is not known. */
export function asSent(value: unknown): unknown {
  if (isUnknown(value)) return unknown;
  if (typeof value === "string") return unescaped(value);
  if (Array.isArray(value)) return value.map(asSent);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  if (Object.keys(value).some(isUnknown)) return unknown;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [unescaped(name), asSent(each)]));
}

/** A value as the construct's stack writes it. */
export const resolved = (scope: Construct, value: unknown): unknown => resolveIn(TerraformStack.of(scope), value).text;

/** The stacks, other than the construct's own, to whose resources and data sources a value refers, however deep. */
export function stacksReferredTo(scope: Construct, value: unknown): readonly TerraformStack[] {
  const own = TerraformStack.of(scope);
  return [...resolveIn(own, value).origins].filter((stack) => stack !== own);
}

/** An attribute of a resource or data source of ours. */
export interface AttributeReference {
  /** The stack of the resource or data source. */
  readonly stack: TerraformStack;
  /** `data.platform_group.team`, without the element of several. */
  readonly address: string;
  /** `group` of a `platform_group`. */
  readonly type: string;
  readonly attribute: string;
}

const reference = /^\$\{((?:data\.)?platform_([a-z_]+)\.[\w-]+)(?:\[[^\]]*\])?\.(\w+)\}$/;

/** The attribute that a value of a construct is, in whatever stack; undefined where it is no single one. */
export function attributeReference(scope: Construct, value: unknown): AttributeReference | undefined {
  const [stack = TerraformStack.of(scope), ...others] = stacksReferredTo(scope, value);
  if (others.length > 0) return undefined;
  // In other stacks it is an output of a state, which does not tell the resource.
  const written = resolveIn(stack, value).text;
  const [, address, type, attribute] = (typeof written === "string" && reference.exec(written)) || [];
  return address && type && attribute ? { stack, address, type, attribute } : undefined;
}

function resolveIn(stack: TerraformStack, value: unknown) {
  const resolver = new OriginCollector(new StringConcat());
  const text: unknown = Tokenization.resolve(value, { scope: stack, resolver, preparing: false });
  return { text, origins: resolver.origins };
}

/** Resolves tokens, and collects the stacks of what they refer to. CDKTF's class of references is not exported. */
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
