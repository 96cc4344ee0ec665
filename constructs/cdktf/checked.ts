import type { ImportableResource, TerraformProvider, TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { formatPath, type ResourceDefinition } from "../../src/model";
import { importIdFormats, parseImportId } from "../../src/provider/import-id";
import { pathOf } from "./arguments";
import { checkSetters, type Path } from "./checked-setters";
import { isUnknown } from "./expression";
import { duplicateImportProblem, recordImport } from "./imports";
import { description } from "./kind";
import { checkProperties } from "./properties";
import { requirePlatformProvider } from "./provider-of";
import { referenceProblem } from "./uids";

interface Generated {
  // biome-ignore lint/suspicious/noExplicitAny: TypeScript requires `any[]` for the constructor of a mixin's base class
  new (...args: any[]): TerraformResource;
  generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource;
}

/**
 * Extends a generated class with checks of its functions' arguments: import ids, and the values of setters and `put`
 * functions, in which CDKTF drops misspelled properties.
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
  checkSetters<TerraformResource>(Checked.prototype, generated.prototype, ({ node }) => ({
    check: (path, value) => checkProperties(definition, node.path, nested(path, value), [definition.parent.attribute]),
    reject: (path) => {
      const [property] = path;
      throw new Error(
        `[${node.path}] ${formatPath(path)} cannot be assigned individually, because CDKTF ignores changes to single ` +
          `elements; assign the whole of ${property}`,
      );
    },
  }));
  return Checked;
}

/** Returns an object with one value, at a path. */
const nested = (path: Path, value: unknown): object =>
  path.reduceRight((inner: unknown, step) => ({ [step]: inner }), value) as object;

function requireImportId(definition: ResourceDefinition, path: string, argument: string, id: unknown): void {
  if (isUnknown(id) || (typeof id === "string" && parseImportId(definition, id) !== undefined)) return;
  throw new Error(`[${path}] ${argument} must be ${importIdFormats(definition)}; got ${description(id)}`);
}
