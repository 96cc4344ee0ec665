import * as pulumi from "@pulumi/pulumi";
import { type SettingName, settings } from "../../src/client";
import { camelCase, didYouMean } from "../../src/model";
import { movedFrom } from "./address";
import { runError } from "./run-error";

/** Throws a RunError for unknown keys in our stack configuration, since a misspelled setting would be ignored. */
export function checkConfiguration(): void {
  const names = Object.keys(settings) as SettingName[];
  const keyOf = (name: SettingName) => `platform:${camelCase(name)}`;
  const known = [...names.filter((name) => !settings[name].sensitive).map(keyOf), movedFrom.key];
  // Secrets have a separate error, which names the environment variable to set instead.
  const secrets = names.filter((name) => settings[name].sensitive).map(keyOf);
  for (const key of Object.keys(pulumi.runtime.allConfig())) {
    if (!key.startsWith("platform:") || known.includes(key) || secrets.includes(key)) continue;
    const suggestion = didYouMean(key, known);
    throw runError(`${key} is not a configuration key; supported keys are ${known.join(", ")}${suggestion}`);
  }
}
