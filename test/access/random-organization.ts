import { builtInRoles, capabilities } from "../../src/model";
import type { TestPlatform } from "../../src/testing";
import type { Random } from "../faults/random";

/** A random organization on a running platform, which can be changed at random. */
export class RandomOrganization {
  readonly groups: string[];
  readonly identities: string[] = [];
  readonly roles = builtInRoles.map(({ uid }) => uid as string);
  bindings: string[] = [];
  readonly #client;

  constructor(
    private readonly platform: TestPlatform,
    private readonly random: Random,
    /** Returns the service's time in milliseconds. */
    private readonly clock: () => number = Date.now,
  ) {
    this.groups = [platform.groupUid];
    this.#client = platform.client();
  }

  static async create(
    platform: TestPlatform,
    random: Random,
    size: number,
    clock?: () => number,
  ): Promise<RandomOrganization> {
    const organization = new RandomOrganization(platform, random, clock);
    for (let count = 0; count < size; count += 1) await organization.#addGroup();
    for (let count = 0; count < size; count += 1) await organization.#addIdentity();
    for (let count = 0; count < size / 2; count += 1) await organization.#addRole();
    for (let count = 0; count < size * 3; count += 1) await organization.#bind();
    return organization;
  }

  /** Changes something that decides who may do what. */
  async change(): Promise<void> {
    const changes = [
      () => this.#bind(),
      () => this.#unbind(),
      () => this.#changeRole(),
      () => this.#switchIdentity(),
      () => this.#rebind(),
      () => this.#changeExpiry(),
    ];
    await this.random.pick(changes)();
  }

  /** Returns some capabilities, at least one. */
  someCapabilities(most: number) {
    const count = this.random.between(1, most);
    return [...new Set(Array.from({ length: count }, () => this.random.pick(capabilities)))];
  }

  async #addGroup(): Promise<void> {
    const name = `group-${this.groups.length}`;
    this.groups.push((await this.#client.groups.create(this.random.pick(this.groups), { name })).uid);
  }

  async #addIdentity(): Promise<void> {
    const name = `identity-${this.identities.length}`;
    const claimMatch = { issuer: "https://issuer.example.com", subject: name };
    this.identities.push(
      (await this.#client.identities.create(this.random.pick(this.groups), { name, claimMatch })).uid,
    );
  }

  async #addRole(): Promise<void> {
    const body = { name: `role-${this.roles.length}`, capabilities: this.someCapabilities(6) };
    this.roles.push((await this.#client.roles.create(this.platform.groupUid, body)).uid);
  }

  async #bind(): Promise<void> {
    const [group, identityUid, roleUid] = [this.groups, this.identities, this.roles].map((all) =>
      this.random.pick(all),
    );
    try {
      const expiry = this.random.chance(0.4) ? { expirationTime: this.#soon() } : {};
      const body = { identityUid: identityUid!, roleUid: roleUid!, ...expiry };
      this.bindings.push((await this.#client.roleBindings.create(group!, body)).uid);
    } catch (error) {
      // Each identity can have a role once in a group.
      if ((error as { readonly code?: string }).code !== "ALREADY_EXISTS") throw error;
    }
  }

  async #unbind(): Promise<void> {
    const [uid] = this.bindings.splice(this.random.between(0, this.bindings.length - 1), 1);
    if (uid !== undefined) await this.#client.roleBindings.delete(uid);
  }

  async #rebind(): Promise<void> {
    const uid = this.random.pick(this.bindings);
    try {
      await this.#client.roleBindings.update(uid, { roleUid: this.random.pick(this.roles) });
    } catch (error) {
      if ((error as { readonly code?: string }).code !== "ALREADY_EXISTS") throw error;
    }
  }

  async #changeExpiry(): Promise<void> {
    const body = this.random.chance(0.7) ? { expirationTime: this.#soon() } : {};
    await this.#client.roleBindings.update(this.random.pick(this.bindings), body, { updateMask: ["expirationTime"] });
  }

  /** Returns a time that passes during the test. */
  #soon(): string {
    return new Date(this.clock() + this.random.between(50, 5000)).toISOString();
  }

  async #changeRole(): Promise<void> {
    const custom = this.roles.slice(builtInRoles.length);
    await this.#client.roles.update(this.random.pick(custom), { capabilities: this.someCapabilities(6) });
  }

  async #switchIdentity(): Promise<void> {
    await this.#client.identities.update(this.random.pick(this.identities), { disabled: this.random.chance(0.3) });
  }
}
