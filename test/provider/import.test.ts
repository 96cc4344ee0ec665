import type { PlatformClient } from "../../src/client";
import { accountAssociation } from "../../src/model/types/account-association";
import { tag } from "../../src/model/types/tag";
import { parseImport } from "../../src/provider/import";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { configuredProvider, refusalOf, Subject } from "./in-process";

let platform: TestPlatform;
let client: PlatformClient;
let subject: (type: string) => Subject;
beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
  const provider = await configuredProvider(platform.baseUrl, platform.token);
  subject = (type) => new Subject(provider, type);
});
afterAll(() => platform.close());

const importedUid = async (type: string, id: string) => (await subject(type).import(id)).resources[0]?.state.uid;

test("resolves a path of names from the organization down", async () => {
  const team = await client.groups.create(platform.groupUid, { name: "team" });
  const inside = await client.groups.create(team.uid, { name: "inside" });
  const repo = await client.repos.create(inside.uid, { name: "images" });
  const from = platform.requests.length;
  expect(await importedUid("Repo", "example/team/inside/images")).toBe(repo.uid);
  // One list per name, and the repo's readme.
  expect(platform.requests.length - from).toBe(5);
  expect(await importedUid("Group", "example/team/inside")).toBe(inside.uid);
  expect(await importedUid("Group", "example")).toBe(platform.groupUid);
  expect(await importedUid("Repo", repo.uid)).toBe(repo.uid);
});

test("names the scope if a name has no match, and the candidates if it has several", async () => {
  const [first] = await refusalOf(() => subject("Group").import("example/nobody/inside"));
  expect(first).toMatchObject({
    summary: "Cannot import the group",
    detail: expect.stringContaining(`Not found: no group named "nobody" directly in ${platform.groupUid}.`),
  });
  const claimMatch = { issuer: "https://a.example.com", subject: "twin" };
  const twins = await Promise.all(
    [1, 2].map(() => client.identities.create(platform.groupUid, { name: "twin", claimMatch })),
  );
  const [several] = await refusalOf(() => subject("Identity").import("example/twin"));
  for (const { uid } of twins) expect(several?.detail).toContain(`example / twin (${uid})`);
});

test("rejects an invalid id without a request", async () => {
  const from = platform.requests.length;
  const summary = async (type: string, id: string) => (await refusalOf(() => subject(type).import(id)))[0]?.summary;
  expect(await summary("Repo", "images")).toBe('"images" is neither the uid of a repo nor a path to one');
  expect(await summary("Repo", platform.groupUid)).toContain("is neither the uid of a repo");
  expect(await summary("Role", platform.groupUid)).toContain("is neither the uid of a role");
  expect(await summary("Group", "example//inside")).toContain("nor a path to one");
  expect(await summary("RoleBinding", "example/ci")).toBe('"example/ci" is not the uid of a role binding');
  expect(platform.requests.length).toBe(from);
});

test("resolves a tag through its repo, and an account association by its group", () => {
  const given = (id: string) => ({ id, identity: null });
  expect(parseImport(tag, given("example/images/latest"))).toEqual(["example", "images", "latest"]);
  expect(() => parseImport(tag, given("example/images"))).toThrow("is neither the uid of a tag");
  expect(parseImport(accountAssociation, given("example"))).toEqual(["example"]);
  expect(parseImport(accountAssociation, given(platform.groupUid))).toBe(platform.groupUid);
});
