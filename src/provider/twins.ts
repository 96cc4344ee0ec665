import { type ResourceDefinition, registry } from "../model";
import { noun, parentAttribute, typeName } from "./names";
import { type Diagnostic, type ValueRecord, warningDiagnostic } from "./plugin";
import type { Reader } from "./reader";

/** How long a plan waits for the names of what exists, in milliseconds. */
const TIMEOUT = 10_000;

/** Types that may have several resources of a name in a place: a second one is created without an error. */
const types: readonly ResourceDefinition[] = [registry.groups, registry.identities];

/**
 * Twins of what a plan would create: resources of the same type, name and parent that the state does not have. A create
 * whose answer was lost, on a machine that kept nothing of it, may have made them. A plan warns of them and adopts
 * nothing. It is a help only: where the service cannot be asked, there is no warning, and no further attempt. Once a run
 * has changed something it is no plan, and does not look again.
 */
export class Twins {
  readonly #managed = new Set<string>();
  #isOver = false;

  /** Notes a resource that the state has. */
  noteManaged(uid: unknown): void {
    this.#managed.add(String(uid));
  }

  stop(): void {
    this.#isOver = true;
  }

  /** `isContinued` says whether the next apply repeats an unfinished create that may have made the resource `uid`. */
  async warn(
    reader: Reader,
    definition: ResourceDefinition,
    planned: ValueRecord,
    isContinued: (parentUid: string, uid: string) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<Diagnostic[]> {
    const { name, [parentAttribute(definition)]: parentUid } = planned;
    const isKnown = typeof name === "string" && typeof parentUid === "string";
    if (this.#isOver || !types.includes(definition) || !isKnown) return [];
    try {
      const named = await reader.named(definition, parentUid, name, { signal, timeoutMs: TIMEOUT });
      // What this run has made meanwhile is no twin.
      if (this.#isOver) return [];
      const [twin] = named.filter(({ uid }) => !this.#managed.has(String(uid)));
      if (!twin) return [];
      const uid = String(twin.uid);
      const warning = (await isContinued(parentUid, uid)) ? continuedWarning : twinWarning;
      return [warning(definition, name, uid)];
    } catch {
      this.stop();
      return [];
    }
  }
}

function continuedWarning(definition: ResourceDefinition, name: string, uid: string): Diagnostic {
  return warningDiagnostic(
    `An earlier run did not finish creating the ${noun(definition)} ${JSON.stringify(name)}`,
    `The next apply in this directory continues that create: it sends the same idempotency key again, and the service ` +
      `returns what the earlier run created. That is probably ${uid}, which has the same name and parent and is not in ` +
      "the state. You need not import it.",
    ["name"],
  );
}

/** The name is part of the summary: of several warnings with one summary, an engine shows the first. */
function twinWarning(definition: ResourceDefinition, name: string, uid: string): Diagnostic {
  const label = name.replace(/[^A-Za-z0-9_-]/g, "_").replace(/^(?![A-Za-z_])/, "_");
  return warningDiagnostic(
    `The ${noun(definition)} ${JSON.stringify(name)} already exists in this place`,
    `This plan creates another ${noun(definition)} with the same name and parent as ${uid}, which is not in the state. If an ` +
      "earlier run created it and the response was lost, or if you want to manage it, import it instead:\n\n" +
      `import {\n  to = ${typeName(definition)}.${label}\n  id = "${uid}"\n}`,
    ["name"],
  );
}
