import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { settings } from "../../src/client";
import { camelCase } from "../../src/model";
import { providerSource } from "../../src/provider/install";
import { pathOf } from "./arguments";
import * as bindings from "./bindings";
import { isUnknown } from "./expression";
import { description } from "./kind";
import { lockFile, type RequiredProvider } from "./lock-file";
import { checkNames } from "./properties";
import { providersOf } from "./provider-of";
import { type SharedPlugin, sharedPlugin } from "./shared-plugin";

/** The platform's address and credentials; unset properties are read from the environment. */
export interface PlatformProviderProps extends bindings.provider.PlatformProviderConfig {}

const properties = [...Object.keys(settings).map(camelCase), "alias"];

/**
 * The provider of a stack. Synthesis copies the plugin of this package into the output directory, once for all stacks,
 * links the stack's plugin directory to it, and adds its entry to the lock file of the stack, so that `cdktf deploy` finds it without a registry or any configuration, with Terraform and
 * with OpenTofu. A `provider_installation` block in a Terraform CLI configuration disables that directory; such a
 * configuration must name a mirror (`platformctl provider install --dir`).
 *
 * A token given here is written into the synthesized stack: use `PLATFORM_TOKEN` instead.
 */
export class PlatformProvider extends bindings.provider.PlatformProvider {
  /** @ignore Every generated class has it. */
  static override generateConfigForImport(): never {
    throw new Error("a provider cannot be imported; generateConfigForImport is for resources");
  }

  constructor(scope: Construct, id: string, props: PlatformProviderProps = {}) {
    checkNames(pathOf(scope, id), "PlatformProvider", properties, props);
    super(scope, id, props);
    this.node.addValidation({ validate: () => [...aliasProblem(this), ...valueProblems(this)] });
    const stack = TerraformStack.of(this);
    const { synthesizer } = stack;
    stack.synthesizer = {
      synthesize: (session) => {
        synthesizer.synthesize(session);
        const directory = path.join(session.outdir, session.manifest.forStack(stack).workingDirectory);
        addPlugin(stack, directory, sharedPlugin(session));
      },
    };
  }
}

/** Aliases are unique within a stack: CDKTF would write both providers, and Terraform would reject them. */
function aliasProblem(provider: PlatformProvider): string[] {
  const { alias } = provider;
  const [first] = providersOf(TerraformStack.of(provider)).filter((each) => each.alias === alias);
  if (!first || first === provider || isUnknown(alias)) return [];
  return alias === undefined
    ? [`alias is required: the default provider of this stack is ${first.node.path}`]
    : [`alias ${JSON.stringify(alias)} is already used by ${first.node.path}`];
}

function valueProblems(provider: PlatformProvider): string[] {
  const inputs = provider as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(settings).flatMap(([name, setting]) => {
    const value = inputs[`${camelCase(name)}Input`];
    const allowed: readonly unknown[] | undefined = "values" in setting ? setting.values : undefined;
    if (!allowed || value === undefined || isUnknown(value) || allowed.includes(value)) return [];
    return [`${camelCase(name)} must be one of ${allowed.join(", ")}; got ${description(value)}`];
  });
}

function addPlugin(stack: TerraformStack, directory: string, { version, hash, linkTo }: SharedPlugin): void {
  linkTo(directory);
  const required = requiredProviders(stack);
  const own = required.find(({ address }) => address === providerSource)!;
  const others = required.filter((provider) => provider !== own);

  const file = path.join(directory, ".terraform.lock.hcl");
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const after = lockFile(before, { ...own, version, hash }, others);
  if (after !== before) writeFileSync(file, after);
}

/** Reads the synthesized stack, so that overrides are included. */
function requiredProviders(stack: TerraformStack): RequiredProvider[] {
  const required: Record<string, { source?: string; version?: string }> =
    stack.toTerraform().terraform.required_providers;
  return Object.entries(required).map(([name, { source, version }]) => ({
    address: fullAddress(source ?? name),
    constraints: version ?? "",
  }));
}

/** Returns the full source address: `registry.terraform.io/hashicorp/null` for `null` and `hashicorp/null`. */
function fullAddress(source: string): string {
  const given = source.split("/");
  return [...["registry.terraform.io", "hashicorp"].slice(0, 3 - given.length), ...given].join("/");
}
