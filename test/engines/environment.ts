import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { engines, programFolders } from "./locate";

export interface TerraformEnvironmentOptions {
  /** The root of a filesystem mirror that contains our provider. */
  readonly pluginMirror?: string;
  /**
   * Omits `provider_installation`, so that providers are searched as without a CLI configuration: in
   * `terraform.d/plugins` of the working directory, then of the home directory, which gets a copy of the mirrors.
   */
  readonly defaultInstallation?: boolean;
}

/**
 * Returns the environment for `terraform`, `tofu` or `cdktf` in a test: their files are below `directory` (created if
 * missing), only PATH is inherited, and hashicorp/null comes from the mirror that `npm run engines` built.
 */
export function terraformEnvironment(
  directory: string,
  { pluginMirror, defaultInstallation = false }: TerraformEnvironmentOptions = {},
): NodeJS.ProcessEnv {
  const mirrors = [
    { path: engines.nullMirror?.path, provider: "registry.terraform.io/hashicorp/null" },
    { path: pluginMirror, provider: "registry.terraform.io/platform-iac/platform" },
  ].filter((mirror): mirror is Mirror => mirror.path !== undefined);

  const home = makeFolder(directory, "home");
  const configuration = path.join(directory, "terraform.tfrc");
  writeFileSync(configuration, defaultInstallation ? "" : providerInstallation(mirrors));
  if (defaultInstallation) {
    for (const mirror of mirrors) cpSync(mirror.path, path.join(home, ".terraform.d/plugins"), { recursive: true });
  }

  return {
    ...common(),
    HOME: home,
    TF_CLI_CONFIG_FILE: configuration,
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
    CHECKPOINT_DISABLE: "1",
    // cdktf would otherwise set a plugin cache in the home directory.
    CDKTF_DISABLE_PLUGIN_CACHE_ENV: "1",
  };
}

interface Mirror {
  readonly path: string;
  readonly provider: string;
}

/** Lists all sources of providers; without a `direct` block, the engine uses no registry. */
function providerInstallation(mirrors: readonly Mirror[]): string {
  const blocks = mirrors.map(
    ({ path, provider }) =>
      `  filesystem_mirror {\n    path    = ${JSON.stringify(path)}\n    include = [${JSON.stringify(provider)}]\n  }\n`,
  );
  return `provider_installation {\n${blocks.join("")}}\n`;
}

/**
 * Returns the environment for `pulumi` in a test: state in files below `directory` (created if missing) with an empty
 * passphrase, and no downloads of plugins, policies or updates. Programs resolve modules from their own folder, so link
 * `node_modules` there.
 */
export function pulumiEnvironment(directory: string): NodeJS.ProcessEnv {
  return {
    ...common(),
    HOME: makeFolder(directory, "home"),
    PULUMI_HOME: makeFolder(directory, "pulumi"),
    PULUMI_BACKEND_URL: pathToFileURL(makeFolder(directory, "state")).href,
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
}

const common = () => ({ PATH: programFolders.join(path.delimiter), TMPDIR: tmpdir() });

function makeFolder(directory: string, name: string): string {
  const folder = path.join(directory, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
