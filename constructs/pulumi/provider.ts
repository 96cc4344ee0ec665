import type { dynamic } from "@pulumi/pulumi";
import { listingNeeds, parentUidOf, patternProblem, sameValue } from "../../src/client";
import { check, checkNewTimes, dotted, isInput, type ResourceDefinition, uidTypeOf } from "../../src/model";
import { hasMoved, locatedAt, withoutLocation } from "./address";
import type { Configuration, Connection } from "./connection";
import { foundOrUndefined } from "./found";
import {
  ADOPT,
  adoptionInputs,
  bodyOf,
  IMPORT_UID,
  inputsOf,
  isPresent,
  isZero,
  maskOf,
  type Properties,
  propertiesOf,
  pulumiView,
} from "./properties";
import { isSecret } from "./secrets";
import { noteUid, wrongUids } from "./uids";

/** What stands, in a preview, for a value that is not known yet. */
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const isUnknown = (value: unknown): boolean => value === UNKNOWN;

function hasUnknown(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasUnknown);
  return isUnknown(value);
}

/** Plans and applies resources of one type, all that differs between types coming from the definition. */
export class ManagedProvider implements Required<dynamic.ResourceProvider> {
  private readonly view: ResourceDefinition;
  private readonly parent: string;
  private configuration: Configuration = { get: () => undefined };

  constructor(
    private readonly definition: ResourceDefinition,
    private readonly connect: (configuration: Configuration) => Connection,
  ) {
    this.view = pulumiView(definition);
    this.parent = definition.parent.attribute;
  }

  async configure({ config }: dynamic.ConfigureRequest): Promise<void> {
    this.configuration = config;
    // So that settings that are missing show in a preview.
    this.connect(config);
  }

  /** Validates inputs, takes what is empty for absent, and tells the parent of what is adopted from its uid. */
  async check(olds: Properties, given: Properties): Promise<dynamic.CheckResult> {
    const { __provider, ...news } = given;
    const violations = check(this.view.fields, this.view.rules ?? [], news, {
      isUnknown,
      group: this.definition.parent.type === "Group" ? news[this.parent] : undefined,
      refuseOutputs: true,
      regexProblem: patternProblem,
    });
    for (const each of wrongUids(this.view.fields, news)) violations.push(each);
    const wrong = violations.length > 0 ? violations : checkNewTimes(this.view.fields, olds ?? {}, news);
    const failures = wrong.map(({ path, problem }) => ({ property: dotted(path), reason: problem }));
    if (failures.length > 0) return { failures };

    const kept = Object.entries(news).filter(([name, value]) => hasUnknown(value) || !this.isZero(name, value));
    const inputs: Record<string, unknown> = Object.fromEntries(kept);
    const importUid = inputs[IMPORT_UID];
    if (isPresent(importUid) && !isUnknown(importUid)) {
      const parentUid = parentUidOf(this.definition, String(importUid));
      inputs[this.parent] ??= parentUid;
      if (inputs[this.parent] !== parentUid && !isUnknown(inputs[this.parent]))
        return { failures: [{ property: IMPORT_UID, reason: `names a resource that is not in ${this.parent}` }] };
      // What is managed already is not adopted again.
      const isNew = Object.keys(olds ?? {}).every((name) => name === "__provider");
      const reason = isNew ? await this.unadoptable(String(importUid), inputs) : undefined;
      if (reason !== undefined) return { failures: [{ property: IMPORT_UID, reason }] };
    }
    return { inputs };
  }

  /** Says what changes by meaning, and what of it cannot change in place. */
  async diff(uid: string, olds: Properties, news: Properties): Promise<dynamic.DiffResult> {
    noteUid(uidTypeOf(this.definition), uid);
    const moved = this.requireService(uid, olds);
    const changed = this.changed(olds, news);
    const replaces = this.fixed(changed);
    this.refuseAdoption(uid, news, replaces);
    const identifying = [this.parent, ...(this.definition.unique ?? [])];
    return {
      // Left open where there is a change: the engine then compares the inputs itself, and shows each of them. A new
      // address is recorded by an update.
      changes: changed.length > 0 ? undefined : moved,
      replaces,
      deleteBeforeReplace: this.definition.unique !== undefined && !identifying.some((name) => changed.includes(name)),
    } as dynamic.DiffResult;
  }

  async create(inputs: Properties): Promise<dynamic.CreateResult> {
    const answer = isPresent(inputs[IMPORT_UID])
      ? await this.adopt(String(inputs[IMPORT_UID]), inputs)
      : await this.connection.creator.create(
          this.definition,
          String(inputs[this.parent]),
          bodyOf(this.definition, inputs),
        );
    noteUid(uidTypeOf(this.definition), answer.uid);
    return { id: String(answer.uid), outs: this.outputs(answer, inputs) };
  }

  /**
   * What the resource is now, as outputs and as the inputs that would give them; nothing if it is gone. One that a
   * program only refers to, of which nothing is known, has to be there.
   */
  async read(uid: string, { __provider, ...state }: Properties = {}): Promise<dynamic.ReadResult> {
    this.requireService(uid, state);
    const known = withoutLocation(state);
    const read = () => this.collection.get(uid);
    const answer = await (Object.keys(known).length === 0 ? read() : foundOrUndefined(read));
    if (!answer) return this.becauseGone(uid, {});
    noteUid(uidTypeOf(this.definition), uid);
    const props = this.outputs(answer, known);
    return { id: uid, props, inputs: inputsOf(this.view, props) };
  }

