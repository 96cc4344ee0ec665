import { dependable, type ITerraformDependable, ref, TerraformElement, type TerraformProvider, Token } from "cdktf";
import type { Construct } from "constructs";
import { camelCase } from "../../src/model";
import { pathOf } from "./arguments";
import { checkNames } from "./properties";
import { requirePlatformProvider } from "./provider-of";

/** The arguments that every ephemeral resource takes. */
export interface EphemeralArguments {
  /** The provider. Defaults to the stack's provider. */
  readonly provider?: TerraformProvider;
  /** Resources and data sources that are deployed first. */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/**
 * An ephemeral resource, for which CDKTF has no class. Its values exist only while a command runs and are never stored
 * in a state or plan. They can be used in providers, provisioners, write-only attributes and other ephemeral resources.
 */
export abstract class EphemeralResource extends TerraformElement {
  readonly #attributes: readonly string[];
  readonly #config: EphemeralArguments;

  /** `attributes` are the names in Terraform that can be set. */
  constructor(
    scope: Construct,
    id: string,
    readonly terraformResourceType: string,
    attributes: readonly string[],
    config: EphemeralArguments,
  ) {
    const path = pathOf(scope, id);
    const names = [...attributes.map(camelCase), "provider", "dependsOn"];
    checkNames(path, terraformResourceType, names, config);
    requirePlatformProvider(path, scope, config.provider);
    super(scope, id, `ephemeral.${terraformResourceType}`);
    this.#attributes = attributes;
    this.#config = config;
  }

  /** Returns a reference to an attribute. */
  protected getStringAttribute(attribute: string): string {
    return Token.asString(ref(`ephemeral.${this.terraformResourceType}.${this.friendlyUniqueId}.${attribute}`));
  }

  /** @ignore CDKTF calls it during synthesis. */
  override toTerraform(): object {
    const { provider, dependsOn } = this.#config;
    const values = this.#config as Readonly<Record<string, unknown>>;
    const given = this.#attributes.map((attribute) => [attribute, values[camelCase(attribute)]]);
    const configuration = {
      ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
      ...(provider && { provider: provider.fqn }),
      ...(dependsOn && { depends_on: dependsOn.map((each) => dependable(each)) }),
    };
    return { ephemeral: { [this.terraformResourceType]: { [this.friendlyUniqueId]: configuration } } };
  }

  /** @ignore CDKTF's HCL output has no ephemeral resources and would drop this one without an error. */
  override toHclTerraform(): never {
    throw new Error(`[${this.node.path}] CDKTF's HCL output does not support ephemeral resources; use JSON`);
  }
}
