import { groupAccess, type JsonObject, type ResourceDefinition, registry } from "../../model";
import { equalRecords } from "../members";
import { typeName } from "../names";
import { type Diagnostic, errorDiagnostic, unknown, type ValueRecord } from "../plugin";
import { keyOf } from "./difference";

const whole = typeName(groupAccess);
const single = typeName(registry.roleBindings);

/** A resource that manages all bindings of a group, as planned. */
interface Planned {
  readonly isNew: boolean;
  readonly config: ValueRecord;
}

/**
 * Which resources of a run manage the role bindings of which groups, to reject a group whose bindings are managed
 * twice. A run plans each resource once; a forced replacement is planned again as new, with the same configuration.
 */
export class GroupClaims {
  readonly #planned = new Map<string, Planned>();
  readonly #applied = new Map<string, ReadonlySet<string>>();
  readonly #bindings = new Map<string, string>();
  readonly #deletions = new Map<string, Set<Promise<unknown>>>();

  /** Records that a resource will manage all bindings of a group. Returns an error if others do too. */
  planWhole(group: string, config: ValueRecord, isNew: boolean): readonly Diagnostic[] {
    const other = this.#planned.get(group);
    const isReplacement = other && !other.isNew && isNew && equalRecords(other.config, config);
    this.#planned.set(group, { isNew, config });
    if (other && !isReplacement) return [duplicate(group)];
    const binding = this.#bindings.get(group);
    return binding === undefined ? [] : [mixed(group, binding)];
  }

  /**
   * Records that a resource manages all bindings of a group from now on, with these grants, and waits for deletions of
   * single bindings in it. Returns an error if others manage them too.
   */
  async applyWhole(group: string, grants: readonly JsonObject[], isNew: boolean): Promise<readonly Diagnostic[]> {
    if (isNew && this.#applied.has(group)) return [duplicate(group)];
    const binding = this.#bindings.get(group);
    if (binding !== undefined) return [mixed(group, binding)];
    this.#applied.set(group, new Set(grants.map(keyOf)));
    await Promise.allSettled(this.#deletions.get(group) ?? []);
    return [];
  }

  /** Returns whether this run has applied a resource that has the grant. */
  isApplied(group: string, grant: JsonObject): boolean {
    return this.#applied.get(group)?.has(keyOf(grant)) ?? false;
  }

  /** Records a resource, which matters if it is a role binding. Returns an error if its group is managed as a whole. */
  manageBinding(definition: ResourceDefinition, { group_uid: group, ...values }: ValueRecord): readonly Diagnostic[] {
    if (definition !== registry.roleBindings || typeof group !== "string") return [];
    const name = labelOf(values);
    this.#bindings.set(group, name);
    return this.#planned.has(group) || this.#applied.has(group) ? [mixed(group, name)] : [];
  }

  /**
   * Deletes a resource, unless it is a role binding that another resource of this run now manages. Returns an error in
   * that case.
   */
  async deleteBinding(
    definition: ResourceDefinition,
    prior: ValueRecord,
    deletion: () => Promise<unknown>,
  ): Promise<readonly Diagnostic[]> {
    const { group_uid: group, identity_uid: identityUid, role_uid: roleUid } = prior;
    if (definition !== registry.roleBindings || typeof group !== "string") {
      await deletion();
      return [];
    }
    if (this.#applied.get(group)?.has(keyOf({ identityUid, roleUid }))) return [takenOver(group, labelOf(prior))];
    const running = this.#deletions.get(group) ?? new Set();
    this.#deletions.set(group, running);
    const done = deletion();
    running.add(done);
    try {
      await done;
    } finally {
      running.delete(done);
    }
    return [];
  }
}

function labelOf({ uid, identity_uid: identity, role_uid: role }: ValueRecord): string {
  const known = (value: unknown) => (typeof value === "string" ? value : "(known after apply)");
  const parties = `role ${known(role)} for identity ${known(identity)}`;
  return uid === unknown || typeof uid !== "string" ? parties : `${uid}, ${parties}`;
}

const mixed = (group: string, binding: string): Diagnostic =>
  errorDiagnostic(
    `${whole} and ${single} manage role bindings of the same group`,
    `${whole} manages all role bindings of the group ${group}, but a ${single} of this configuration manages one of them ` +
      `(${binding}): each would undo the other. Add the grant to ${whole}, and replace ${single} by a removed block with ` +
      "destroy = false.",
    ["group_uid"],
  );

const duplicate = (group: string): Diagnostic =>
  errorDiagnostic(
    `Two ${whole} manage the same group`,
    `Each would remove the role bindings of the other in the group ${group}. Keep one, with the grants of both.`,
    ["group_uid"],
  );

const takenOver = (group: string, binding: string): Diagnostic =>
  errorDiagnostic(
    `The role binding is now managed by ${whole}`,
    `${binding} was not deleted, because ${whole} of the group ${group} grants it. Remove the ${single} from the state ` +
      'without deleting it: with a removed block that has destroy = false, or with "terraform state rm".',
  );
