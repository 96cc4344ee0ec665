import type { KeyObject } from "node:crypto";
import { decodeJwt, SignJWT } from "jose";
import type { Trust } from "../../src/access";
import type { Issuer } from "../../src/issuer";
import { builtInRole, capabilities, capabilityEnumName, objectOrEmpty } from "../../src/model";
import type { TestPlatform } from "../../src/testing";
import type { Random } from "../faults/random";
import {
  type AttackedOrganization,
  KEY_IDS,
  STATIC_ISSUER,
  STATIC_SUBJECTS,
  type Workload,
} from "./attacked-organization";

interface Call {
  readonly method: "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: object;
  /** Uses the response of a successful call. */
  readonly onSuccess?: (response: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** The grants that an identity tries in each round, and the identities that try. */
const CALLS = 60;
const TOKENS = 3;
const CONCURRENT = 8;

/**
 * Tries to act as more identities than its own, and to get more capabilities, by every call that changes the
 * organization. It has an issuer of its own, whose tokens contain whatever it wants.
 */
export class Attacker {
  /** The tokens of the identities that it can act as, by uid. */
  readonly tokens = new Map<string, string>();
  readonly #external: string[] = [];
  readonly #identities: Set<string>;
  /** The number of calls that succeeded, by method and collection. */
  readonly succeeded = new Map<string, number>();
  #created = 0;
  /** The subject at its own issuer, which no earlier attacker had. */
  readonly #subject: string;

  constructor(
    private readonly platform: TestPlatform,
    private readonly organization: AttackedOrganization,
    private readonly evil: Issuer,
    private readonly random: Random,
  ) {
    this.#subject = `attacker-${random.next()}`;
    this.#identities = new Set([...organization.workloads.map(({ uid }) => uid), platform.identityUid]);
  }

  /** Gets the first token, as the workload does; false if it gets none. */
  async start({ uid, claims, key }: Workload, trust: Trust): Promise<boolean> {
    const claimMatch = objectOrEmpty(trust.claimMatch);
    // An earlier attacker may have changed whom the identity trusts.
    const isTaken = claimMatch.issuer === this.evil.issuer;
    if (isTaken || claims) {
      const own = isTaken ? { sub: String(claimMatch.subject), aud: this.platform.authUrl } : claims!;
      this.#external.push(await (isTaken ? this.evil : this.platform.issuer).sign(own));
    } else if (key) this.#external.push(...(await this.#signedWith(key)));
    if (this.#external.length > 0) {
      for (const token of this.#external) if (await this.#exchange(token, uid)) return true;
      return false;
    }
    try {
      const minted = await this.platform.platform.tokens.mint({ identityUid: uid, audience: this.platform.baseUrl });
      this.tokens.set(uid, minted);
      return true;
    } catch {
      // A disabled identity.
      return false;
    }
  }

  /** Returns all tokens that the holder of a static key can sign and that an identity may accept. */
  #signedWith(key: KeyObject): Promise<string[]> {
    const { authUrl } = this.platform;
    const tokens = STATIC_SUBJECTS.flatMap((sub) =>
      KEY_IDS.map((kid) =>
        new SignJWT({ iss: STATIC_ISSUER, sub, aud: authUrl })
          .setProtectedHeader({ alg: "ES256", kid })
          .setIssuedAt()
          .setExpirationTime("5m")
          .sign(key),
      ),
    );
    return Promise.all(tokens);
  }

  /** Exchanges all tokens for those of all identities, until there are no more. */
  async exchangeAll(): Promise<void> {
    const tried = new Set<string>();
    for (;;) {
      const open = [...this.#external, ...this.tokens.values()].filter((token) => !tried.has(token));
      if (open.length === 0) return;
      for (const token of open) {
        tried.add(token);
        const missing = [...this.#identities].filter((identity) => !this.tokens.has(identity));
        await Promise.all(missing.map((identity) => this.#exchange(token, identity)));
      }
    }
  }

  /** Tries, with some of the tokens, the calls that may lead to more at once, and some of the others. */
  async attack(): Promise<void> {
    for (const token of this.#some([...this.tokens.values()], TOKENS)) {
      const grants = this.#some(this.#grants(), CALLS);
      const calls = [...this.#takeovers(), ...this.#roleChanges(), ...this.#logins(), ...grants];
      for (let from = 0; from < calls.length; from += CONCURRENT)
        await Promise.all(calls.slice(from, from + CONCURRENT).map((call) => this.#call(token, call)));
    }
  }

  /** Returns some elements in random order. */
  #some<T>(all: readonly T[], most: number): readonly T[] {
    const ordered = all.map((each) => ({ each, order: this.random.next() })).sort((a, b) => a.order - b.order);
    return ordered.slice(0, most).map(({ each }) => each);
  }

  /** Changes of who may assume an identity, and of what identities have. */
  #takeovers(): Call[] {
    const claimMatch = { issuer: this.evil.issuer, subject: this.#subject };
    return [...this.#identities].flatMap((uid): Call[] => [
      {
        method: "PATCH",
        path: `identities/${uid}`,
        body: { claimMatch, disabled: false },
        onSuccess: () => this.#assume(uid),
      },
      { method: "PATCH", path: `identities/${uid}`, body: { disabled: false } },
    ]);
  }

  #roleChanges(): Call[] {
    const all = capabilities.map(capabilityEnumName);
    const custom = this.organization.roles.filter((uid) => uid.includes("/"));
    return [
      ...custom.flatMap((uid): Call[] =>
        [all, ...Array.from({ length: 4 }, () => [...new Set(["CAP_IAM_GROUPS_LIST", this.random.pick(all)])])].map(
          (some) => ({ method: "PATCH", path: `roles/${uid}`, body: { capabilities: some } }),
        ),
      ),
      {
        ...{ method: "POST", path: `roles/${this.random.pick(this.organization.groups)}` },
        body: { name: "mine", capabilities: this.#some(all, 5) },
        onSuccess: async ({ uid }) => {
          this.organization.roles.push(String(uid));
        },
      },
    ];
  }

  /** New identities and identity providers, and changes of the existing one, with the attacker's issuer. */
  #logins(): Call[] {
    const oidc = { issuer: this.evil.issuer, clientId: "attacker", pkceEnabled: true };
    const owner = builtInRole("owner").uid;
    return [
      {
        ...{ method: "POST", path: `identities/${this.random.pick(this.organization.groups)}` },
        body: { name: "mine", claimMatch: { issuer: this.evil.issuer, subject: this.#subject } },
        onSuccess: async ({ uid }) => {
          this.#identities.add(String(uid));
          await this.#assume(String(uid));
        },
      },
      ...[owner, this.random.pick(this.organization.roles)].map(
        (defaultRole): Call => ({
          ...{ method: "POST", path: `identityProviders/${this.platform.groupUid}` },
          body: { name: "mine", defaultRole, oidc },
          onSuccess: ({ uid }) => this.#logIn(String(uid), `${this.#subject} ${this.#created++}`),
        }),
      ),
      { method: "PATCH", path: `identityProviders/${this.organization.provider}`, body: { defaultRole: owner } },
      {
        ...{ method: "PATCH", path: `identityProviders/${this.organization.provider}`, body: { oidc } },
        onSuccess: () => this.#logIn(this.organization.provider, "person"),
      },
    ];
  }

  /** Grants of roles, by role bindings and invites. */
  #grants(): Call[] {
    const { groups, roles } = this.organization;
    const held = [...this.tokens.keys()];
    const pairs = groups.flatMap((group) => roles.map((roleUid) => ({ group, roleUid })));
    return pairs.flatMap(({ group, roleUid }): Call[] => [
      ...held.map(
        (identityUid): Call => ({
          ...{ method: "POST", path: `roleBindings/${group}`, body: { identityUid, roleUid } },
          // A binding that can be created can be changed, too.
          onSuccess: async ({ uid }) => {
            const body = { roleUid: this.random.pick(roles) };
            for (const token of this.#some([...this.tokens.values()], TOKENS))
              await this.#call(token, { method: "PATCH", path: `roleBindings/${uid}`, body });
          },
        }),
      ),
      {
        ...{ method: "POST", path: `groupInvites/${group}`, body: { roleUid, ttl: "3600s" } },
        onSuccess: ({ code }) => this.#redeem(String(code)),
      },
    ]);
  }

  async #assume(uid: string): Promise<void> {
    await this.#exchange(await this.evil.sign({ sub: this.#subject, aud: this.platform.authUrl }), uid);
  }

  async #redeem(code: string): Promise<void> {
    for (const token of this.#some([...this.tokens.values()], TOKENS))
      await fetch(`${this.platform.authUrl}/auth/v1/register`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: new URLSearchParams({ code }),
      });
  }

  /** Logs in with an identity provider as a person of the attacker's issuer. */
  async #logIn(provider: string, person: string): Promise<void> {
    const token = await this.evil.sign({ sub: person, aud: "attacker" });
    await this.#get(token, { identity_provider: provider });
  }

  #exchange(token: string, identity: string): Promise<boolean> {
    return this.#get(token, { identity });
  }

  async #get(token: string, query: Readonly<Record<string, string>>): Promise<boolean> {
    const { authUrl, baseUrl } = this.platform;
    const response = await fetch(`${authUrl}/sts/exchange?${new URLSearchParams({ aud: baseUrl, ...query })}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const body = (await response.json()) as { readonly token?: string };
    if (!response.ok || body.token === undefined) return false;
    this.tokens.set(String(decodeJwt(body.token).sub), body.token);
    return true;
  }

  async #call(token: string, { method, path, body, onSuccess }: Call): Promise<void> {
    const response = await fetch(`${this.platform.baseUrl}/iam/v2beta1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body ?? {}),
    });
    const text = await response.text();
    if (response.status >= 500 && response.status !== 503) throw new Error(`${method} ${path}: ${text}`);
    if (!response.ok) return;
    const key = `${method} ${path.split("/")[0]}`;
    this.succeeded.set(key, (this.succeeded.get(key) ?? 0) + 1);
    await onSuccess?.(JSON.parse(text || "{}"));
  }
}
