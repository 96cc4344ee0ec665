import type { dynamic } from "@pulumi/pulumi";
import { PlatformError, parentUidOf, patternProblem, requiredToList, sameValue } from "../../src/client";
import {
  check,
  checkNewTimes,
  configuredExpiry,
  hasPassed,
  isInput,
  type ResourceDefinition,
  registry,
  uidTypeOf,
  withPeriod,
} from "../../src/model";
import { hasMoved, withBaseUrl, withoutBaseUrl } from "./address";
import { failure, hasUnknown, isUnknown } from "./check-failures";
import type { Connection } from "./connection";
import type { Configuration } from "./environment";
import { bindingConflict } from "./group-claims";
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
import { recordUid, uidTypeProblems } from "./uids";

/** Plans and applies resources of one type, driven by its definition. */
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
    // Reports missing settings in a preview.
    this.connect(config);
  }

  /** Validates inputs, removes empty ones, and derives the parent of an adopted resource from its uid. */
  async check(olds: Properties, given: Properties): Promise<dynamic.CheckResult> {
    const { __provider, ...news } = given;
    const violations = check(this.view.fields, this.view.rules ?? [], news, {
      isUnknown,
      group: this.definition.parent.type === "Group" ? news[this.parent] : undefined,
      rejectOutputs: true,
      regexProblem: patternProblem,
    });
    for (const each of uidTypeProblems(this.view.fields, news)) violations.push(each);
    const wrong = violations.length > 0 ? violations : checkNewTimes(this.view.fields, olds ?? {}, news);
    const failures = wrong.map(failure);
    if (failures.length > 0) return { failures };
    const isBinding = this.definition === registry.roleBindings;
    const conflict = isBinding && !isUnknown(news[this.parent]) ? bindingConflict(news) : undefined;
    if (conflict !== undefined) return { failures: [{ property: "", reason: conflict }] };

    const kept = Object.entries(news).filter(([name, value]) => hasUnknown(value) || !this.isZero(name, value));
    const inputs: Record<string, unknown> = Object.fromEntries(kept);
    const importUid = inputs[IMPORT_UID];
    if (isPresent(importUid) && !isUnknown(importUid)) {
      const parentUid = parentUidOf(this.definition, String(importUid));
      // An organization has no parent, and the engine rejects undefined values.
      if (parentUid !== undefined) inputs[this.parent] ??= parentUid;
      if (inputs[this.parent] !== parentUid && !isUnknown(inputs[this.parent]))
        return {
          failures: [{ property: IMPORT_UID, reason: `must be the uid of a resource in the given ${this.parent}` }],
        };
      // Managed resources are not adopted again.
      const isNew = Object.keys(olds ?? {}).every((name) => name === "__provider");
      const reason = isNew ? await this.adoptionProblem(String(importUid), inputs) : undefined;
      if (reason !== undefined) return { failures: [{ property: IMPORT_UID, reason }] };
    }
    return { inputs };
  }

  /** Returns which inputs differ in meaning, and which of these require replacement. */
  async diff(uid: string, olds: Properties, news: Properties): Promise<dynamic.DiffResult> {
    recordUid(uidTypeOf(this.definition), uid);
    const moved = this.requireService(uid, olds);
    const changed = this.changed(olds, news);
    const replaces = this.replacing(uid, olds, changed);
    this.rejectHarmfulAdoption(uid, news, replaces);
    const identifying = [this.parent, ...(this.definition.unique ?? [])];
    return {
      // Undefined if there is a change: the engine then compares and shows the inputs itself. A new address is recorded
      // by an update.
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
    const uid = String(answer.uid);
    if (this.ignoresExpiry(inputs, answer)) {
      if (!isPresent(inputs[IMPORT_UID]))
        await foundOrUndefined(() => this.collection.delete(uid)).catch((error: unknown) => {
          throw this.permanentRemains(uid, error, this.outputs(answer, inputs));
        });
      throw this.unsupportedExpiry();
    }
    recordUid(uidTypeOf(this.definition), uid);
    return { id: uid, outs: this.outputs(answer, inputs) };
  }

  /**
   * Returns the current outputs, with the inputs that would result in them; empty if the resource is gone. A resource
   * that a program only refers to, without a prior state, must exist.
   */
  async read(uid: string, { __provider, ...state }: Properties = {}): Promise<dynamic.ReadResult> {
    this.requireService(uid, state);
    const known = withoutBaseUrl(state);
    const read = () => this.collection.get(uid);
    const answer = await (Object.keys(known).length === 0 ? read() : foundOrUndefined(read));
    // Never created again by an unchanged program, even after the service has deleted it.
    if (!answer && this.hasExpired(known)) return { id: uid, props: state, inputs: inputsOf(this.view, state) };
    if (!answer) return this.requireDeleted(uid, {});
    recordUid(uidTypeOf(this.definition), uid);
    const props = this.outputs(answer, known);
    return { id: uid, props, inputs: inputsOf(this.view, props) };
  }

  /** Updates the fields that differ, with a mask of only these, so that changes made elsewhere to others are kept. */
  async update(uid: string, olds: Properties, news: Properties): Promise<dynamic.UpdateResult> {
    this.requireService(uid, olds);
    const changed = this.changed(olds, news);
    const answer = await this.patch(uid, changed, news);
    if (changed.includes(configuredExpiry(this.definition) ?? "") && this.ignoresExpiry(news, answer))
      throw this.unsupportedExpiry();
    return { outs: this.outputs(answer, news) };
  }

  async delete(uid: string, state: Properties): Promise<void> {
    this.requireService(uid, state);
    const done = await foundOrUndefined(async () => {
      await this.collection.delete(uid);
      return true;
    });
    if (!done && !this.hasExpired(state)) await this.requireDeleted(uid, undefined);
  }

  private outputs(answer: Properties, spelled: Properties): Properties {
    return withBaseUrl(this.connection.baseUrl, propertiesOf(this.definition, answer, spelled));
  }

  /** Throws unless the resource is at the configured service; returns true if that has a new address. */
  private requireService(uid: string, state: Properties): boolean {
    return hasMoved(`${this.definition.name} ${uid}`, state, () => this.connection.baseUrl, this.configuration);
  }

  /** Returns the inputs that differ in meaning, or may differ because they are unknown. */
  private changed(olds: Properties, news: Properties): string[] {
    return Object.entries(this.view.fields)
      .filter(([name, field]) => isInput(field) && !adoptionInputs.includes(name))
      .filter(([name, field]) => !field.hasServiceDefault || isPresent(news[name]))
      .filter(([name, field]) => hasUnknown(news[name]) || !sameValue(field, olds[name], news[name]))
      .map(([name]) => name);
  }

  private hasExpired(state: Properties): boolean {
    return hasPassed(state[configuredExpiry(this.definition) ?? ""]);
  }

  /**
   * Returns the changed inputs that require replacement. The service may have deleted an expired resource, so only a
   * later expiry can change it, by a replacement.
   */
  private replacing(uid: string, olds: Properties, changed: readonly string[]): string[] {
    const expiry = configuredExpiry(this.definition);
    if (expiry === undefined || changed.length === 0 || !this.hasExpired(olds)) return this.immutable(changed);
    if (changed.includes(expiry)) return [...new Set([...this.immutable(changed), expiry])];
    throw new Error(
      `${this.definition.name} ${uid} has expired: ${expiry} is ${String(olds[expiry])}, so it cannot be changed. Set ` +
        `${expiry} to a later time to grant the access again, or remove the resource from the program`,
    );
  }

  /** Returns whether the service ignored when the access ends, as deployments without temporary access may. */
  private ignoresExpiry(inputs: Properties, answer: Properties): boolean {
    const name = configuredExpiry(this.definition);
    const field = name === undefined ? undefined : this.view.fields[name];
    return (
      name !== undefined &&
      field !== undefined &&
      isPresent(inputs[name]) &&
      !sameValue(field, inputs[name], answer[name])
    );
  }

  private unsupportedExpiry(consequence = ""): Error {
    const name = configuredExpiry(this.definition);
    return new Error(
      `The service ignored ${name}: it does not support temporary access. ${consequence}Use a newer deployment, or remove ` +
        `${name} and remove the access yourself when it is no longer needed`,
    );
  }

  /** The error for a resource that was created without its expiry; its id and properties make the engine keep it. */
  private permanentRemains(id: string, error: unknown, properties: Properties): Error {
    const problem = withPeriod(error instanceof Error ? error.message : String(error));
    const consequence =
      `${this.definition.name} ${id} was created without it, grants permanent access and must be deleted, but deleting it ` +
      `failed: ${problem} It is in the state: remove it from the program, or run \`pulumi destroy\`, to delete it. `;
    return Object.assign(this.unsupportedExpiry(consequence), { id, properties });
  }

  /** Returns the inputs that cannot be updated in place. */
  private immutable(names: readonly string[]): string[] {
    return names.filter((name) => !this.isUpdatable || this.view.fields[name]!.immutable);
  }

  private async patch(uid: string, names: readonly string[], news: Properties): Promise<Properties> {
    if (names.length === 0) return this.collection.get(uid);
    const updateMask = maskOf(this.definition, names);
    return this.collection.update(uid, bodyOf(this.definition, news, names) as never, { updateMask });
  }

  /** Adopts an existing resource. Values that are never returned may differ, so they are sent. */
  private async adopt(uid: string, inputs: Properties): Promise<Properties> {
    const answer = await this.collection.get(uid);
    const { changed, problem } = this.adoption(uid, answer, inputs);
    if (problem !== undefined) throw new Error(problem);
    this.connection.creator.recordImport(uid);
    return changed.length > 0 ? this.patch(uid, changed, inputs) : answer;
  }

  /**
   * Returns the problem that prevents an adoption, as far as a preview can determine it. If the request fails, the
   * create will report the error.
   */
  private async adoptionProblem(uid: string, inputs: Properties): Promise<string | undefined> {
    try {
      return this.adoption(uid, await this.collection.get(uid), inputs).problem;
    } catch {
      return undefined;
    }
  }

  /** Returns the changes of an adoption, and the problem that prevents it. */
  private adoption(uid: string, answer: Properties, inputs: Properties) {
    const current = propertiesOf(this.definition, answer, this.isUpdatable ? {} : inputs);
    const changed = this.changed(current, inputs);
    const known = changed.filter((name) => !hasUnknown(inputs[name]));
    const fixed = this.immutable(known);
    const differences = known.map((name) => this.difference(name, current[name], inputs[name])).join("; ");
    const problem =
      fixed.length > 0
        ? `${uid} cannot be adopted: ${fixed.join(", ")} cannot be updated in place and ${fixed.length === 1 ? "differs" : "differ"} from the arguments (${differences})`
        : known.length > 0 && inputs[ADOPT] === undefined
          ? `${uid} differs from the arguments: ${differences}. Change the arguments, or set adopt: "overwrite" to ` +
            "change the resource"
          : undefined;
    return { changed, problem };
  }

  private difference(name: string, current: unknown, wanted: unknown): string {
    if (isSecret(this.view.fields[name]!)) return `${name} differs, or cannot be compared because it contains a secret`;
    const shown = (value: unknown) => (this.isZero(name, value) ? "not set" : JSON.stringify(value));
    return `${name} is ${shown(current)}, not ${shown(wanted)}`;
  }

  /**
   * Throws unless the caller could see the resource if it existed, because a lost permission must not remove resources
   * from the state.
   */
  private async requireDeleted<T>(uid: string, result: T): Promise<T> {
    const { access } = this.connection;
    const place = parentUidOf(this.definition, uid);
    // Cached access may be outdated, since the process lives as long as the deployment.
    access.clear();
    if (place !== undefined && (await access.canList(this.definition, place)) === "visible") return result;
    const needs = requiredToList(this.definition).join(" and ");
    throw new Error(
      `${this.definition.name} ${uid} is not visible to this identity: it may still exist, so it stays in the state. ` +
        `Grant the identity a role with ${needs} at ${place ?? uid} or above; if the resource was deleted, or to stop ` +
        "managing it, remove it with `pulumi state delete`",
    );
  }

  /**
   * Rejects adoption inputs that would cause harm: a replacement would adopt the resource that it replaces, and a
   * different uid would leave this one behind.
   */
  private rejectHarmfulAdoption(uid: string, news: Properties, replaces: readonly string[]): void {
    const importUid = news[IMPORT_UID];
    if (!isPresent(importUid) || isUnknown(importUid)) return;
    if (importUid !== uid)
      throw new Error(`${IMPORT_UID} is ${importUid}, but this resource is already ${uid}; remove ${IMPORT_UID}`);
    if (replaces.length > 0)
      throw new Error(`Changing ${replaces.join(", ")} requires a replacement; remove ${IMPORT_UID} first`);
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

/** Returns the result of a call; undefined if it fails with NOT_FOUND. */
export async function foundOrUndefined<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PlatformError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}
