import {
  type AccessDiff,
  type AccessGraph,
  capabilityNames,
  capabilitySet,
  type Directory,
  isUnknown,
  knownOr,
  type MaybeUnknown,
  requirementsOf,
  shownTime,
} from "../../access";
import type {
  AccessReportData,
  CapabilityList,
  EffectiveAccess,
  Reference,
  ReportBinding,
  ReportChange,
  ReportChanges,
  ReportGroup,
  ReportIdentity,
  UnknownBinding,
} from "../../pages/access-report";
import { summaryOf } from "./diff-report";
import type { Comparison } from "./sources";
import { describeCapabilities, describeClaim, enumerate, type NamedRole } from "./wording";

/** Where and when access was read. */
export interface ReportOrigin {
  readonly source: string;
  readonly time: string;
}

/** A comparison, and what the access is compared with. */
export interface ReportComparison {
  readonly since: string;
  readonly comparison: Comparison;
  readonly diff: AccessDiff;
}

/** Returns what the page of a report shows. */
export function reportData(
  graph: AccessGraph,
  directory: Directory,
  origin: ReportOrigin,
  compared?: ReportComparison,
): AccessReportData {
  const report = new ReportBuilder(graph, directory);
  const changes = compared ? { changes: changesOf(compared, report) } : {};
  return { ...origin, ...report.data(), ...changes };
}

const HIDDEN = "known after apply";

/** Numbers the groups, identities, role bindings and sets of capabilities of a graph. */
class ReportBuilder {
  readonly #groups: ReadonlyMap<string, number>;
  readonly #identities: ReadonlyMap<string, number>;
  readonly #bindings = new Map<string, number>();
  readonly #sets = new Map<bigint, number>();
  readonly #lists: CapabilityList[] = [];
  readonly #roles: readonly NamedRole[];

