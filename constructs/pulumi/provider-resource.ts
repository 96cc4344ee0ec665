import * as pulumi from "@pulumi/pulumi";
import { didYouMean } from "../../src/model";
import { requireName, requireObject } from "./arguments";
import type { Configuration } from "./environment";
import type { ProviderArgs } from "./generated/provider-args";
import { providerSettings, secretSettings } from "./provider-settings";
import { runError } from "./run-error";

/** The package of Pulumi's dynamic resources. */
const DYNAMIC = "pulumi-nodejs";

type Settings = Readonly<Record<string, string>>;

/** The settings of providers, by their keys in stack configuration. */
const settings = new WeakMap<pulumi.ProviderResource, pulumi.Output<Settings>>();

/**
 * The connection to one platform, for programs that use several. Resources, components and lookups use the provider in
 * their option `provider`, or that of their parent; without one, they use the stack's configuration and environment
 * variables.
 *
 * The state contains a provider's settings, so that `pulumi refresh` and `pulumi destroy` use them too. An explicit
 * provider does not read the stack's configuration.
 */
export class Provider extends pulumi.ProviderResource {
  /** Declares a provider. `name` must be unique in the program among providers. */
  constructor(name: string, args: ProviderArgs, options?: pulumi.ResourceOptions) {
    requireName("Provider", name);
    requireObject(`Provider ${name}`, "args", args, ["baseUrl", "authUrl"]);
    const inputs = keyed(name, args);
    super(DYNAMIC, name, inputs, options);
    settings.set(
      this,
      pulumi
        .output(inputs)
        .apply(
          (known) => Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as Settings,
        ),
    );
  }
}

/** Returns a provider's arguments by their keys in stack configuration. Throws a RunError for unknown and secret ones. */
function keyed(name: string, args: object): Record<string, pulumi.Input<string | undefined>> {
  const names = providerSettings.map((each) => each.name);
  const entries = Object.entries(args).map(([each, value]: [string, pulumi.Input<unknown>]) => {
    const secret = secretSettings.find((setting) => setting.name === each);
    if (secret)
      throw runError(
        `Provider ${name}: ${each} is a secret and must not be in the state: set ${secret.env}, or set envPrefix and the variable ` +
          `${secret.env} with that prefix`,
      );
    if (!names.includes(each))
      throw runError(
        `Provider ${name}: ${each} is not a setting; settings are ${names.join(", ")}${didYouMean(each, names)}`,
      );
    const given: pulumi.Output<unknown> = pulumi.output(value);
    return [`platform:${each}`, given.apply((known) => known?.toString())] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns a provider's settings by their keys in stack configuration. */
export const settingsOf = (provider: Provider): pulumi.Output<Settings> => settings.get(provider)!;

/**
 * Returns the provider of a resource or lookup: that of its options, or of its parent. Throws a RunError if it is that
 * of another package.
 */
export function providerFor(
  what: string,
  { provider, parent }: { readonly provider?: pulumi.ProviderResource; readonly parent?: pulumi.Resource } = {},
): Provider | undefined {
  const found =
    provider ?? parent?.getProvider(`${DYNAMIC}:dynamic/platform:Group`) ?? parent?.getProvider("platform:index:Group");
  if (found === undefined || settings.has(found)) return found;
  throw runError(`${what}: options.provider must be a Provider of platform-iac/pulumi`);
}

/** Returns the stack's configuration. Throws a RunError for unknown keys. */
export function stackConfiguration(): Configuration {
  checkConfiguration();
  const configuration = new pulumi.Config("platform");
  return { get: (key) => configuration.get(key.replace(/^platform:/, "")) };
}

/** Throws a RunError for unknown keys in our stack configuration, since a misspelled setting would be ignored. */
export function checkConfiguration(): void {
  const keyOf = ({ name }: { readonly name: string }) => `platform:${name}`;
  const known = providerSettings.map(keyOf);
  // Secrets have a separate error, which names the environment variable to set instead.
  const secrets = secretSettings.map(keyOf);
  for (const key of Object.keys(pulumi.runtime.allConfig())) {
    if (!key.startsWith("platform:") || known.includes(key) || secrets.includes(key)) continue;
    const suggestion = didYouMean(key, known);
    throw runError(`${key} is not a configuration key; supported keys are ${known.join(", ")}${suggestion}`);
  }
}