  /** Sends what differs, with a mask of just that, so that what others changed elsewhere stays. */
  async update(uid: string, olds: Properties, news: Properties): Promise<dynamic.UpdateResult> {
    this.requireService(uid, olds);
    return { outs: this.outputs(await this.patch(uid, this.changed(olds, news), news), news) };
  }

  async delete(uid: string, state: Properties): Promise<void> {
    this.requireService(uid, state);
    const done = await foundOrUndefined(async () => {
      await this.collection.delete(uid);
      return true;
    });
    if (!done) await this.becauseGone(uid, undefined);
  }

  private outputs(answer: Properties, spelled: Properties): Properties {
    return locatedAt(this.connection.baseUrl, propertiesOf(this.definition, answer, spelled));
  }

  /** Throws where the resource is at another service than the configured one; true where that one has a new address. */
  private requireService(uid: string, state: Properties): boolean {
    return hasMoved(`${this.definition.name} ${uid}`, state, () => this.connection.baseUrl, this.configuration);
  }

  /** The inputs that differ by meaning; what is not known yet may. */
  private changed(olds: Properties, news: Properties): string[] {
    return Object.entries(this.view.fields)
      .filter(([name, field]) => isInput(field) && !adoptionInputs.includes(name))
      .filter(([name, field]) => !field.defaulted || isPresent(news[name]))
      .filter(([name, field]) => hasUnknown(news[name]) || !sameValue(field, olds[name], news[name]))
      .map(([name]) => name);
  }

  /** Those that cannot change in place. */
  private fixed(names: readonly string[]): string[] {
    return names.filter((name) => !this.isUpdatable || this.view.fields[name]!.immutable);
  }

  private async patch(uid: string, names: readonly string[], news: Properties): Promise<Properties> {
    if (names.length === 0) return this.collection.get(uid);
    const updateMask = maskOf(this.definition, names);
    return this.collection.update(uid, bodyOf(this.definition, news, names) as never, { updateMask });
  }

  /** Takes over what exists. What is never returned may differ, so it is sent. */
  private async adopt(uid: string, inputs: Properties): Promise<Properties> {
    const answer = await this.collection.get(uid);
    const { changed, problem } = this.adoption(uid, answer, inputs);
    if (problem !== undefined) throw new Error(problem);
    this.connection.creator.noteImport(uid);
    return changed.length > 0 ? this.patch(uid, changed, inputs) : answer;
  }

  /** Why a resource cannot be adopted, as far as a preview can tell. Where the service cannot be asked, the create will say why. */
  private async unadoptable(uid: string, inputs: Properties): Promise<string | undefined> {
    try {
      return this.adoption(uid, await this.collection.get(uid), inputs).problem;
    } catch {
      return undefined;
    }
  }

  /** What an adoption would change, and what is in its way. */
  private adoption(uid: string, answer: Properties, inputs: Properties) {
    const current = propertiesOf(this.definition, answer, this.isUpdatable ? {} : inputs);
    const changed = this.changed(current, inputs);
    const known = changed.filter((name) => !hasUnknown(inputs[name]));
    const fixed = this.fixed(known);
    const differences = known.map((name) => this.difference(name, current[name], inputs[name])).join("; ");
    const problem =
      fixed.length > 0
        ? `${uid} cannot be adopted: its ${fixed.join(", ")} differs and cannot change in place (${differences})`
        : known.length > 0 && inputs[ADOPT] === undefined
          ? `${uid} is not as the arguments say: ${differences}. Change the arguments, or set adopt: "overwrite" to ` +
            "change the resource"
          : undefined;
    return { changed, problem };
  }

  private difference(name: string, current: unknown, wanted: unknown): string {
    if (isSecret(this.view.fields[name]!)) return `${name} differs, or cannot be compared since it holds a secret`;
    const shown = (value: unknown) => (this.isZero(name, value) ? "not set" : JSON.stringify(value));
    return `${name} is ${shown(current)}, not ${shown(wanted)}`;
  }

  /** A lost permission must never empty a state. */
  private async becauseGone<T>(uid: string, result: T): Promise<T> {
    const { access } = this.connection;
    const place = parentUidOf(this.definition, uid);
    // What was known before may have changed since, in a process that lives as long as a deployment.
    access.forget();
    if (place !== undefined && (await access.mayList(this.definition, place)) === "visible") return result;
    const needs = listingNeeds(this.definition).join(" and ");
    throw new Error(
      `${this.definition.name} ${uid} is not visible to this identity: it may still exist, so it stays in the state. ` +
        `Grant the identity a role with ${needs} at ${place ?? uid} or above; if the resource was deleted, or to stop ` +
        "managing it, remove it with `pulumi state delete`",
    );
  }

  /** A replacement would adopt what it replaces, and another uid would leave the resource behind. */
  private refuseAdoption(uid: string, news: Properties, replaces: readonly string[]): void {
    const importUid = news[IMPORT_UID];
    if (!isPresent(importUid) || isUnknown(importUid)) return;
    if (importUid !== uid)
      throw new Error(`${IMPORT_UID} names ${importUid}, but this resource is ${uid} already: remove ${IMPORT_UID}`);
    if (replaces.length > 0)
      throw new Error(`A new ${replaces.join(", ")} needs a new resource: remove ${IMPORT_UID}, which names this one`);
  }

  private isZero(name: string, value: unknown): boolean {
    const field = this.view.fields[name];
    return !isPresent(value) || (field !== undefined && isInput(field) && isZero(field, value));
  }

  private get isUpdatable(): boolean {
    return this.definition.operations.includes("update");
  }

  private get connection(): Connection {
    return this.connect(this.configuration);
  }

  private get collection() {
    return this.connection.client.collection(this.definition);
  }
}
