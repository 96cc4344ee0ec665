import { registry } from "../../src/model";
import { drivers } from "./drivers";
import { builtIn, claims, errorOf, uidOf, uidsOf, World } from "./world";

describe.each(drivers)("deletion over $name", (driver) => {
  let world: World;
  beforeAll(async () => {
    world = await World.start(driver);
  });
  afterAll(() => world.close());

  async function refusal(group: string): Promise<string> {
    const error = await errorOf(world.owner.delete(registry.groups, group));
    expect(error).toMatchObject({ code: "FAILED_PRECONDITION", http: 400 });
    const [violation, ...others] = error.detail("PreconditionFailure")?.violations ?? [];
    expect(others).toEqual([]);
    expect(violation?.type).toBe("RESOURCE_NOT_EMPTY");
    expect(error.message).toBe(`Precondition failed: ${violation?.description}`);
    return error.message;
  }

  test("rejects deletion of a group with child resources, checking types in order", async () => {
    const group = await world.group("full");
    const role = await world.role(["groups.list"], group);
    expect(await refusal(group)).toBe("Precondition failed: cannot delete group with child roles");
    const identity = await world.identity("child", group);
    expect(await refusal(group)).toBe("Precondition failed: cannot delete group with child identities");
    const repo = await world.repo("child", group);
    expect(await refusal(group)).toBe("Precondition failed: cannot delete group with child repos");
    const child = await world.group("child", group);
    expect(await refusal(group)).toBe("Precondition failed: cannot delete group with child groups");

    await world.owner.delete(registry.groups, child);
    await world.owner.delete(registry.repos, repo);
    await world.owner.delete(registry.identities, identity);
    await world.owner.delete(registry.roles, role);
    await world.owner.delete(registry.groups, group);
    expect(await errorOf(world.owner.get(registry.groups, group))).toMatchObject({ code: "NOT_FOUND" });
  });

  test("deletes a group's bindings with it", async () => {
    const group = await world.group("bound");
    const identity = await world.identity("elsewhere");
    const binding = await world.bind(identity, builtIn("viewer"), group);
    await world.owner.delete(registry.groups, group);
    expect(await errorOf(world.owner.get(registry.roleBindings, binding))).toMatchObject({ code: "NOT_FOUND" });
    expect((await world.owner.list(registry.roleBindings, { identity })).totalCount).toBe(0);
    expect((await world.owner.list(registry.roleBindings)).totalCount).toBe(1);
  });

  test("rejects deletion of a root group", async () => {
    const { groupUid, identityUid } = await world.service.organization("rooted");
    const owner = world.service.as(await world.service.tokenFor(identityUid));
    expect(await errorOf(owner.delete(registry.groups, groupUid))).toMatchObject({
      code: "FAILED_PRECONDITION",
      message: "Precondition failed: a root group cannot be deleted through the API",
    });
  });

  test("deletes an identity's bindings with it, in all groups", async () => {
    const group = await world.group("places");
    const identity = await world.identity("leaving", group);
    await world.bind(identity, builtIn("viewer"), group);
    await world.bind(identity, builtIn("editor"), world.root);
    await world.owner.delete(registry.identities, identity);
    const { items, totalCount } = await world.owner.list(registry.roleBindings);
    expect(uidsOf(items)).toHaveLength(1);
    expect(totalCount).toBe(1);
    await world.owner.delete(registry.groups, group);
  });

  test("rejects deletion of a bound role", async () => {
    const role = await world.role(["groups.list"]);
    const binding = await world.bind(await world.identity("holder"), role);
    const error = await errorOf(world.owner.delete(registry.roles, role));
    expect(error).toMatchObject({
      code: "FAILED_PRECONDITION",
      message: "Precondition failed: cannot delete role: a role binding uses it",
    });
    expect(error.detail("PreconditionFailure")?.violations[0]).toMatchObject({
      type: "RESOURCE_IN_USE",
      subject: binding,
    });
    await world.owner.delete(registry.roleBindings, binding);
    await world.owner.delete(registry.roles, role);
  });

  test("blocks deletion of an invite's role until the invite has expired, and then deletes both", async () => {
    const role = await world.role(["groups.list"]);
    const invite = await world.owner.create(registry.groupInvites, world.root, { roleUid: role, ttl: "600s" });
    const error = await errorOf(world.owner.delete(registry.roles, role));
    expect(error).toMatchObject({ message: "Precondition failed: cannot delete role: an invite grants it" });
    expect(error.detail("PreconditionFailure")?.violations[0]).toMatchObject({ subject: invite.uid });
    world.service.pass(600_000);
    await world.owner.delete(registry.roles, role);
    expect(await errorOf(world.owner.get(registry.groupInvites, uidOf(invite)))).toMatchObject({ code: "NOT_FOUND" });
    expect((await world.owner.list(registry.groupInvites)).totalCount).toBe(0);
    world.service.pass(-600_000);
  });

  test("deletes a repo's tags with it, and nothing else", async () => {
    const group = await world.group("tagged");
    const [repo, other] = [await world.repo("one", group), await world.repo("other", group)];
    const digest = `sha256:${"0".repeat(64)}`;
    const tag = (name: string, parent: string) => world.owner.create(registry.tags, parent, { name, digest });
    const tags = [await tag("1", repo), await tag("2", repo)];
    const kept = await tag("1", other);
    await world.owner.delete(registry.repos, repo);
    for (const { uid } of tags)
      expect(await errorOf(world.owner.get(registry.tags, String(uid)))).toMatchObject({ code: "NOT_FOUND" });
    const filters: readonly Readonly<Record<string, string>>[] = [{}, { digest }];
    for (const filter of filters) {
      const scope = { "uidp.descendants_of": group, ...filter };
      const { items, totalCount } = await world.owner.list(registry.tags, scope);
      expect([uidsOf(items), totalCount]).toEqual([[uidOf(kept)], 1]);
    }
    await world.owner.delete(registry.repos, other);
    await world.owner.delete(registry.groups, group);
  });

  test("rejects changes and deletion of a built-in role", async () => {
    const message = "Precondition failed: built-in roles cannot be changed or deleted";
    const calls = [
      world.owner.delete(registry.roles, builtIn("viewer")),
      world.owner.update(registry.roles, builtIn("viewer"), { description: "x" }),
    ];
    for (const error of await Promise.all(calls.map(errorOf)))
      expect(error).toMatchObject({ code: "FAILED_PRECONDITION", message });
  });

  describe("the last owner of an organization", () => {
    const message =
      "Precondition failed: this would leave the organization without an owner whose access does not expire; bind another owner first";

    test("keeps role and binding, and cannot be deleted until there is another owner", async () => {
      const organization = await World.join(world.service, "owned");
      const { owner, root, ownerUid } = organization;
      const [binding] = uidsOf((await owner.list(registry.roleBindings)).items) as [string];
      const removals = [
        () => owner.delete(registry.roleBindings, binding),
        () => owner.update(registry.roleBindings, binding, { roleUid: builtIn("viewer") }),
        () => owner.delete(registry.identities, ownerUid),
      ];
      for (const remove of removals)
        expect(await errorOf(remove())).toMatchObject({ code: "FAILED_PRECONDITION", message });

      const group = await organization.group("below");
      const second = await organization.identity("second", group);
      await organization.bind(second, builtIn("owner"), group);
      for (const remove of removals) expect(await errorOf(remove())).toMatchObject({ message });

      await organization.bind(second, builtIn("owner"), root);
      await owner.delete(registry.identities, ownerUid);
      const next = world.service.as(await world.service.tokenFor(second));
      expect(await errorOf(next.delete(registry.identities, second))).toMatchObject({ message });
    });

    test("must remain able to get a token; other owners count only if they can", async () => {
      const organization = await World.join(world.service, "reachable");
      const { owner, root, ownerUid } = organization;
      const [binding] = uidsOf((await owner.list(registry.roleBindings)).items) as [string];
      const awsIdentity = { awsAccount: "123456789012", arn: "arn:aws:iam::123456789012:role/owner" };
      const record = await owner.create(registry.identities, root, { name: "record", awsIdentity });
      await organization.bind(uidOf(record), builtIn("owner"));
      const keys = {
        issuer: "https://keys.example.com",
        subject: "owner",
        issuerKeys: '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}',
      };
      const removals = [
        () => owner.delete(registry.roleBindings, binding),
        () => owner.update(registry.identities, ownerUid, { awsIdentity }),
        () => owner.update(registry.identities, ownerUid, { servicePrincipal: "SERVICE_PRINCIPAL_COSIGNED" }),
        () =>
          owner.update(registry.identities, ownerUid, {
            staticKeys: { ...keys, expirationTime: "2020-01-01T00:00:00Z" },
          }),
      ];
      for (const remove of removals)
        expect(await errorOf(remove())).toMatchObject({ code: "FAILED_PRECONDITION", message });
      const identityUid = await organization.identity("second");
      await owner.create(registry.roleBindings, root, { identityUid, roleUid: builtIn("owner") });
      await owner.update(registry.identities, ownerUid, { claimMatch: claims("another") });
      // The owner's earlier token is now rejected.
      const again = world.service.as(await world.service.tokenFor(ownerUid));
      await again.update(registry.identities, ownerUid, { awsIdentity });
    });

    test("remains when two owners are removed concurrently", async () => {
      const organization = await World.join(world.service, "hasty");
      const second = await organization.identity("second");
      await organization.bind(second, builtIn("owner"));
      const remover = await organization.actor(["identity.list", "identity.delete"]);
      const removals = [organization.ownerUid, second].map((uid) => remover.delete(registry.identities, uid));
      const refused = (await Promise.allSettled(removals)).filter((each) => each.status === "rejected");
      expect(refused).toEqual([{ status: "rejected", reason: expect.objectContaining({ message }) }]);
    });

    test("counts per organization", async () => {
      const { owner } = await World.join(world.service, "alone");
      const [binding] = uidsOf((await owner.list(registry.roleBindings)).items) as [string];
      expect(await errorOf(owner.delete(registry.roleBindings, binding))).toMatchObject({ message });
    });

    test("is not required in a subgroup", async () => {
      const group = await world.group("owned below");
      const binding = await world.bind(await world.identity("owner below"), builtIn("owner"), group);
      await world.owner.delete(registry.roleBindings, binding);
    });
  });

  test("updates total counts on create and delete", async () => {
    const group = await world.group("totals");
    const child = await world.group("child", group);
    const total = async (scope: string, of: string) =>
      (await world.owner.list(registry.repos, { [`uidp.${scope}`]: of })).totalCount;
    const repos = [await world.repo("a", group), await world.repo("b", child), await world.repo("c", child)];
    expect([await total("children_of", group), await total("descendants_of", group)]).toEqual([1, 3]);
    await world.owner.delete(registry.repos, repos[1]!);
    expect(await errorOf(world.repo("c", child))).toMatchObject({ code: "ALREADY_EXISTS" });
    expect([await total("children_of", child), await total("descendants_of", group)]).toEqual([1, 2]);
  });
});
