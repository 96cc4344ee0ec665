import { DefaultTokenResolver, StringConcat, TerraformStack, Token, Tokenization } from "cdktf";
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
export const resolved = (scope: Construct, value: unknown): unknown =>
  Tokenization.resolve(value, {
    scope: TerraformStack.of(scope),
    resolver: new DefaultTokenResolver(new StringConcat()),
    preparing: false,
  });

/** The type of the resource whose uid an expression is, such as `group` of `${platform_group.team.uid}`. */
export const typeOfUid = (resolved: unknown): string | undefined =>
  typeof resolved === "string"
    ? /^\$\{(?:data\.)?platform_([a-z_]+)\.[\w-]+(?:\[[^\]]*\])?\.uid\}$/.exec(resolved)?.[1]
    : undefined;
