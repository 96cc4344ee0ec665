/**
 * Terraform's strings. `${` and `%{` begin an expression; `$${` and `%%{` are the escaped characters.
 */
const expression = /(?<!\$)(?:\$\$)*\$\{|(?<!%)(?:%%)*%\{/;

/** Returns whether a string contains an expression, whose value is known only at deployment. */
export const hasExpression = (text: string): boolean => expression.test(text);

/** Returns a string as Terraform sends it to the service. */
export const unescaped = (text: string): string => text.replace(/([$%])\1\{/g, "$1{");

/** Returns a string that Terraform reads as the literal text. */
export const escaped = (text: string): string => text.replace(/([$%])\{/g, "$1$1{");
