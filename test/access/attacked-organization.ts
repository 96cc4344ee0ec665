import { generateKeyPairSync, type KeyObject } from "node:crypto";
import type { PlatformClient } from "../../src/client";
import { builtInRole, builtInRoles, type Capability, capabilities } from "../../src/model";
import type { TestPlatform } from "../../src/testing";
import type { Random } from "../faults/random";

/** The capabilities with which a caller can change who may do what. */
const POWERFUL: readonly Capability[] = [
  "groups.list",
  "identity.list",
  "identity.create",
  "identity.update",
  "roles.list",
  "roles.create",
  "roles.update",
  "role_bindings.list",
  "role_bindings.create",
  "role_bindings.update",
  "group_invites.create",
  "identity_providers.list",
  "identity_providers.create",
  "identity_providers.update",
];

/** An identity, and how its workload gets tokens; neither if it is assumed with a platform token only. */
export interface Workload {
  readonly uid: string;
  /** Claims of a token of the issuer. */
  readonly claims?: { readonly sub: string; readonly aud: string };
  /** The private key of its static keys. */
  readonly key?: KeyObject;
}

type Trust = Partial<Pick<Parameters<PlatformClient["identities"]["create"]>[1], "claimMatch" | "staticKeys">>;

/** The issuer and the subjects of identities with static keys, and the names of their keys. */
export const STATIC_ISSUER = "https://keys.example.com";
export const STATIC_SUBJECTS = ["one", "two"];
export const KEY_IDS = ["first", "second"];

/**
 * A random organization on a running platform whose identities trust each other's tokens, share tokens of the issuer, or
 * may change who may do what.
 */
export class AttackedOrganization {
  readonly groups: string[];
  readonly workloads: Workload[] = [];
  readonly roles: string[] = builtInRoles.map(({ uid }) => uid);
  provider = "";
  readonly #keys = Array.from({ length: 2 }, () => generateKeyPairSync("ec", { namedCurve: "P-256" }));
  readonly #client;

  private constructor(
    private readonly platform: TestPlatform,
    private readonly random: Random,
  ) {
    this.groups = [platform.groupUid];
    this.#client = platform.client();
  }

  static async create(platform: TestPlatform, random: Random): Promise<AttackedOrganization> {
    const organization = new AttackedOrganization(platform, random);
    for (let count = 0; count < 4; count += 1) await organization.#addGroup();
    for (let count = 0; count < 8; count += 1) await organization.#addIdentity();
    for (let count = 0; count < 4; count += 1) await organization.#addRole();
    for (let count = 0; count < 14; count += 1) await organization.#bind();
    await organization.#addProvider();
    return organization;
  }

  async #addGroup(): Promise<void> {
    const name = `group-${this.groups.length}`;
    this.groups.push((await this.#client.groups.create(this.random.pick(this.groups), { name })).uid);
  }

  async #addIdentity(): Promise<void> {
    const name = `identity-${this.workloads.length}`;
    const { key, claims, ...trust } = this.#trust();
    const disabled = this.random.chance(0.1);
    const { uid } = await this.#client.identities.create(this.random.pick(this.groups), { name, ...trust, disabled });
    this.workloads.push({ uid, ...(claims ? { claims } : {}), ...(key ? { key } : {}) });
  }

