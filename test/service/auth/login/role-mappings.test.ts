import { decodeJwt } from "jose";
import { builtInRole } from "../../../../src/model";
import { grantRole } from "../../../../src/service/auth/login/bindings";
import { MANAGED_BY } from "../../../../src/service/core/rules/managed-bindings";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { describeWith, freshDatabase } from "../../../engines";
import { peopleOf } from "./people-of";

/** Roles that people have through their groups at the identity provider, for as long as they are members. */
const [viewer, editor, owner] = (["viewer", "editor", "owner"] as const).map((name) => builtInRole(name).uid) as [
  string,
  string,
  string,
];

function suite(data: () => Promise<string>): void {
  let platform: TestPlatform;
  let people: ReturnType<typeof peopleOf>;
  let team: string;
  beforeAll(async () => {
    platform = await startPlatform({ data: await data() });
    people = peopleOf(platform, viewer);
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    team = (await platform.client().groups.create(platform.groupUid, { name: "team" })).uid;
  });

  const mappings = () => [
    { claimValue: "editors", roleUid: editor },
    { claimValue: "team", roleUid: owner, groupUid: team },
    { claimValue: "team", roleUid: editor, groupUid: team },
  ];
  const provider = () => people.providerWith({ groupsClaim: "groups", roleMappings: mappings() });

  let count = 0;
  const newPerson = () => `person ${++count}`;

  /** Logs a person in by exchange, as a member of these groups. */
  async function login(uid: string, sub: string, groups?: unknown): Promise<string> {
    const { body } = await people.exchange({ identity_provider: uid }, { sub, groups });
    return String(decodeJwt(body.token).sub);
  }

  /** Returns the bindings of an identity as `group role`, with `.` for the organization and `team` for the team. */
  async function grantsOf(identity: string): Promise<string[]> {
    const found: string[] = [];
    for await (const { uid, roleUid } of platform.client().roleBindings.list({ identity })) {
      const role = Object.entries({ viewer, editor, owner }).find(([, each]) => each === roleUid)![0];
      found.push(`${uid.startsWith(`${team}/`) ? "team" : "."} ${role}`);
    }
    return found.sort();
  }

  test("grants the mapped roles at each login, and removes those no longer mapped", async () => {
    const [uid, person] = [await provider(), newPerson()];
    const identity = await login(uid, person, ["editors", "team", "unknown"]);
    expect(await grantsOf(identity)).toEqual([". editor", ". viewer", "team editor", "team owner"]);
    await login(uid, person, ["editors", "team"]);
    expect(await grantsOf(identity)).toHaveLength(4);
    await login(uid, person, "editors");
    expect(await grantsOf(identity)).toEqual([". editor", ". viewer"]);
    for (const groups of [undefined, [], { editors: true }]) {
      await login(uid, person, ["editors"]);
      await login(uid, person, groups);
      expect(await grantsOf(identity)).toEqual([". viewer"]);
    }
  });

  test("makes temporary access of a mapped role permanent, until the role is no longer mapped", async () => {
    const [uid, person] = [await provider(), newPerson()];
    const identity = await login(uid, person);
    const { roleBindings } = platform.client();
    const expirationTime = new Date(Date.now() + 3_600_000).toISOString();
    const { uid: binding } = await roleBindings.create(team, {
      identityUid: identity,
      roleUid: editor,
      expirationTime,
    });
    await login(uid, person, ["team"]);
    expect((await roleBindings.get(binding)).expirationTime ?? null).toBeNull();
    await roleBindings.update(binding, { expirationTime });
    await login(uid, person, ["team"]);
    expect((await roleBindings.get(binding)).expirationTime ?? null).toBeNull();
    await login(uid, person, []);
    expect(await grantsOf(identity)).toEqual([". viewer"]);
  });

  test("applies mappings at a browser login", async () => {
    const [uid, person] = [await provider(), newPerson()];
    platform.issuer.setClaims(person, { groups: ["team"] });
    const { token } = await people.logIn(uid, person);
    expect(await grantsOf(await people.uidOf(token))).toEqual([". viewer", "team editor", "team owner"]);
    await expect(platform.client(token).groups.create(team, { name: "own" })).resolves.toHaveProperty("name", "own");
  });

  test("keeps manually created bindings, mapped or not", async () => {
    const [uid, person] = [await provider(), newPerson()];
    const identityUid = await login(uid, person, []);
    await platform.client().roleBindings.create(platform.groupUid, { identityUid, roleUid: editor });
    await platform.client().roleBindings.create(team, { identityUid, roleUid: viewer });
    await login(uid, person, ["editors"]);
    await login(uid, person, []);
    expect(await grantsOf(identityUid)).toEqual([". editor", ". viewer", "team viewer"]);
  });

  test("keeps bindings granted by another identity provider", async () => {
    const [one, other] = [await provider(), await provider()];
    const person = newPerson();
    const identity = await login(one, person, ["editors"]);
    expect(await login(other, person, [])).not.toBe(identity);
    expect(await grantsOf(identity)).toEqual([". editor", ". viewer"]);
  });

  test("removes its bindings when a mapping or the identity provider is deleted", async () => {
    const [uid, person] = [await provider(), newPerson()];
    const identity = await login(uid, person, ["editors", "team"]);
    const oidc = { ...people.honest, groupsClaim: "groups", roleMappings: mappings().slice(1) };
    await platform.client().identityProviders.update(uid, { oidc });
    expect(await grantsOf(identity)).toEqual([". viewer", "team editor", "team owner"]);
    await platform.client().identityProviders.delete(uid);
    expect(await grantsOf(identity)).toEqual([". viewer"]);
  });

  test("removes bindings at a login if the identity provider has no mappings any more", async () => {
    const [uid, person] = [await people.providerWith({}), newPerson()];
    const identityUid = await login(uid, person);
    const grant = { identityUid, roleUid: editor };
    await platform.platform.store.transaction((tx) =>
      grantRole(tx, platform.groupUid, grant, new Date().toISOString(), { [MANAGED_BY]: uid }),
    );
    expect(await grantsOf(identityUid)).toEqual([". editor", ". viewer"]);
    await login(uid, person);
    expect(await grantsOf(identityUid)).toEqual([". viewer"]);
  });

  test("keeps the last owner's binding when it is no longer mapped", async () => {
    const other = await platform.platform.createOrganization({ name: `other ${++count}` });
    const client = platform.client(await platform.tokenFor(other.identityUid));
    const oidc = {
      ...people.honest,
      groupsClaim: "groups",
      roleMappings: [{ claimValue: "owners", roleUid: owner }],
    };
    const body = { name: "company login", defaultRole: viewer, oidc };
    const { uid } = await client.identityProviders.create(other.groupUid, body);
    const person = newPerson();
    const identity = await login(uid, person, ["owners"]);
    const own = platform.client(await platform.tokenFor(identity));
    await own.identities.delete(other.identityUid);
    expect(await login(uid, person, [])).toBe(identity);
    await expect(own.groups.create(other.groupUid, { name: "still" })).resolves.toHaveProperty("name", "still");
    await expect(own.identityProviders.delete(uid)).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
  });

  test("rejects mappings to roles that the caller cannot grant, or to hidden groups", async () => {
    const claimMatch = { issuer: platform.issuer.issuer, subject: newPerson() };
    const { uid: identityUid } = await platform
      .client()
      .identities.create(platform.groupUid, { name: "a", claimMatch });
    const capabilities = [
      ...builtInRole("editor").capabilities,
      "identity_providers.create",
      "identity_providers.update",
      "role_bindings.create",
      "identity.update",
    ];
    const { uid: roleUid } = await platform.client().roles.create(platform.groupUid, { name: "a", capabilities });
    await platform.client().roleBindings.create(platform.groupUid, { identityUid, roleUid });
    const client = platform.client(await platform.tokenFor(identityUid));
    const create = (...roleMappings: object[]) =>
      client.identityProviders.create(platform.groupUid, {
        name: "a",
        defaultRole: viewer,
        oidc: { ...people.honest, groupsClaim: "groups", roleMappings } as never,
      });
    const { uid } = await create({ claimValue: "a", roleUid: editor });
    const greedy = { claimValue: "a", roleUid: owner };
    await expect(create(greedy)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const oidc = { ...people.honest, groupsClaim: "groups", roleMappings: [greedy] };
    await expect(client.identityProviders.update(uid, { oidc })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const other = await platform.platform.createOrganization({ name: `other ${++count}` });
    for (const groupUid of [other.groupUid, `${platform.groupUid}/0123456789abcdef`])
      await expect(create({ claimValue: "a", roleUid: viewer, groupUid })).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
        message: expect.stringContaining(
          "oidc.roleMappings[0].groupUid must be the uid of a group of this organization",
        ),
      });
    await expect(create({ claimValue: "a", roleUid: other.groupUid })).rejects.toMatchObject({
      message: expect.stringContaining("oidc.roleMappings[0].roleUid must be the uid of a built-in role"),
    });
  });

  test("blocks the deletion of a mapped group or role", async () => {
    const { uid: roleUid } = await platform.client().roles.create(team, { name: "a", capabilities: ["groups.list"] });
    const roleMappings = [{ claimValue: "a", roleUid, groupUid: team }];
    const uid = await people.providerWith({ groupsClaim: "groups", roleMappings });
    await expect(platform.client().roles.delete(roleUid)).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
    await platform.client().identityProviders.update(uid, {
      oidc: { ...people.honest, groupsClaim: "groups", roleMappings: [{ ...roleMappings[0]!, roleUid: viewer }] },
    });
    await platform.client().roles.delete(roleUid);
    await expect(platform.client().groups.delete(team)).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message: expect.stringContaining("cannot delete group: a role mapping of an identity provider refers to it"),
    });
    await platform.client().identityProviders.delete(uid);
    await platform.client().groups.delete(team);
  });

  test("rejects a groups claim without mappings, and mappings without a groups claim", async () => {
    await expect(people.providerWith({ groupsClaim: "groups" })).rejects.toMatchObject({
      message: expect.stringContaining("oidc.roleMappings is required when groupsClaim is set"),
    });
    await expect(people.providerWith({ roleMappings: mappings() })).rejects.toMatchObject({
      message: expect.stringContaining("oidc.groupsClaim is required when roleMappings is set"),
    });
    await people.providerWith({ groupsClaim: "", roleMappings: [], correlationRule: "CORRELATION_RULE_UNSPECIFIED" });
  });
}

describe("on SQLite", () => suite(async () => ":memory:"));
describeWith(["postgresql"], "on PostgreSQL", () => suite(freshDatabase));
