import type { AccessReportData, EffectiveAccess, ReportBinding, ReportGroup, ReportIdentity } from "../data";

/** A report with indexes for what its views look up. */
export class Report {
  /** The groups without a visible parent. */
  readonly roots: readonly number[];
  readonly #children = new Map<number, number[]>();
  readonly #accessOfIdentity = new Map<number, EffectiveAccess[]>();
  readonly #accessInGroup = new Map<number, EffectiveAccess[]>();
  readonly #bindingsOf = new Map<number, ReportBinding[]>();
  readonly #groupIds: ReadonlyMap<string, number>;
  readonly #identityIds: ReadonlyMap<string, number>;
  readonly #groupTexts: readonly string[];
  readonly #identityTexts: readonly string[];

  constructor(readonly data: AccessReportData) {
    const { groups, identities, access, bindings } = data;
    for (const [index, { parent }] of groups.entries()) if (parent !== undefined) add(this.#children, parent, index);
    this.roots = [...groups.keys()].filter((index) => groups[index]!.parent === undefined);
    for (const each of access) {
      add(this.#accessOfIdentity, each[0], each);
      add(this.#accessInGroup, each[1], each);
    }
    for (const each of bindings) add(this.#bindingsOf, each[1], each);
    this.#groupIds = new Map(groups.map(({ id }, index) => [id, index]));
    this.#identityIds = new Map(identities.map(({ id }, index) => [id, index]));
    this.#groupTexts = groups.map(({ path, id }) => `${path} ${id}`.toLowerCase());
    this.#identityTexts = identities.map(({ name, id, group, address = "" }) => {
      const path = group === undefined ? "" : groups[group]!.path;
      return `${path}/${name} ${address} ${id}`.toLowerCase();
    });
  }

  /** Indexes come from the report itself. */
  group(index: number): ReportGroup {
    return this.data.groups[index]!;
  }

  identity(index: number): ReportIdentity {
    return this.data.identities[index]!;
  }

  binding(index: number): ReportBinding {
    return this.data.bindings[index]!;
  }

  findGroup(id: string): number | undefined {
    return this.#groupIds.get(id);
  }

  findIdentity(id: string): number | undefined {
    return this.#identityIds.get(id);
  }

  children(group: number): readonly number[] {
    return this.#children.get(group) ?? [];
  }

  /** Returns the group and those above it, nearest first. */
  path(group: number): readonly number[] {
    const { parent } = this.group(group);
    return parent === undefined ? [group] : [group, ...this.path(parent)];
  }

  bindingsOf(identity: number): readonly ReportBinding[] {
    return this.#bindingsOf.get(identity) ?? [];
  }

  /** Returns the access of an identity, by path of the group. */
  accessOf(identity: number): readonly EffectiveAccess[] {
    return [...(this.#accessOfIdentity.get(identity) ?? [])].sort((a, b) => a[1] - b[1]);
  }

  /** Returns what every identity may do in a group, by name of the identity. */
  accessIn(group: number): readonly EffectiveAccess[] {
    const nearest = new Map<number, EffectiveAccess>();
    for (const each of this.path(group))
      for (const access of this.#accessInGroup.get(each) ?? [])
        if (!nearest.has(access[0])) nearest.set(access[0], access);
    return [...nearest.values()].sort((a, b) => a[0] - b[0]);
  }

  /** Finds groups and identities by a part of their path, name, address or uid. */
  search(query: string): { readonly groups: readonly number[]; readonly identities: readonly number[] } {
    const text = query.trim().toLowerCase();
    const matching = (texts: readonly string[]) => [...texts.keys()].filter((index) => texts[index]!.includes(text));
    return { groups: matching(this.#groupTexts), identities: matching(this.#identityTexts) };
  }
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
