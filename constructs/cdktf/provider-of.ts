import { TerraformProvider } from "cdktf";

/** Throws an Error unless the value is undefined or one of our providers. */
export function requirePlatformProvider(path: string, provider: unknown): void {
  if (provider === undefined) return;
  if (TerraformProvider.isTerraformProvider(provider) && provider.terraformResourceType === "platform") return;
  throw new Error(`[${path}] provider must be a PlatformProvider`);
}
