import { sql } from "kysely";
import { builtInRole, type JsonObject, methods, registry, repoReadme, session } from "../../../../src/model";
import type { Platform } from "../../../../src/service";
import { redeemInvite } from "../../../../src/service/auth/login/invites";
import { identityOf } from "../../../../src/service/auth/login/people";
import { type Provider, providerOf } from "../../../../src/service/auth/login/providers";
import type { Caller } from "../../../../src/service/core/access";
import { audit, type Database, openStore } from "../../../../src/service/store";
import { v1Operations, v1Types } from "../../../../src/service/v1";
import { onEveryStore } from "../../every-store";

/** A rejected write neither takes nor waits for the organization's write lock. */

const viewer = builtInRole("viewer").uid;

type Attempt = readonly [name: string, code: string, run: (platform: Platform) => Promise<unknown>];

onEveryStore((get) => {
  let [root, team, repo, secret, binding, identity]: string[] = [];
  let owner: Caller;
  /** May read everything, and bind roles that grant no more. */
  let binder: Caller;
  let stranger: Caller;
  let attempts: readonly Attempt[];
  let provider: Provider;

  const create = async (type: keyof typeof registry, parent: string, body: JsonObject) =>
    String((await get().nodes[0].operations.create(registry[type], owner, parent, body)).uid);
  const newIdentity = async (name: string) =>
    create("identities", root!, { name, claimMatch: { issuer: "https://issuer.example.com", subject: name } });

  beforeAll(async () => {
    const { organization } = get();
    owner = { identityUid: organization.identityUid };
    root = organization.groupUid;
    team = await create("groups", root, { name: "team" });
    repo = await create("repos", team, { name: "repo" });
    const capabilities = [
      "CAP_IAM_GROUPS_LIST",
      "CAP_IAM_IDENTITY_LIST",
      "CAP_IAM_IDENTITY_UPDATE",
      "CAP_IAM_ROLES_LIST",
      "CAP_IAM_ROLES_UPDATE",
      "CAP_IAM_ROLE_BINDINGS_LIST",
      "CAP_IAM_ROLE_BINDINGS_CREATE",
      "CAP_IAM_ROLE_BINDINGS_UPDATE",
      "CAP_IAM_GROUP_INVITES_LIST",
      "CAP_IAM_GROUP_INVITES_CREATE",
      "CAP_REPO_LIST",
    ];
    const role = await create("roles", root, { name: "binder", capabilities });
    secret = await create("roles", root, { name: "pusher", capabilities: ["CAP_REPO_CREATE"] });
    identity = await newIdentity("pusher");
    binder = { identityUid: await newIdentity("binder") };
    stranger = { identityUid: await newIdentity("stranger") };
    await create("roleBindings", root, { ...binder, roleUid: role });
    binding = await create("roleBindings", root, { identityUid: identity, roleUid: viewer });
    const { store, operations } = get().nodes[0];
    const forOther = { ttl: "3600s", roleUid: viewer, email: "other@example.com" };
    const { code } = await operations.create(registry.groupInvites, owner, team, forOther);
    const oidc = { issuer: person.issuer, clientId: "platform", pkceEnabled: true };
    const staff = await create("identityProviders", root, { name: "staff", defaultRole: viewer, oidc });
    provider = (await providerOf(store.db, staff))!;
    const { identityUid: disabled } = await identityOf(store, provider, person, now());
    await operations.update(registry.identities, owner, disabled, { disabled: true }, []);
    attempts = attemptsWith(role, String(code));
  });

  const now = () => new Date().toISOString();
  const person = { issuer: "https://issuer.example.com", subject: "person" };

  function attemptsWith(role: string, code: string): readonly Attempt[] {
    const { groups, repos, roles, roleBindings, identities, groupInvites } = registry;
    const grant = { identityUid: identity, roleUid: secret };
    const claimMatch = { issuer: "https://issuer.example.com", subject: "mine" };
    const requests = [{ roleBinding: { identityUid: identity, roleUid: viewer } }, { roleBinding: grant }];
    const v1Repo = v1Types.find(({ definition }) => definition.name === "Repo")!;
    const [p, i, n] = ["PERMISSION_DENIED", "INVALID_ARGUMENT", "NOT_FOUND"];
    return [
      ["create unseen", n, ({ operations: o }) => o.create(repos, stranger, team!, { name: "x" })],
      [
        "create with revoked token",
        "UNAUTHENTICATED",
        ({ operations: o }) => o.create(repos, { ...owner, generation: 1 }, team!, { name: "x" }),
      ],
      ["create denied", p, ({ operations: o }) => o.create(repos, binder, team!, { name: "x" })],
      ["create invalid", i, ({ operations: o }) => o.create(groups, owner, team!, { name: "NOT!" })],
      ["create unknown member", i, ({ operations: o }) => o.create(groups, owner, team!, { name: "x", no: 1 })],
      [
        "create with a long key",
        i,
        ({ operations: o }) => o.create(groups, owner, team!, { name: "x" }, "k".repeat(256)),
      ],
      ["grant denied", p, ({ operations: o }) => o.create(roleBindings, binder, team!, grant)],
      [
        "grant to nobody",
        i,
        ({ operations: o }) => o.create(roleBindings, owner, team!, { ...grant, identityUid: team }),
      ],
      [
        "invite denied",
        p,
        ({ operations: o }) => o.create(groupInvites, binder, team!, { ttl: "3600s", roleUid: secret }),
      ],
      ["update unseen", n, ({ operations: o }) => o.update(repos, stranger, repo!, { description: "x" }, [])],
      ["update denied", p, ({ operations: o }) => o.update(repos, binder, repo!, { description: "x" }, [])],
      ["update invalid", i, ({ operations: o }) => o.update(groups, owner, team!, { name: "NOT!" }, [])],
      ["update an output", i, ({ operations: o }) => o.update(groups, owner, team!, { verified: true }, ["verified"])],
      [
        "update built-in",
        "FAILED_PRECONDITION",
        ({ operations: o }) => o.update(roles, owner, viewer, { name: "x" }, []),
      ],
      [
        "widen a role",
        p,
        ({ operations: o }) => o.update(roles, binder, role, { capabilities: ["CAP_REPO_CREATE"] }, []),
      ],
      ["rebind", p, ({ operations: o }) => o.update(roleBindings, binder, binding!, { roleUid: secret }, [])],
      ["assume", p, ({ operations: o }) => o.update(identities, binder, identity!, { claimMatch }, [])],
      ["delete unseen", n, ({ operations: o }) => o.delete(groups, stranger, team!)],
      ["delete denied", p, ({ operations: o }) => o.delete(groups, binder, team!)],
      ["forced delete unseen", n, ({ operations: o }) => o.delete(groups, stranger, team!, { force: true })],
      ["forced delete denied", p, ({ operations: o }) => o.delete(groups, binder, team!, { force: true })],
      ["delete of a session", n, ({ operations: o }) => o.delete(session, stranger, `${identity}/${"0".repeat(16)}`)],
      ["revoke tokens", n, ({ operations: o }) => o.call(methods.revokeTokens, stranger, { uid: identity })],
      [
        "batch denied",
        p,
        ({ operations: o }) => o.call(methods.batchCreateRoleBindings, binder, { parent: team, requests }),
      ],
      [
        "batch invalid",
        i,
        ({ operations: o }) => o.call(methods.batchCreateRoleBindings, owner, { parent: team, requests: [] }),
      ],
      ["readme denied", p, ({ operations: o }) => o.update(repoReadme, binder, repo!, { content: "x" }, [])],
      ["readme invalid", i, ({ operations: o }) => o.update(repoReadme, owner, repo!, { content: 1 }, [])],
      ["invite for another", p, ({ store }) => redeemInvite(store, code, person, now())],
      ["login when disabled", p, ({ store }) => identityOf(store, provider, person, now())],
      ["create over v1", n, (platform) => v1Operations(platform).create(v1Repo, stranger, team!, { name: "repo" })],
      ["replace over v1", p, (platform) => v1Operations(platform).create(v1Repo, binder, team!, { name: "repo" })],
      ["update over v1", p, (platform) => v1Operations(platform).update(v1Repo, binder, repo!, { name: "repo" })],
    ];
  }

  const outcomeOf = async ([name, , run]: Attempt, platform: Platform) =>
    [
      name,
      await run(platform).then(
        () => "OK",
        ({ code }) => code,
      ),
    ] as const;

  /** Holds the organization's write lock, as another node would, while a function runs. */
  async function whileLocked(run: () => Promise<void>): Promise<void> {
    const other = await openStore(get().data);
    await other.transaction(run, { root: root! }).finally(() => other.close());
  }

  /**
   * The rows of the organization's write lock; on PostgreSQL with the last transaction that wrote or tried to write
   * them.
   */
  async function locks(db: Database): Promise<unknown> {
    const columns = get().data.startsWith("postgres") ? sql`slot, version, xmin, xmax` : sql`slot, version`;
    return (await sql`select ${columns} from write_lock_slots where root = ${root} order by slot`.execute(db.query))
      .rows;
  }

  test("responds while another holds the lock", async () => {
    const expected = attempts.map(([name, code]) => [name, code]);
    await whileLocked(async () => {
      expect(await Promise.all(attempts.map((each) => outcomeOf(each, get().nodes[0])))).toEqual(expected);
    });
  });

  test("does not take the lock, however often it is repeated", async () => {
    const [platform] = get().nodes;
    const before = await locks(platform.store.db);
    for (let round = 0; round < 5; round += 1) await Promise.all(attempts.map((each) => outcomeOf(each, platform)));
    expect(await locks(platform.store.db)).toEqual(before);
  });

  test("audits a missing capability once", async () => {
    const { audit: trail, store } = get().nodes[0];
    const denials = async () => {
      await trail.flush();
      const events = await audit.read(store.db, { limit: 10_000 });
      const denied = events.filter(({ outcome }) => outcome === "PERMISSION_DENIED");
      return denied.reduce((sum, { count = 1 }) => sum + count, 0);
    };
    const before = await denials();
    // Logins and invites are audited by their own service.
    const denied = attempts.filter(([name, code]) => code === "PERMISSION_DENIED" && !/^(login|invite for)/.test(name));
    for (const each of denied) await outcomeOf(each, get().nodes[0]);
    expect((await denials()) - before).toBe(denied.length);
  });

  test("rejects a reused key of another create, and replays the first response", async () => {
    const { operations } = get().nodes[0];
    const { groups, roles, roleBindings } = registry;
    const grants = [
      "CAP_IAM_GROUPS_LIST",
      "CAP_IAM_IDENTITY_LIST",
      "CAP_IAM_ROLES_LIST",
      "CAP_IAM_ROLE_BINDINGS_CREATE",
    ];
    const granting = await create("roles", root!, { name: "granting", capabilities: [...grants, "CAP_REPO_CREATE"] });
    const granter = { identityUid: await newIdentity("granter") };
    await create("roleBindings", root!, { ...granter, roleUid: granting });
    const bind = (parent: string, key?: string) =>
      operations.create(roleBindings, granter, parent, { identityUid: identity, roleUid: secret }, key);
    const first = await bind(team!, "key");
    await operations.update(roles, owner, granting, { capabilities: grants }, []);
    expect(await bind(team!, "key")).toEqual(first);
    const other = String((await operations.create(groups, owner, root!, { name: "other" })).uid);
    await whileLocked(async () => {
      await expect(bind(other)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      await expect(bind(other, "other key")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      await expect(bind(other, "key")).rejects.toThrow("was already used with a different request; use a new key");
    });
  });
});
