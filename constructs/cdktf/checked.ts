import type { ImportableResource, TerraformProvider, TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import type { ResourceDefinition } from "../../src/model";
import { importIdFormats, parseImportId } from "../../src/provider/import-id";
import { pathOf } from "./arguments";
import { isUnknown } from "./expression";
import { duplicateImportProblem, recordImport } from "./imports";
import { description } from "./kind";
import { checkProperties } from "./properties";
import { requirePlatformProvider } from "./provider-of";
import { referenceProblem } from "./uids";

interface Generated {
  // biome-ignore lint/suspicious/noExplicitAny: TypeScript allows no other arguments of a class that is extended so
  new (...args: any[]): TerraformResource;
  generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource;
}

/**
 * Extends a generated class with checks of its functions' arguments: import ids, the values of setters, and the objects
 * of the `put` functions, in which CDKTF drops misspelled properties.
 */
export function checked<G extends Generated>(definition: ResourceDefinition, generated: G): G {
  class Checked extends generated {
    static override generateConfigForImport(
      scope: Construct,
      importToId: string,
      importFromId: string,
      provider?: TerraformProvider,
    ): ImportableResource {
      const path = pathOf(scope, importToId, "importToId");
      requireImportId(definition, path, "importFromId", importFromId);
      requirePlatformProvider(path, scope, provider);
      return generated.generateConfigForImport(scope, importToId, importFromId, provider);
    }

    override importFrom(id: string, provider?: TerraformProvider): void {
      const { path } = this.node;
      requireImportId(definition, path, "the id of importFrom", id);
      requirePlatformProvider(path, this, provider);
      super.importFrom(id, provider);
      recordImport(this, id);
      this.node.addValidation({
        validate: () => {
          const problem = referenceProblem(definition, this, id) ?? duplicateImportProblem(this);
          return problem ? [`the id of importFrom ${problem}`] : [];
        },
      });
    }
  }
  for (const [name, property] of putFunctions(generated)) {
    const put = generated.prototype[name] as (value: unknown) => void;
    Object.defineProperty(Checked.prototype, name, {
      value(this: TerraformResource, value: unknown) {
        checkProperties(definition, this.node.path, { [property]: value }, []);
        put.call(this, value);
      },
    });
  }
  for (const [name, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(generated.prototype))) {
    if (!set) continue;
    Object.defineProperty(Checked.prototype, name, {
      get,
      set(this: TerraformResource, value: unknown) {
        checkProperties(definition, this.node.path, { [name]: value }, [definition.parent.attribute]);
        set.call(this, value);
      },
    });
  }
  return Checked;
}

/** Returns the `put` functions with their properties: `putClaimMatch` sets `claimMatch`. */
const putFunctions = ({ prototype }: Generated): readonly (readonly [name: string, property: string])[] =>
  Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const [, first, rest] = /^put([A-Z])(.*)$/.exec(name) ?? [];
    return first === undefined ? [] : [[name, first.toLowerCase() + rest]];
  });

function requireImportId(definition: ResourceDefinition, path: string, argument: string, id: unknown): void {
  if (isUnknown(id) || (typeof id === "string" && parseImportId(definition, id) !== undefined)) return;
  throw new Error(`[${path}] ${argument} must be ${importIdFormats(definition)}; got ${description(id)}`);
}
