import { type SettingName, settings } from "../../src/client";
import { camelCase } from "../../src/model";
import { previousBaseUrlSetting } from "./address";

/** A setting of a provider, and of the stack's configuration, where its key is `platform:` and the name. */
export interface ProviderSetting {
  /** The name in lowerCamelCase. */
  readonly name: string;
  readonly kind: "string" | "boolean";
  readonly description: string;
}

const names = Object.keys(settings) as SettingName[];

/** The settings that must not be stored in a state, by name. */
export const secretSettings: readonly { readonly name: string; readonly env: string }[] = names
  .filter((name) => settings[name].sensitive)
  .map((name) => ({ name: camelCase(name), env: settings[name].env }));

/** The settings of a provider. Secrets are not among them, since the state contains a provider's settings. */
export const providerSettings: readonly ProviderSetting[] = [
  ...names
    .filter((name) => !settings[name].sensitive)
    .map((name) => ({ name: camelCase(name), kind: settings[name].kind, description: described(name) })),
  {
    name: previousBaseUrlSetting.key.replace("platform:", ""),
    kind: "string",
    description: `The previous base URL of a service that has moved. Overrides the environment variable ${previousBaseUrlSetting.env}.`,
  },
  {
    name: "envPrefix",
    kind: "string",
    description:
      "The prefix of the environment variables that this provider reads: with STAGING_, its access token is " +
      "STAGING_PLATFORM_TOKEN, and PLATFORM_TOKEN has no effect. Without it, the provider reads the variables without a prefix.",
  },
];

/** Settings have snake_case names in descriptions, as in Terraform. */
function described(name: SettingName): string {
  const inCamelCase = names.reduce(
    (text, each) =>
      text.replaceAll(new RegExp(`\\b${each}\\b`, "g"), (word) => (word.includes("_") ? camelCase(word) : word)),
    settings[name].description as string,
  );
  return `${inCamelCase} Overrides the environment variable ${settings[name].env}.`;
}
