import * as pulumi from "@pulumi/pulumi";
import { didYouMean } from "../../src/model";
import { providerSettings, secretSettings } from "./provider-settings";
import { runError } from "./run-error";

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
