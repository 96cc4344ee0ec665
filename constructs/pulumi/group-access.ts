import type { dynamic } from "@pulumi/pulumi";
import { patternProblem, sameValue } from "../../src/client";
import { check, groupAccess, type ResourceDefinition, registry } from "../../src/model";
import { applyDifference } from "../../src/provider/group-access/change";
import {
  type Binding,
  bindingsIn,
  compare,
  currentGrants,
  type Difference,
  describe,
  type Grant,
  keyOf,
  removedBinding,
} from "../../src/provider/group-access/difference";
import { lockOutProblems } from "../../src/provider/group-access/lock-out";
import { hasMoved, withBaseUrl, withoutBaseUrl } from "./address";
import { failure, hasUnknown, isUnknown } from "./check-failures";
import type { Connection } from "./connection";
import type { Configuration } from "./environment";
import { wholeConflict } from "./group-claims";
import { ADOPT, inputsOf, type Properties, pulumiView } from "./properties";
import { foundOrUndefined } from "./provider";
import { recordUid, uidTypeProblems } from "./uids";

/** Plans and applies all role bindings of a group as one resource. */
export class GroupAccessProvider implements Required<dynamic.ResourceProvider> {
  private readonly view: ResourceDefinition = pulumiView(groupAccess);
  private configuration: Configuration = { get: () => undefined };

  constructor(private readonly connect: (configuration: Configuration) => Connection) {}

  async configure({ config }: dynamic.ConfigureRequest): Promise<void> {
    this.configuration = config;
    // Reports missing settings in a preview.
    this.connect(config);
  }

  /** Validates inputs. Reads the group's bindings if it changes them, to name what it would remove. */
  async check(olds: Properties, given: Properties): Promise<dynamic.CheckResult> {
    const { __provider, ...news } = given;
    const { groupUid } = news;
    const violations = check(this.view.fields, this.view.rules ?? [], news, {
      isUnknown,
      group: groupUid,
      rejectOutputs: true,
      regexProblem: patternProblem,
    });
    for (const each of uidTypeProblems(this.view.fields, news)) violations.push(each);
    if (violations.length > 0) return { failures: violations.map(failure) };
    if (isUnknown(groupUid) || isUnknown(news.grants)) return { inputs: news };
    const group = String(groupUid);
    const conflict = wholeConflict(group);
    const problem = conflict ?? (await this.plannedProblem(group, olds ?? {}, news));
    return problem === undefined ? { inputs: news } : { failures: [{ property: "", reason: problem }] };
  }

  /** Returns what differs. The engine shows the grants itself. */
  async diff(uid: string, olds: Properties, news: Properties): Promise<dynamic.DiffResult> {
    recordUid("Group", uid);
    const moved = this.requireService(uid, olds);
    const isReplaced = hasUnknown(news.groupUid) || news.groupUid !== olds.groupUid;
    const isChanged = isReplaced || hasUnknown(news.grants) || !isSame(olds, news);
    return {
      // Undefined if there is a change: the engine then compares and shows the inputs itself.
      changes: isChanged ? undefined : moved,
      replaces: isReplaced ? ["groupUid"] : [],
    } as dynamic.DiffResult;
  }

  async create(inputs: Properties): Promise<dynamic.CreateResult> {
    const group = String(inputs.groupUid);
    return { id: group, outs: await this.apply(group, inputs, () => inputs[ADOPT] !== undefined, createAdvice) };
  }

  async update(uid: string, olds: Properties, news: Properties): Promise<dynamic.UpdateResult> {
    this.requireService(uid, olds);
    const known = keysOf(olds);
    return { outs: await this.apply(uid, news, (binding) => known.has(keyOf(binding)), updateAdvice) };
  }

  /** Returns the group's bindings as the grants; empty if the group or all its bindings are gone. */
  async read(uid: string, { __provider, ...state }: Properties = {}): Promise<dynamic.ReadResult> {
    this.requireService(uid, state);
    const bindings = await this.listed(uid);
    if (bindings === undefined || bindings.length === 0) return {};
    const known = withoutBaseUrl(state);
    const current = { grants: currentGrants(bindings, grantsOf(known)) };
    const props = { ...known, groupUid: uid, grants: isSame(known, current) ? known.grants : current.grants };
    return { id: uid, props: withBaseUrl(this.connection.baseUrl, props), inputs: inputsOf(this.view, props) };
  }

