import { TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";
import { description } from "./kind";

/** Checks of the arguments of constructs and their functions, since a program in plain JavaScript may pass anything. */

/** Returns the path of a construct before it is created. Throws an Error for an invalid scope or id. */
export function pathOf(scope: Construct, id: string, argument = "id"): string {
  requireScope(typeof id === "string" ? id : "", scope);
  const { path } = scope.node;
  if (typeof id !== "string" || id === "")
    throw new Error(`[${path}] ${argument} must be a non-empty string; got ${description(id)}`);
  if (Token.isUnresolved(id)) throw new Error(`[${path}] ${argument} must be known at synthesis`);
  return `${path}/${id}`;
}

/**
 * Returns a name derived from a construct id: the id if it is a valid name; otherwise its words in lower case, joined by
 * dashes: `deploy-app` for `DeployApp`.
 */
export const nameFromId = (id: string): string =>
  /^[a-z0-9 ._-]+$/.test(id)
    ? id
    : id
        .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3-$2")
        .toLowerCase()
        .replace(/[^a-z0-9 ._]+/g, "-")
        .replace(/^-|-$/g, "");

/** Throws an Error unless the value is a stack or a construct in one. */
export function requireScope(path: string, scope: unknown): void {
  if (Construct.isConstruct(scope) && scope.node.scopes.some(TerraformStack.isStack)) return;
  throw new Error(`[${path}] scope must be a TerraformStack, or a construct in one; got ${description(scope)}`);
}

/** Throws an Error for extra arguments of a function. `path` is the path of the construct that it creates. */
export function rejectExtraArguments(path: string, name: string, extraArguments: readonly unknown[]): void {
  const first = extraArguments.find((each) => each !== undefined);
  if (first !== undefined) throw new Error(`[${path}] unexpected argument for ${name}: ${description(first)}`);
}
