import { TerraformProvider, type TerraformResource, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { isUnknown, resolveValue } from "./expression";

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
 * Returns why a provider in another stack cannot be used, or undefined: CDKTF writes only its name, which then refers
 * to a provider in the referring stack, or to none.
 */
export function otherStackProblem(scope: Construct, provider: TerraformProvider): string | undefined {
  const [own, other] = [TerraformStack.of(scope), TerraformStack.of(provider)];
  if (own === other) return undefined;
  return (
    `must belong to the stack ${own.node.path}, but ${provider.node.path} belongs to the stack ${other.node.path}. Create ` +
    `a PlatformProvider in ${own.node.path}, or pass a scope in ${other.node.path}`
  );
}

/** Returns the platform of a resource's provider, as configured: other platforms may have the same uids and paths. */
export function platformOf(resource: TerraformResource): unknown {
  const stack = TerraformStack.of(resource);
  const provider = resource.provider ?? providersOf(stack).find(({ alias }) => alias === undefined);
  const { baseUrlInput } = (provider ?? {}) as { readonly baseUrlInput?: string };
  return isUnknown(baseUrlInput) ? [stack.node.path, resolveValue(resource, baseUrlInput)] : baseUrlInput;
}

/** Returns our providers of a stack. */
export const providersOf = (stack: TerraformStack): TerraformProvider[] =>
  // Stacks in stacks have their own providers.
  stack.allProviders().filter((each) => isPlatformProvider(each) && TerraformStack.of(each) === stack);
