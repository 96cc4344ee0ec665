import { type ResourceDefinition, registry } from "../model";
import { noun, parentAttribute, typeName } from "./names";
import { type Diagnostic, type ValueRecord, warningDiagnostic } from "./plugin";
import type { Reader } from "./reader";

/** How long a plan waits for the lookup of existing names, in milliseconds. */
const TIMEOUT = 10_000;

/** The types whose names are not unique in a group: creating a second one is not an error. */
const typesWithoutUniqueNames: readonly ResourceDefinition[] = [registry.groups, registry.identities];

/**
 * Warns about existing resources that have the same type, name and parent as a planned one and are not in the state.
 * They may come from a create whose response was lost on another machine. A plan only warns and adopts nothing. If the
 * lookup fails, there is no warning and no further lookup. After the first write of a run, lookups stop as well,
 * because the run is an apply.
 */
export class DuplicateWarnings {
  readonly #managed = new Set<string>();
  #isDisabled = false;

  /** Records a resource that is in the state. */
  recordManaged(uid: unknown): void {
    this.#managed.add(String(uid));
  }

  disable(): void {
    this.#isDisabled = true;
  }

  /**
   * Returns the warnings for a planned resource. `isResumed` returns whether the next apply repeats an unfinished
   * create that may have created the resource `uid`.
   */
  async warn(
    reader: Reader,
    definition: ResourceDefinition,
    planned: ValueRecord,
    isResumed: (parentUid: string, uid: string) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<Diagnostic[]> {
    const { name, [parentAttribute(definition)]: parentUid } = planned;
    const isKnown = typeof name === "string" && typeof parentUid === "string";
    if (this.#isDisabled || !typesWithoutUniqueNames.includes(definition) || !isKnown) return [];
    try {
      const existing = await reader.findByName(definition, parentUid, name, { signal, timeoutMs: TIMEOUT });
      // Resources that this run created during the lookup do not count.
      if (this.#isDisabled) return [];
      const [duplicate] = existing.filter(({ uid }) => !this.#managed.has(String(uid)));
      if (!duplicate) return [];
      const uid = String(duplicate.uid);
      const warning = (await isResumed(parentUid, uid)) ? resumedWarning : duplicateWarning;
      return [warning(definition, name, uid)];
    } catch {
      this.disable();
      return [];
    }
  }
}

function resumedWarning(definition: ResourceDefinition, name: string, uid: string): Diagnostic {
  return warningDiagnostic(
    `An earlier run did not finish creating the ${noun(definition)} ${JSON.stringify(name)}`,
    `The next apply in this directory retries that create with the same idempotency key, and the service returns the ` +
      `resource that the earlier run created. That is probably ${uid}, which has the same name and parent and is not in ` +
      "the state. You need not import it.",
    ["name"],
  );
}

/** The name is part of the summary, since engines show only the first of several warnings with the same summary. */
function duplicateWarning(definition: ResourceDefinition, name: string, uid: string): Diagnostic {
  const label = name.replace(/[^A-Za-z0-9_-]/g, "_").replace(/^(?![A-Za-z_])/, "_");
  return warningDiagnostic(
    `The ${noun(definition)} ${JSON.stringify(name)} already exists`,
    `This plan creates another ${noun(definition)} with the same name and parent as ${uid}, which is not in the state. If an ` +
      "earlier run created it and the response was lost, or if you want to manage it, import it instead:\n\n" +
      `import {\n  to = ${typeName(definition)}.${label}\n  id = "${uid}"\n}`,
    ["name"],
  );
}
