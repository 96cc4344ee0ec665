import type { PlatformError } from "../../../../src/api";
import { type ResourceDefinition, registry } from "../../../../src/model";
import { openPlatform, type Platform } from "../../../../src/service";

/** Errors name the resource that blocks a deletion only to callers who can see it. */

let platform: Platform;
let owner: { readonly identityUid: string };
let root: string;
beforeAll(async () => {
  platform = await openPlatform({ data: ":memory:" });
  const organization = await platform.createOrganization({ name: "acme" });
  owner = { identityUid: organization.identityUid };
  root = organization.groupUid;
});
afterAll(() => platform.close());

const create = async (definition: ResourceDefinition, parent: string, body: object) =>
  String((await platform.operations.create(definition, owner, parent, { ...body })).uid);

async function callerWith(name: string, capabilities: readonly string[]) {
  const claimMatch = { issuer: "https://issuer.example.com", subject: name };
  const identityUid = await create(registry.identities, root, { name, claimMatch });
  const roleUid = await create(registry.roles, root, { name, capabilities });
  const binding = await create(registry.roleBindings, root, { identityUid, roleUid });
  return { caller: { identityUid }, roleUid, binding };
}

const subjectOf = (deletion: Promise<void>): Promise<unknown> =>
  deletion.then(
    () => undefined,
    (error: PlatformError) => error.detail("PreconditionFailure")?.violations.map(({ subject }) => subject),
  );

test("the child of a group", async () => {
  const group = await create(registry.groups, root, { name: "full" });
  const repo = await create(registry.repos, group, { name: "hidden" });
  const may = ["CAP_IAM_GROUPS_LIST", "CAP_IAM_GROUPS_DELETE"];
  const { caller } = await callerWith("deleter", may);
  const { caller: seeing } = await callerWith("seeing deleter", [...may, "CAP_REPO_LIST"]);
  const remove = (by: typeof caller) => subjectOf(platform.operations.delete(registry.groups, by, group));
  expect(await Promise.all([remove(caller), remove(seeing), remove(owner)])).toEqual([[group], [repo], [repo]]);
});

test("the binding of a role, or an invite with it", async () => {
  const { caller, roleUid, binding } = await callerWith("roles", ["CAP_IAM_ROLES_LIST", "CAP_IAM_ROLES_DELETE"]);
  const remove = (by: typeof caller, uid: string) => subjectOf(platform.operations.delete(registry.roles, by, uid));
  expect([await remove(caller, roleUid), await remove(owner, roleUid)]).toEqual([[roleUid], [binding]]);
  const named = await create(registry.roles, root, { name: "named", capabilities: ["CAP_REPO_LIST"] });
  const invite = await create(registry.groupInvites, root, { roleUid: named, ttl: "3600s" });
  expect([await remove(caller, named), await remove(owner, named)]).toEqual([[named], [invite]]);
});

test("the organization or repo with the same name", async () => {
  const holderOf = (writing: Promise<unknown>) =>
    writing.then(
      () => undefined,
      (error: PlatformError) => [error.message, error.detail("ResourceInfo")?.resourceName],
    );
  const { identityUid, groupUid } = await platform.createOrganization({ name: "other" });
  const rename = platform.operations.update(registry.groups, { identityUid }, groupUid, { name: "acme" }, []);
  expect(await holderOf(rename)).toEqual(["Already exists: an organization named acme", ""]);

  const repo = await create(registry.repos, root, { name: "taken" });
  const { caller } = await callerWith("creator", ["CAP_IAM_GROUPS_LIST", "CAP_REPO_CREATE"]);
  const again = (by: typeof caller) =>
    holderOf(platform.operations.create(registry.repos, by, root, { name: "taken" }));
  const problem = `Already exists: Group ${root} has a Repo with name taken`;
  expect(await Promise.all([again(caller), again(owner)])).toEqual([
    [problem, ""],
    [problem, repo],
  ]);
});