  constructor(
    private readonly graph: AccessGraph,
    private readonly directory: Directory,
  ) {
    const { groups, identities, bindings } = graph.snapshot;
    const ids = new Set(groups.map(({ id }) => id));
    for (const { group } of [...identities, ...bindings])
      if (!isUnknown(group)) for (const each of graph.path(group)) ids.add(each);
    this.#groups = numbered(ids, (id) => directory.group(id));
    this.#identities = numbered(graph.identities(), (id) => directory.identity(id));
    const used = [...new Set(bindings.map(({ role }) => knownOr(role, "")))].flatMap((id) => graph.role(id) ?? []);
    this.#roles = used.flatMap(({ id, capabilities }) =>
      isUnknown(capabilities) ? [] : [{ name: directory.role(id), capabilities: capabilities as readonly string[] }],
    );
  }

  data(): Omit<AccessReportData, "source" | "time" | "changes"> {
    const bindings = this.#allBindings();
    const access = [...this.#identities].flatMap(([id, index]) => this.#accessOf(id, index));
    return {
      groups: [...this.#groups.keys()].map((id) => this.#group(id)),
      identities: [...this.#identities.keys()].map((id) => this.#identity(id)),
      bindings,
      capabilitySets: this.#lists,
      access,
      unknown: this.graph.uncertain.map((each) => this.#unknown(each)),
      gaps: this.graph.snapshot.gaps,
    };
  }

  group = (id: string): Reference => this.#groups.get(id) ?? this.directory.group(id);
  identity = (id: string): Reference => this.#identities.get(id) ?? this.directory.identity(id);

  #group(id: string): ReportGroup {
    const path = this.directory.group(id);
    const above = this.graph.path(id)[1];
    const parent = above === undefined ? undefined : this.#groups.get(above);
    const name = knownOr(this.graph.group(id)?.name ?? id, id);
    return { id, path, name, ...(parent === undefined ? {} : { parent }) };
  }

  #identity(id: string): ReportIdentity {
    const entry = this.graph.identity(id);
    const disabled = this.graph.isDisabled(id);
    const group = entry && this.#groups.get(knownOr(entry.group, ""));
    const { address, lastSeenTime } = entry ?? {};
    return {
      id,
      name: this.directory.identity(id),
      state: isUnknown(disabled) ? "unknown" : disabled ? "disabled" : "enabled",
      ...(group === undefined ? {} : { group }),
      ...(address === undefined ? {} : { address }),
      ...(lastSeenTime === undefined ? {} : { lastSeenTime }),
      trust: entry === undefined ? [] : describeTrust(entry.trust),
    };
  }

  /** Numbers the role bindings whose identity, group and capabilities are all known. */
  #allBindings(): ReportBinding[] {
    const all: ReportBinding[] = [];
    for (const [id, index] of this.#identities)
      for (const { binding, role, group, expirationTime } of this.graph.bindingsOf(id)) {
        this.#bindings.set(binding.id, all.length);
        // Every group of a binding is numbered above.
        const place = this.#groups.get(group)!;
        const until = expirationTime ? ` until ${shownTime(expirationTime)}` : "";
        all.push([`${this.directory.role(role)}${until}`, index, place, this.directory.resource(binding.id)]);
      }
    return all;
  }

  #accessOf(identity: string, index: number): EffectiveAccess[] {
    const byGroup = new Map<string, number[]>();
    for (const { binding, group } of this.graph.bindingsOf(identity)) {
      const number = this.#bindings.get(binding.id)!;
      const own = byGroup.get(group);
      if (own) own.push(number);
      else byGroup.set(group, [number]);
    }
    return [...this.graph.grantsOf(identity).groups].flatMap((group) => {
      const set = this.graph.capabilitiesAt(identity, group);
      if (set === 0n) return [];
      const bindings = this.graph.path(group).flatMap((each) => byGroup.get(each) ?? []);
      return [[index, this.#groups.get(group)!, this.set(set), bindings] as const];
    });
  }

  /** Returns the number of a set of capabilities. */
  set(set: bigint): number {
    const known = this.#sets.get(set);
    if (known !== undefined) return known;
    const names = capabilityNames(set).sort();
    this.#sets.set(set, this.#lists.length);
    return this.#lists.push({ text: summarizeCapabilities(names, this.#roles), names }) - 1;
  }

  #unknown({ binding, reasons }: AccessGraph["uncertain"][number]): UnknownBinding {
    const named = (value: MaybeUnknown<string>, name: (id: string) => string): string => {
      if (!isUnknown(value)) return name(value);
      return value.oneOf && value.oneOf.length > 0 ? enumerate(value.oneOf.map(name), "or") : HIDDEN;
    };
    return {
      name: this.directory.resource(binding.id),
      identity: named(binding.identity, (id) => this.directory.identity(id)),
      group: named(binding.group, (id) => this.directory.group(id)),
      role: named(binding.role, (id) => this.directory.role(id)),
      reason: reasons.join("; "),
    };
  }
}

const collator = new Intl.Collator("en", { numeric: true });

/** Numbers ids in the order of their names. */
function numbered(ids: Iterable<string>, nameOf: (id: string) => string): ReadonlyMap<string, number> {
  const named = [...ids].map((id) => ({ id, name: nameOf(id) }));
  named.sort((a, b) => collator.compare(a.name, b.name));
  return new Map(named.map(({ id }, index) => [id, index]));
}

/** The number of capabilities up to which they are named even if they are not those of a role. */
const MAX_NAMED = 6;

function summarizeCapabilities(names: readonly string[], roles: readonly NamedRole[]): string {
  const text = describeCapabilities(names, roles);
  return names.length > MAX_NAMED && names.every((name) => text.includes(name)) ? `${names.length} capabilities` : text;
}

function describeTrust(trust: Parameters<typeof requirementsOf>[0] | { readonly unknown: string }): string[] {
  if (isUnknown(trust)) return [trust.unknown];
  const { kind, requirements } = requirementsOf(trust);
  return kind === undefined ? ["No token may assume this identity"] : requirements.map(describeClaim);
}

function changesOf({ since, comparison, diff }: ReportComparison, report: ReportBuilder): ReportChanges {
  const { directory } = comparison;
  const changes = diff.changes.flatMap((change): ReportChange[] => {
    const { gained, lost, via, takeover, becomesOwner } = change;
    const place = { identity: report.identity(change.identity), group: report.group(change.group) };
    const through = via.map((id) => directory.resource(id));
    const row = (kind: ReportChange["kind"], what: Pick<ReportChange, "capabilitySet" | "note">): ReportChange => ({
      kind,
      ...place,
      ...what,
      through,
    });
    const when = `${change.from ? ` from ${shownTime(change.from)}` : ""}${change.until ? ` until ${shownTime(change.until)}` : ""}`;
    const noteOf = (text: string) => (text === "" ? {} : { note: text });
    return [
      ...(gained.length > 0
        ? [
            row("gained", {
              capabilitySet: report.set(capabilitySet(gained)),
              ...noteOf(`${when}${becomesOwner ? ", which makes it an owner" : ""}`),
            }),
          ]
        : []),
      ...(lost.length > 0 ? [row("lost", { capabilitySet: report.set(capabilitySet(lost)), ...noteOf(when) })] : []),
      ...(takeover?.kind === "identity.update"
        ? [row("takeover", { note: "may change who can assume the identities here" })]
        : []),
      ...(takeover?.kind === "claims"
        ? [row("takeover", { note: `more tokens can assume it: ${takeover.reason}` })]
        : []),
    ];
  });
  const unknown = diff.unknown.map(({ kind, resource, reasons, identities, groups, capabilities }): ReportChange => {
    const one = (ids: readonly string[] | undefined, reference: (id: string) => Reference): Reference =>
      ids?.length === 1 ? reference(ids[0]!) : HIDDEN;
    const granted = capabilities ? summarizeCapabilities(capabilities, []) : "unknown capabilities";
    const what = kind === "identity" ? "may be assumed or used in another way" : granted;
    return {
      kind: "unknown",
      identity: one(identities, report.identity),
      group: one(groups, report.group),
      note: `${what}: ${reasons.join("; ")}`,
      through: [directory.resource(resource)],
    };
  });
  return { since, summary: summaryOf(diff), rows: [...changes, ...unknown] };
}
