import { type CapabilitySet, noCapabilities } from "./capability-set";

/** What changes between two expirations of role bindings. */
interface Change {
  readonly gained: CapabilitySet;
  readonly lost: CapabilitySet;
}

/** What changes from one time until another. */
interface Span extends Change {
  /** Not set if the change takes effect immediately. */
  readonly from?: string | undefined;
  /** When the gained access ends; not set if it is permanent. */
  readonly until?: string | undefined;
}

/**
 * Merges the changes that begin at each of the times, so that capabilities that are gained from the same time until the
 * same time are listed together, and lost ones with those that are lost from the same time.
 */
export function spansOf(changes: readonly Change[], times: readonly string[]): readonly Span[] {
  const spans = new Map<string, Span>();
  const add = (span: Span) => {
    const key = `${span.from ?? ""} ${span.until ?? ""}`;
    const { gained, lost } = spans.get(key) ?? span;
    spans.set(key, { ...span, gained: gained | span.gained, lost: lost | span.lost });
  };
  for (const index of changes.keys()) {
    const from = index === 0 ? undefined : times[index];
    const before = changes[index - 1];
    const lost = changes[index]!.lost & ~(before?.lost ?? noCapabilities);
    if (lost !== noCapabilities) add({ from, gained: noCapabilities, lost });
    let rest = changes[index]!.gained & ~(before?.gained ?? noCapabilities);
    for (let end = index + 1; rest !== noCapabilities; end += 1) {
      const next = changes[end]?.gained ?? noCapabilities;
      const isLast = end >= changes.length;
      const ended = isLast ? rest : rest & ~next;
      if (ended !== noCapabilities)
        add({ from, until: isLast ? undefined : times[end], gained: ended, lost: noCapabilities });
      rest &= ~ended;
    }
  }
  return [...spans.values()];
}
