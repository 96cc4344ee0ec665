import { builtInRole } from "../../../src/model";
import { type GrpcWorld, startWorld } from "../grpc/world";

describe("REST v1", () => {
  let world: GrpcWorld;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  test("a group is created, found by its id, replaced and deleted", async () => {
    const created = await world.rest("POST", `/iam/v1/groups/${world.groupUid}`, {
      name: "team",
      description: "Ours.",
    });
    const id = created.id as string;
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{40}\/[0-9a-f]{16}$/),
      name: "team",
      description: "Ours.",
      resourceLimits: {},
      verified: false,
      kind: "ORG_KIND_UNSPECIFIED",
      status: "ORG_STATUS_UNSPECIFIED",
      createdAt: expect.any(String),
      updatedAt: created.createdAt,
    });
    expect(await world.rest("GET", `/iam/v1/groups?id=${id}`)).toEqual({ items: [created] });
    expect(await world.rest("GET", `/iam/v2beta1/groups/${id}`)).toMatchObject({ uid: id, name: "team" });

    const replaced = await world.rest("PUT", `/iam/v1/groups/${id}`, { id, name: "squad" });
    expect(replaced).toMatchObject({ id, name: "squad", description: "" });
    expect(await world.rest("DELETE", `/iam/v1/groups/${id}`)).toEqual({});
    expect(await world.rest("GET", `/iam/v1/groups?id=${id}`)).toEqual({ items: [] });
  });

  test("rejects deeply nested arrays where none are allowed", async () => {
    const answer = await fetch(`${world.service.baseUrl}/iam/v1/groups/${world.groupUid}`, {
      method: "POST",
      headers: { authorization: `Bearer ${world.token}`, "content-type": "application/json" },
      body: `{"name":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 3, message: "Invalid argument: name: name must be a string" });
  });

  test("a v1 replacement keeps an identity provider's login restrictions, which v1 lacks", async () => {
    const { uid: defaultRole } = builtInRole("viewer");
    const oidc = { issuer: "https://login.example.com", clientId: "platform", pkceEnabled: true };
    const restricted = {
      requiredClaims: { hd: "example.com" },
      requiredClaimPatterns: { email: ".+" },
      groupsClaim: "groups",
      roleMappings: [{ claimValue: "staff", roleUid: defaultRole, groupUid: "" }],
    };
    const body = { name: "staff", defaultRole, oidc: { ...oidc, ...restricted } };
    const { uid } = await world.rest("POST", `/iam/v2beta1/identityProviders/${world.groupUid}`, body);
    const changed = { name: "people", defaultRole, oidc: { ...oidc, clientId: "other", groupsClaim: "groups" } };
    const replaced = await world.rest("PUT", `/iam/v1/identityProviders/${uid}`, { id: uid, ...changed });
    expect(replaced.oidc).not.toHaveProperty("requiredClaims");
    expect(await world.rest("GET", `/iam/v2beta1/identityProviders/${uid}`)).toMatchObject({
      name: "people",
      oidc: { clientId: "other", ...restricted },
    });
  });

  test("an identity and a role are bound, with the names of v1", async () => {
    const root = world.groupUid;
    const expiration = new Date(Date.now() + 86_400_000).toISOString();
    const identity = await world.rest("POST", `/iam/v1/identities/${root}`, {
      name: "pipeline",
      static: { issuer: "https://a", subject: "b", issuerKeys: KEYS, expiration },
    });
    expect(identity).toMatchObject({ name: "pipeline", static: { issuerKeys: expect.any(String), audiences: [] } });
    expect(identity.static).toHaveProperty("expiration", expiration);
    const service = await world.rest("POST", `/iam/v1/identities/${root}`, {
      name: "own",
      service_principal: "COSIGNED",
    });
    expect(service).toMatchObject({ servicePrincipal: "COSIGNED" });

    const role = await world.rest("POST", `/iam/v1/roles/${root}`, { name: "reader", capabilities: ["groups.list"] });
    expect(role).toMatchObject({ capabilities: ["groups.list"] });
    const bound = await world.rest("POST", `/iam/v1/rolebindings/${root}`, { identity: identity.id, role: role.id });
    expect(bound).toMatchObject({ identity: identity.id, role: role.id, group: root });
    expect(await world.rest("GET", `/iam/v1/rolebindings?id=${bound.id}`)).toEqual({
      items: [
        {
          id: bound.id,
          identity: identity.id,
          group: { id: root, name: "acme", description: "" },
          role: { id: role.id, name: "reader", description: "" },
          email: "",
          claimMatchIssuer: "https://a",
          claimMatchSubject: "b",
          createdAt: bound.createdAt,
          updatedAt: bound.updatedAt,
        },
      ],
    });
  });

  test("a list contains everything, and supports every filter of v1", async () => {
    const root = world.groupUid;
    const group = await world.rest("POST", `/iam/v1/groups/${root}`, { name: "repos" });
    for (let count = 0; count < 201; count++)
      await world.rest("POST", `/registry/v1/repos/${group.id}`, { name: `repo ${count}`, catalogTier: "FIPS" });
    const { items } = await world.rest("GET", `/registry/v1/repos?uidp.children_of=${group.id}`);
    expect(items).toHaveLength(201);
    const named = await world.rest("GET", `/registry/v1/repos?name=repo%207&uidp.descendants_of=${root}`);
    expect(named.items).toMatchObject([{ name: "repo 7", catalogTier: "FIPS" }]);
  });

  test("errors equal those of v2, and name what v1 does not support", async () => {
    expect(await world.rest("POST", `/iam/v1/groups/${world.groupUid}`, {})).toMatchObject({
      code: 3,
      message: "Invalid argument: name: name must match ^[a-z0-9 ._-]{1,}$",
    });
    expect(await world.rest("POST", `/iam/v1/groups/${world.groupUid}`, { uid: "a" })).toMatchObject({
      code: 3,
      message: expect.stringContaining("uid is not a known field; fields are id, name, description"),
    });
    expect(await world.rest("GET", `/iam/v1/groups/${world.groupUid}`)).toMatchObject({ code: 12 });
  });
});

const KEYS = JSON.stringify({
  keys: [{ kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }],
});
