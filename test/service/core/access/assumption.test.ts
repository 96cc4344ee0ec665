import { type Issuer, startIssuer } from "../../../../src/issuer";
import { builtInRole, type JsonObject, registry } from "../../../../src/model";
import type { Platform } from "../../../../src/service";
import { callerOf } from "../../../../src/service/auth/caller";
import { replaceWithoutEvent } from "../../../../src/service/core/operations/resource-writes";
import { resources } from "../../../../src/service/store";
import { logIn } from "../../auth/login/person";
import { onEveryStore } from "../../every-store";

/** Changes of who may assume an identity: what they revoke and require. */

const [viewer, editor, owner] = [builtInRole("viewer").uid, builtInRole("editor").uid, builtInRole("owner").uid];

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

onEveryStore(
  (get) => {
    const callerWith = (node: Platform, token: string) =>
      callerOf(node, {
        authorization: `Bearer ${token}`,
        origin: { peer: "::1", forwardedFor: undefined },
        requestId: "1",
      });
    const asOwner = () => ({ identityUid: get().organization.identityUid });
    const root = () => get().organization.groupUid;
    const uidOf = async (made: Promise<JsonObject>) => String((await made).uid);
    const create = (definition: (typeof registry)[keyof typeof registry], body: JsonObject, parent = root()) =>
      uidOf(get().nodes[0].operations.create(definition, asOwner(), parent, body));
    const update = (uid: string, body: JsonObject, mask: string[] = []) =>
      get().nodes[0].operations.update(registry.identities, asOwner(), uid, body, mask);
    const trusting = (subject: string) => ({ claimMatch: { issuer: issuer.issuer, subject } });
    const readRoot = async (node: Platform, token: string) =>
      node.operations.get(registry.groups, await callerWith(node, token), root());

    let provider: string;
    beforeAll(async () => {
      const oidc = { issuer: issuer.issuer, clientId: "platform", pkceEnabled: true };
      provider = await create(registry.identityProviders, { name: "login", defaultRole: viewer, oidc });
    });

    const staticKeys = () => ({
      issuer: "https://keys.example.com",
      subject: "key",
      issuerKeys: JSON.stringify(issuer.jwks),
    });
    const changes: [string, (uid: string) => Promise<unknown>, isLinked: boolean][] = [
      ["its subject changes", (uid) => update(uid, trusting("somebody-else")), false],
      [
        "static keys take the place of its claims",
        (uid) => update(uid, { claimMatch: null, staticKeys: staticKeys() }),
        false,
      ],
      [
        "it becomes a service principal",
        (uid) => update(uid, { claimMatch: null, servicePrincipal: "SERVICE_PRINCIPAL_INGESTER" }),
        false,
      ],
      ["it is deleted", (uid) => get().nodes[0].operations.delete(registry.identities, asOwner(), uid), false],
    ];

    test.each(changes)("ends a person's access to an identity when %s", async (_, change) => {
      const { nodes } = get();
      const person = `former-${changes.findIndex(([, each]) => each === change)}`;
      const session = await logIn(nodes[0], provider, person);
      const { identityUid } = await callerWith(nodes[1], session.token);
      for (const node of nodes) await expect(readRoot(node, session.token)).resolves.toHaveProperty("uid", root());

      await change(identityUid);
      for (const node of nodes) {
        await expect(readRoot(node, session.token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
        for (const use of [node.tokens.whoAmI, node.tokens.verify])
          await expect(use(session.token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
        const exchange = { token: session.token, audiences: [node.baseUrl()] };
        await expect(node.tokens.exchange(exchange)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
      }
      const refresh = { token: session.refreshToken, audiences: [nodes[1].baseUrl()] };
      await expect(nodes[1].login.refresh(refresh)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
      const again = await callerWith(nodes[1], (await logIn(nodes[1], provider, person)).token);
      expect(again.identityUid).not.toBe(identityUid);
    });

    test("rejects tokens of replaced static keys, and accepts later ones", async () => {
      const { nodes } = get();
      const other = await startIssuer();
      const uid = await create(registry.identities, { name: "keys", staticKeys: staticKeys() });
      await create(registry.roleBindings, { identityUid: uid, roleUid: viewer });
      const [node] = nodes;
      const exchanged = async (by: Issuer) => {
        const token = await by.sign({ iss: "https://keys.example.com", sub: "key", aud: node.baseUrl() });
        return (await node.tokens.exchange({ token, audiences: [node.baseUrl()], identity: uid })).token;
      };
      const before = await exchanged(issuer);
      await expect(readRoot(nodes[1], before)).resolves.toHaveProperty("uid", root());
      await update(uid, { staticKeys: { ...staticKeys(), issuerKeys: JSON.stringify(other.jwks) } });
      await expect(readRoot(nodes[1], before)).rejects.toThrow("the token was revoked");
      await expect(exchanged(issuer)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
      await expect(readRoot(nodes[1], await exchanged(other))).resolves.toHaveProperty("uid", root());
      await other.close();
    });

    test("keeps an identity's tokens after unrelated updates", async () => {
      const { nodes } = get();
      const uid = await create(registry.identities, { name: "steady", ...trusting("steady") });
      await create(registry.roleBindings, { identityUid: uid, roleUid: viewer });
      const token = await nodes[0].tokens.mint({ identityUid: uid });
      await update(uid, { name: "steady still", description: "Other words.", ...trusting("steady") });
      await expect(readRoot(nodes[1], token)).resolves.toHaveProperty("uid", root());
      const shown = await nodes[0].operations.get(registry.identities, asOwner(), uid);
      expect(Object.keys(shown)).not.toContain("tokenGeneration");
    });

    test("rejects all tokens of a disabled identity, and the earlier ones after it is enabled", async () => {
      const { nodes } = get();
      const session = await logIn(nodes[0], provider, "suspended");
      const { identityUid } = await callerWith(nodes[0], session.token);
      const token = await issuer.sign({ sub: "suspended", aud: "platform" });
      const exchange = { token, audiences: [nodes[1].baseUrl()], identity: identityUid };
      const before = (await nodes[1].tokens.exchange(exchange)).token;
      await update(identityUid, { disabled: true });

      for (const node of nodes)
        for (const each of [session.token, before])
          await expect(readRoot(node, each)).rejects.toThrow("the token's identity is disabled");
      await expect(nodes[1].tokens.exchange(exchange)).rejects.toThrow("Permission denied: the identity is disabled");
      await expect(logIn(nodes[1], provider, "suspended")).rejects.toThrow("your identity is disabled");
      const person = { token, audiences: exchange.audiences };
      await expect(nodes[1].login.exchange(person, provider)).rejects.toThrow("your identity is disabled");
      const refresh = { token: session.refreshToken, audiences: exchange.audiences };
      await expect(nodes[1].login.refresh(refresh)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
      await expect(nodes[1].tokens.mint({ identityUid })).rejects.toThrow("the identity is disabled");

      await update(identityUid, { disabled: false });
      await expect(readRoot(nodes[1], before)).rejects.toThrow("the token was revoked");
      const again = await logIn(nodes[1], provider, "suspended");
      expect((await callerWith(nodes[1], again.token)).identityUid).toBe(identityUid);
      await expect(readRoot(nodes[0], again.token)).resolves.toHaveProperty("uid", root());
    });

    test("does not disable the last owner of an organization", async () => {
      const { identityUid } = get().organization;
      const disabling = () => update(identityUid, { disabled: true });
      await expect(disabling()).rejects.toThrow(
        "this would leave the organization without an owner whose access does not expire; bind another owner first",
      );
      const second = await create(registry.identities, { name: "second", disabled: true, ...trusting("second") });
      await create(registry.roleBindings, { identityUid: second, roleUid: owner });
      await expect(disabling()).rejects.toThrow(
        "this would leave the organization without an owner whose access does not expire; bind another owner first",
      );
    });

    test.each<[string, JsonObject]>([
      ["an issuer that is no URL", { claimMatch: { issuer: "https://[", subject: "owner" } }],
      [
        "expired keys",
        {
          claimMatch: null,
          staticKeys: {
            issuer: "https://keys.example.com",
            subject: "owner",
            issuerKeys: '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}',
            expirationTime: "2020-01-01T00:00:00Z",
          },
        },
      ],
    ])("does not give the last owner of an organization %s", async (_, relationship) => {
      const changing = update(get().organization.identityUid, relationship);
      await expect(changing).rejects.toThrow(
        "this would leave the organization without an owner whose access does not expire; bind another owner first",
      );
    });

    test.each([
      { kty: "EC" },
      { kty: "EC", crv: "P-256", x: "AA", y: "AA" },
      { kty: "EC", crv: "P-999", x: "AA", y: "AA" },
      { kty: "OKP", crv: "Ed25519", x: "AAAA" },
      { kty: "OKP", crv: "X25519", x: "AAAA", use: "enc" },
    ])("does not replace the static keys of the last owner by the unusable key %j", async (key) => {
      const [node] = get().nodes;
      const name = `unusable ${JSON.stringify(key).replaceAll(/\W/g, "").toLowerCase()}`;
      const { identityUid } = await node.createOrganization({ name });
      const owner = { identityUid };
      const read = async () =>
        (await node.operations.get(registry.identities, owner, identityUid)).staticKeys as JsonObject;
      const before = await read();
      const replacing = node.operations.update(
        registry.identities,
        owner,
        identityUid,
        { staticKeys: { ...before, issuerKeys: JSON.stringify({ keys: [key] }) } },
        [],
      );
      await expect(replacing).rejects.toThrow("staticKeys.issuerKeys is not accepted: keys[0]");
      expect(await read()).toEqual(before);
    });

    test("renames and disables an identity with an unusable key that an earlier version stored", async () => {
      const [node] = get().nodes;
      const uid = await create(registry.identities, { name: "earlier", staticKeys: staticKeys() });
      const stored = { ...staticKeys(), issuerKeys: '{"keys":[{"kty":"EC"}]}' };
      await node.store.transaction(async (tx) => {
        const found = (await resources.get(tx, "Identity", uid))!;
        await replaceWithoutEvent(tx, registry.identities, {
          ...found,
          fields: { ...found.fields, staticKeys: stored },
        });
      });
      await expect(update(uid, { name: "renamed", disabled: true })).resolves.toMatchObject({
        name: "renamed",
        disabled: true,
        staticKeys: stored,
      });
      const another = { ...stored, issuerKeys: '{"keys":[{"kty":"RSA"}]}' };
      await expect(update(uid, { staticKeys: another })).rejects.toThrow("is incomplete: it must have n and e");
    });

    describe("the ceiling", () => {
      /** An identity that may update all identities, and one it wants to become: an editor of a group below. */
      async function attack() {
        const { nodes } = get();
        const team = await create(registry.groups, { name: "team" });
        const capabilities = ["CAP_IAM_IDENTITY_UPDATE", "CAP_IAM_IDENTITY_LIST"];
        const role = await create(registry.roles, { name: `helper ${team.slice(-8)}`, capabilities });
        const helper = await create(registry.identities, { name: "helper", ...trusting("helper") });
        await create(registry.roleBindings, { identityUid: helper, roleUid: role });
        const target = await create(registry.identities, { name: "target", ...trusting("target") });
        const binding = await create(registry.roleBindings, { identityUid: target, roleUid: editor }, team);
        const update = (body: JsonObject) =>
          nodes[1].operations.update(registry.identities, { identityUid: helper }, target, body, []);
        return { team, helper, target, binding, update };
      }

      test("rejects changing who may assume an identity with more capabilities", async () => {
        const { team, helper, update } = await attack();
        const denied = { code: "PERMISSION_DENIED", message: expect.stringContaining(`is required on ${team}`) };
        for (const body of [
          trusting("helper"),
          { claimMatch: { issuer: issuer.issuer, subjectPattern: "target|helper" } },
          { claimMatch: null, staticKeys: staticKeys() },
        ])
          await expect(update(body)).rejects.toMatchObject(denied);
        await expect(update({ name: "renamed" })).resolves.toHaveProperty("name", "renamed");
        await expect(update({ disabled: true })).resolves.toHaveProperty("disabled", true);
        await expect(update({ disabled: false })).rejects.toMatchObject(denied);
        await create(registry.roleBindings, { identityUid: helper, roleUid: editor }, team);
        await expect(update({ disabled: false })).resolves.toHaveProperty("disabled", false);
        await expect(update(trusting("helper"))).resolves.toHaveProperty("claimMatch.subject", "helper");
      });

      test("rejects changing who may assume an identity whose tokens may assume one with more capabilities", async () => {
        const { nodes } = get();
        const { team, helper, target, binding, update } = await attack();
        const own = (subject: string) => ({ claimMatch: { issuer: nodes[0].authUrl(), subject } });
        const [pipeline, deployer] = [
          await create(registry.identities, { name: "pipeline", ...own(target) }),
          await create(registry.identities, { name: "deployer", ...own("nobody yet") }),
        ];
        // One of them closes a cycle.
        const loop = await create(registry.identities, { name: "loop", ...own(deployer) });
        await nodes[0].operations.update(registry.identities, asOwner(), deployer, own(pipeline), []);
        await nodes[0].operations.update(registry.identities, asOwner(), target, own(loop), []);
        await nodes[0].operations.delete(registry.roleBindings, asOwner(), binding);
        const granted = await create(registry.roleBindings, { identityUid: deployer, roleUid: editor }, team);
        const denied = { code: "PERMISSION_DENIED", message: expect.stringContaining(`is required on ${team}`) };
        await expect(update(trusting("helper"))).rejects.toMatchObject(denied);

        await create(registry.roleBindings, { identityUid: helper, roleUid: editor }, team);
        await expect(update(trusting("helper"))).resolves.toHaveProperty("claimMatch.subject", "helper");
        await nodes[0].operations.delete(registry.roleBindings, asOwner(), granted);
      });

      test("does not let the platform's own tokens assume identities with patterns", async () => {
        const [node] = get().nodes;
        const audience = node.baseUrl();
        const exchange = async (identity: string, as: string) => {
          const token = await node.tokens.mint({ identityUid: as, audience });
          return node.tokens.exchange({ token, audiences: [audience], identity });
        };
        const { target } = await attack();
        const issuer = node.authUrl();
        const assumed = (claimMatch: JsonObject) => create(registry.identities, { name: "assumed", claimMatch });
        const subjects = await assumed({ issuer, subjectPattern: ".*" });
        await expect(exchange(subjects, target)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
        const literal = await assumed({ issuer, subject: target, audiencePattern: ".*" });
        await expect(exchange(literal, target)).resolves.toHaveProperty("token");
      });

      test("lets owners change who may assume their identity, however many identities trust its tokens", async () => {
        const { nodes } = get();
        const person = await create(registry.identities, { name: "second owner", ...trusting("second-owner") });
        const binding = await create(registry.roleBindings, { identityUid: person, roleUid: owner });
        const { helper, target, update } = await attack();
        const own = (subject: string) => ({ claimMatch: { issuer: nodes[0].authUrl(), subject } });
        const names = Array.from({ length: 130 }, (_, index) => index);
        for (const index of names)
          await create(registry.identities, { name: `trusts ${index}`, ...own(index % 2 === 0 ? person : target) });
        const asPerson = { identityUid: person };
        await expect(
          nodes[1].operations.update(registry.identities, asPerson, person, trusting("second-owner-renamed"), []),
        ).resolves.toHaveProperty("claimMatch.subject", "second-owner-renamed");

        // Their number does not hide one with more capabilities than the caller's.
        const last = await create(registry.identities, { name: "last", ...own(target) });
        await create(registry.roleBindings, { identityUid: helper, roleUid: editor });
        await expect(update(trusting("helper"))).resolves.toHaveProperty("claimMatch.subject", "helper");
        await create(registry.roleBindings, { identityUid: last, roleUid: owner });
        await expect(update(trusting("other"))).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
        await nodes[0].operations.delete(registry.roleBindings, asOwner(), binding);
      });

      test("lets anyone with identity.update change an identity without capabilities", async () => {
        const { binding, update } = await attack();
        await get().nodes[0].operations.delete(registry.roleBindings, asOwner(), binding);
        await expect(update(trusting("other"))).resolves.toHaveProperty("claimMatch.subject", "other");
      });

      test("rejects changes of who may assume an identity by a restricted token, including its own", async () => {
        const { nodes } = get();
        const { target } = await attack();
        const restrictions = { capabilities: ["identity.update", "identity.list"] } as const;
        for (const uid of [target, asOwner().identityUid]) {
          const updating = nodes[0].operations.update(
            registry.identities,
            { ...asOwner(), restrictions },
            uid,
            { claimMatch: null, staticKeys: staticKeys() },
            [],
          );
          await expect(updating).rejects.toThrow("a restricted token cannot change who may assume an identity");
        }
      });
    });
  },
  { dev: true },
);
