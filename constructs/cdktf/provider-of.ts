import { TerraformProvider, TerraformStack } from "cdktf";
import type { Construct } from "constructs";

/**
 * Throws an Error unless the value is undefined or one of our providers, in the stack of the scope. `path` is the path
 * of the construct that takes it.
 */
export function requirePlatformProvider(path: string, scope: Construct, provider: unknown): void {
  if (provider === undefined) return;
  const problem = isPlatformProvider(provider) ? otherStackProblem(scope, provider) : "must be a PlatformProvider";
  if (problem) throw new Error(`[${path}] provider ${problem}`);
}

const isPlatformProvider = (value: unknown): value is TerraformProvider =>
  TerraformProvider.isTerraformProvider(value) && value.terraformResourceType === "platform";

/**
 * Returns the problem of a provider in another stack: CDKTF writes only its name, which is that of a provider in the
 * own stack, or of none.
 */
export function otherStackProblem(scope: Construct, provider: TerraformProvider): string | undefined {
  const [own, other] = [TerraformStack.of(scope), TerraformStack.of(provider)];
  if (own === other) return undefined;
  return (
    `must be of the stack ${own.node.path}: ${provider.node.path} is of the stack ${other.node.path}. Create a ` +
    `PlatformProvider in ${own.node.path}, or give a scope in ${other.node.path}`
  );
}
