import { TerraformProvider } from "cdktf";

/** Throws an Error unless the value is one of our providers, or none is given. */
export function requirePlatformProvider(path: string, provider: unknown): void {
  if (provider === undefined) return;
  if (TerraformProvider.isTerraformProvider(provider) && provider.terraformResourceType === "platform") return;
  throw new Error(`[${path}] provider must be a PlatformProvider`);
}
