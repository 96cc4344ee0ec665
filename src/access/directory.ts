import { isUid, parentOf } from "../api";
import { builtInRoles, closest } from "../model";
import type { ResolvedBinding } from "./graph";
import { isUnknown, knownOr, type MaybeUnknown, type Snapshot } from "./snapshot";

interface Named {
  readonly id: string;
  readonly name: MaybeUnknown<string>;
  readonly address?: string | undefined;
  readonly email?: string | undefined;
}

/** Thrown when a uid, address, name or path matches no resource, or more than one. */
export class NotFoundError extends Error {
  override readonly name = "NotFoundError";
}

/**
 * Formats the groups, identities, roles and bindings of snapshots for display, and looks them up by uid, address, path
 * or name. Later snapshots take precedence.
 */
export class Directory {
  readonly #groups = new Map<string, Named & { readonly parent: MaybeUnknown<string> | undefined }>();
  readonly #identities = new Map<string, Named & { readonly group: MaybeUnknown<string> }>();
  readonly #roles = new Map<string, Named>();
  readonly #addresses = new Map<string, string>();
  readonly #identityNames = new Map<string, number>();
  #identityPaths: ReadonlyMap<string, number> | undefined;

  constructor(...snapshots: readonly Snapshot[]) {
    for (const { uid: id, name } of builtInRoles) this.#roles.set(id, { id, name });
    for (const { groups, identities, roles, bindings } of snapshots) {
      for (const each of groups) this.#groups.set(each.id, { ...each, parent: each.parent });
      for (const each of identities) this.#identities.set(each.id, each);
      for (const each of roles) this.#roles.set(each.id, each);
      for (const { id, address } of [...groups, ...identities, ...roles, ...bindings])
        if (address !== undefined) this.#addresses.set(id, address);
    }
    for (const { name } of this.#identities.values())
      if (!isUnknown(name)) this.#identityNames.set(name, (this.#identityNames.get(name) ?? 0) + 1);
  }

  /**
   * Returns a group's path of names, such as `acme/payments`; a group whose name is unknown appears as its uid or
   * address.
   */
  group(id: string): string {
    const found = this.#groups.get(id);
    const parent = found ? knownOr(found.parent, undefined) : parentOf(id);
    const name = found && knownOr(found.name, undefined);
    if (name === undefined) return id;
    return parent === undefined ? name : `${this.group(parent)}/${name}`;
  }

  /** Returns an identity's name; its path if another identity has the same name. */
  identity(id: string): string {
    const found = this.#identities.get(id);
    const name = found && knownOr(found.name, undefined);
    if (found === undefined || name === undefined) return id;
    if (this.#identityNames.get(name) === 1) return found.email ? `${name} (${found.email})` : name;
    if (isUnknown(found.group)) return `${name} (${id})`;
    const path = `${this.group(found.group)}/${name}`;
    return this.#countOfPath(path) === 1 ? path : `${path} (${id})`;
  }

  role(id: string): string {
    return knownOr(this.#roles.get(id)?.name ?? id, id);
  }

  /** Returns the address of a resource that a configuration manages, otherwise its id. */
  resource(id: string): string {
    return this.#addresses.get(id) ?? id;
  }

  /** Finds a group by uid, address, path of names or unique name. Throws NotFoundError. */
  findGroup(text: string): string {
    if (this.#groups.has(text) || isUid(text)) return text;
    return this.#find("group", text, this.#groups, (each) => this.group(each.id));
  }

  /** Finds an identity by uid, address, path of names, email address or unique name. Throws NotFoundError. */
  findIdentity(text: string): string {
    if (this.#identities.has(text) || (isUid(text) && parentOf(text) !== undefined)) return text;
    const pathOf = (each: Named & { readonly group: MaybeUnknown<string> }) =>
      isUnknown(each.group) ? "" : `${this.group(each.group)}/${knownOr(each.name, each.id)}`;
    return this.#find("identity", text, this.#identities, pathOf);
  }

  /** Returns the number of identities with a path. */
  #countOfPath(path: string): number {
    this.#identityPaths ??= this.#countPaths();
    return this.#identityPaths.get(path) ?? 0;
  }

  #countPaths(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { group, name } of this.#identities.values()) {
      if (isUnknown(group) || isUnknown(name)) continue;
      const path = `${this.group(group)}/${name}`;
      counts.set(path, (counts.get(path) ?? 0) + 1);
    }
    return counts;
  }

  #find<T extends Named>(
    noun: "group" | "identity",
    text: string,
    entries: ReadonlyMap<string, T>,
    pathOf: (entry: T) => string,
  ): string {
    const all = [...entries.values()];
    const ways: readonly ((each: T) => boolean)[] = [
      ({ address }) => address === text,
      (each) => pathOf(each) === text,
      ({ email }) => email === text,
      ({ name }) => name === text,
      (each) => pathOf(each).endsWith(`/${text}`),
    ];
    for (const isNamed of ways) {
      const [found, ...others] = all.filter(isNamed);
      if (!found) continue;
      if (others.length === 0) return found.id;
      const candidates = [found, ...others].map((each) => `${pathOf(each)} (${each.id})`).slice(0, 10);
      throw new NotFoundError(
        `${JSON.stringify(text)} matches ${others.length + 1} ${noun === "group" ? "groups" : "identities"}: ${candidates.join(", ")}; specify the path or the uid`,
      );
    }
    const similar = closest(
      text,
      all.flatMap((each) => [knownOr(each.name, each.id), pathOf(each)]),
    );
    throw new NotFoundError(
      `${noun} ${JSON.stringify(text)} not found${similar ? `; did you mean ${JSON.stringify(similar)}?` : `; specify its uid, name or path, such as ${noun === "group" ? "acme/payments" : "acme/payments/deploy"}`}`,
    );
  }
}

/** Returns a time without milliseconds if they are zero. */
export const shownTime = (time: string): string => time.replace(/\.000Z$/, "Z");

/**
 * Describes a binding: `registry.push in acme/payments until 2030-01-31T12:00:00Z, by platform_role_binding.deploy`.
 */
export const describeGrant = (
  { binding, role, group, expirationTime }: ResolvedBinding,
  directory: Directory,
): string =>
  `${directory.role(role)} in ${directory.group(group)}${expirationTime ? ` until ${shownTime(expirationTime)}` : ""}, ` +
  `by ${directory.resource(binding.id)}`;