  /** Returns whom a new identity trusts, and a token or key of its workload that it shares with as few as possible. */
  #trust(): Pick<Workload, "claims" | "key"> & Trust {
    const trusted = this.workloads.length > 0 ? this.random.pick(this.workloads).uid : undefined;
    if (trusted !== undefined && this.random.chance(0.4)) {
      const audience = this.random.chance(0.3) ? { audience: this.platform.baseUrl } : {};
      const claims = this.random.chance(0.2) ? { claims: { team: "payments" } } : {};
      return { claimMatch: { issuer: this.platform.authUrl, subject: trusted, ...audience, ...claims } };
    }
    return this.random.chance(0.25) ? this.#withStaticKeys() : this.#withIssuer();
  }

  #withIssuer() {
    const { issuer } = this.platform.issuer;
    const [pattern, unlisted] = this.random.pick([
      ["ci-.*", "ci-unlisted"],
      ["ci-team-.*", "ci-team-unlisted"],
      ["(ops|dev)-.*", "ops-unlisted"],
    ] as const);
    const isPattern = this.random.chance(0.4);
    const sub = isPattern ? unlisted : this.random.pick(["ci-one", "ci-team-one", "ops-one", "other"]);
    const [audience, aud] = this.random.pick([
      [{}, this.platform.baseUrl],
      [{}, this.platform.baseUrl],
      [{ audience: this.platform.authUrl }, this.platform.authUrl],
      [{ audiencePattern: ".*" }, "unlisted"],
      [{ audiencePattern: "https?://.*" }, "https://unlisted.example.com"],
    ]);
    const implied = this.random.pick<{ readonly [K in "claims" | "claimPatterns"]?: Readonly<Record<string, string>> }>(
      [
        {},
        { claims: { iss: issuer } },
        { claimPatterns: { iss: "https?://.*" } },
        isPattern ? { claimPatterns: { sub: pattern } } : { claims: { sub } },
      ],
    );
    const subject = isPattern ? { subjectPattern: pattern } : { subject: sub };
    return { claimMatch: { issuer, ...subject, ...audience, ...implied }, claims: { sub, aud } };
  }

  #withStaticKeys() {
    const { publicKey, privateKey } = this.random.pick(this.#keys);
    const jwk = { ...publicKey.export({ format: "jwk" }), alg: "ES256", kid: this.random.pick(KEY_IDS) };
    const issuerKeys = JSON.stringify({ keys: [jwk] });
    const subject = this.random.pick(STATIC_SUBJECTS);
    return { staticKeys: { issuer: STATIC_ISSUER, subject, issuerKeys }, key: privateKey };
  }

  async #addRole(): Promise<void> {
    const name = `role-${this.roles.length}`;
    const all = this.random.chance(0.8) ? POWERFUL : capabilities;
    const own = all.filter(() => this.random.chance(0.7));
    const body = { name, capabilities: ["groups.list" as Capability, ...own] };
    this.roles.push((await this.#client.roles.create(this.random.pick(this.groups.slice(0, 2)), body)).uid);
  }

  async #bind(): Promise<void> {
    const group = this.random.pick(this.groups);
    const roleUid = this.random.pick(this.random.chance(0.7) ? this.roles.slice(builtInRoles.length) : this.roles);
    try {
      await this.#client.roleBindings.create(group, {
        identityUid: this.random.pick(this.workloads).uid,
        roleUid,
      });
    } catch (error) {
      // The identity has the role there already, or the role belongs to another group.
      if (!["ALREADY_EXISTS", "INVALID_ARGUMENT"].includes(String((error as { readonly code?: string }).code)))
        throw error;
    }
  }

  /** Adds an identity provider with which a person has logged in, who is then made an owner. */
  async #addProvider(): Promise<void> {
    const { issuer, authUrl, baseUrl, groupUid } = this.platform;
    const body = {
      name: "company login",
      defaultRole: builtInRole("viewer").uid,
      oidc: { issuer: issuer.issuer, clientId: "company", pkceEnabled: true },
    };
    this.provider = (await this.#client.identityProviders.create(groupUid, body)).uid;
    const token = await issuer.sign({ sub: "person", aud: "company" });
    const query = new URLSearchParams({ aud: baseUrl, identity_provider: this.provider });
    const response = await fetch(`${authUrl}/sts/exchange?${query}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(await response.text());
    for await (const { uid, claimMatch } of this.#client.identities.list())
      if (claimMatch?.subject === "person")
        await this.#client.roleBindings.create(groupUid, { identityUid: uid, roleUid: builtInRole("owner").uid });
  }
}