  /** Deletes the bindings in the state, and leaves others. */
  async delete(uid: string, state: Properties): Promise<void> {
    this.requireService(uid, state);
    const bindings = (await this.listed(uid)) ?? [];
    const known = keysOf(state);
    const strangers = bindings.filter((binding) => known.has(keyOf(binding)));
    await this.change(uid, bindings, { missing: [], changed: [], uncertain: [], strangers });
  }

  /** Returns why the change cannot be made, as far as a preview can determine it; the apply checks it again. */
  private async plannedProblem(group: string, olds: Properties, news: Properties): Promise<string | undefined> {
    const isNew = Object.keys(olds).every((name) => name === "__provider");
    if (!isNew && isSame(olds, news)) return undefined;
    try {
      const bindings = (await this.listed(group)) ?? [];
      const { strangers, uncertain, missing } = compare(bindings, grantsOf(news), isUnknown);
      const removed = strangers.filter((each) => !uncertain.includes(each));
      const unexpected = isNew && news[ADOPT] === undefined ? removed : [];
      if (unexpected.length > 0) return unexpectedProblem(group, unexpected, createAdvice);
      const query = { group, before: bindings, removed, added: missing, isUnknown };
      return (await lockOutProblems(this.connection, query, {}))[0];
    } catch {
      return undefined;
    }
  }

  private async apply(
    group: string,
    inputs: Properties,
    mayRemove: (binding: Binding) => boolean,
    advice: string,
  ): Promise<Properties> {
    recordUid("Group", group);
    const conflict = wholeConflict(group);
    if (conflict !== undefined) throw new Error(conflict);
    const bindings = (await this.listed(group)) ?? [];
    const difference = compare(bindings, grantsOf(inputs));
    const unexpected = difference.strangers.filter((binding) => !mayRemove(binding));
    if (unexpected.length > 0) throw new Error(unexpectedProblem(group, unexpected, advice));
    await this.change(group, bindings, difference);
    const removedBindings = difference.strangers.map(removedBinding);
    return withBaseUrl(this.connection.baseUrl, { ...inputs, removedBindings });
  }

  private async change(group: string, before: readonly Binding[], difference: Difference): Promise<void> {
    const query = { group, before, removed: difference.strangers, added: difference.missing };
    const [problem] = await lockOutProblems(this.connection, query, {});
    if (problem !== undefined) throw new Error(problem);
    await applyDifference(this.connection, group, difference, {});
  }

  /** Returns the bindings of a group; undefined if it is known to be deleted. Throws if they may be hidden. */
  private async listed(group: string): Promise<Binding[] | undefined> {
    const { client, access } = this.connection;
    const bindings = await bindingsIn(client, group);
    if (bindings.length > 0) return bindings;
    // Cached access may be outdated, since the process lives as long as the deployment.
    access.clear();
    if ((await access.canList(registry.roleBindings, group)) !== "visible")
      throw new Error(
        `The role bindings of the group ${group} are not visible to this identity. Grant it a role with ` +
          `role_bindings.list at ${group} or above`,
      );
    return (await foundOrUndefined(() => client.groups.get(group))) ? bindings : undefined;
  }

  /** Throws unless the resource is at the configured service; returns true if that has a new address. */
  private requireService(uid: string, state: Properties): boolean {
    return hasMoved(`${groupAccess.name} ${uid}`, state, () => this.connection.baseUrl, this.configuration);
  }

  private get connection(): Connection {
    return this.connect(this.configuration);
  }
}

const grantsOf = ({ grants }: Properties): readonly Grant[] => (grants ?? []) as readonly Grant[];
const keysOf = (properties: Properties): ReadonlySet<string> => new Set(grantsOf(properties).map(keyOf));
const isSame = (one: Properties, other: Properties): boolean =>
  sameValue(groupAccess.fields.grants, one.grants, other.grants);

const createAdvice = 'Add them to grants to keep them, or set adopt: "overwrite" to remove them';
const updateAdvice = "They were added elsewhere: run `pulumi refresh` to see them in the next preview";

const unexpectedProblem = (group: string, bindings: readonly Binding[], advice: string): string =>
  `The group ${group} has role bindings that grants does not contain: ${bindings.map(describe).join(", ")}. ${advice}`;
