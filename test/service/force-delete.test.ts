import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { createClient, type PlatformClient, staticToken } from "../../src/client";
import { builtInRole, registry } from "../../src/model";
import { type Organization, openPlatform, type Platform, type RunningService, startService } from "../../src/service";
import { platformctl } from "../cli/run";
import { describeWith, freshDatabase } from "../engines";
import { GrpcClient } from "./grpc/client";

const built = path.resolve(__dirname, "../../dist/service.js");
const program = `require(${JSON.stringify(built)}).startService({ data: process.argv[1] })
  .then(({ baseUrl }) => console.log(baseUrl))`;

async function started(data: string): Promise<{ readonly child: ChildProcess; readonly baseUrl: string }> {
  const child = spawn(process.execPath, ["-e", program, data], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const baseUrl of createInterface({ input: child.stdout! })) return { child, baseUrl };
  throw new Error("the service did not start");
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

/** Deletes a group with many repos, kills the service midway, and repeats the request at another node. */
async function survivesKill(data: string): Promise<void> {
  const platform: Platform = await openPlatform({ data });
  const { groupUid, identityUid } = await platform.createOrganization({ name: "acme" });
  const by = { identityUid };
  const { uid } = await platform.operations.create(registry.groups, by, groupUid, { name: "large" });
  const group = String(uid);
  for (let index = 0; index < 1000; index += 1)
    await platform.operations.create(registry.repos, by, group, { name: `repo-${index}` });
  const left = async () =>
    (
      await platform.operations.list(registry.repos, by, {
        descendantsOf: group,
        filters: {},
        order: { key: "uid", descending: false },
        pageSize: 1,
        skip: 0,
      })
    ).totalCount;
  const headers = { authorization: `Bearer ${await platform.tokens.mint(by)}` };
  const request = (baseUrl: string) =>
    fetch(`${baseUrl}/iam/v2beta1/groups/${group}?force=true`, { method: "DELETE", headers });

  const first = await started(data);
  const broken = request(first.baseUrl).catch(() => "broken");
  // Otherwise synchronous reads of SQLite would never let the request be sent.
  while ((await left()) === 1000) await new Promise(setImmediate);
  await killed(first.child);
  expect(await broken).toBe("broken");
  const rest = await left();
  expect(rest).toBeGreaterThan(0);
  expect(rest % 200).toBe(0);
  expect(await platform.operations.get(registry.groups, by, group)).toMatchObject({ name: "large" });

  const second = await started(data);
  expect((await request(second.baseUrl)).status).toBe(200);
  await killed(second.child);
  expect(await left()).toBe(0);
  await expect(platform.operations.get(registry.groups, by, group)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await platform.close();
}

test("a forced deletion that is killed midway can be repeated, on SQLite", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "forced-"));
  await survivesKill(directory);
  rmSync(directory, { recursive: true });
});

describeWith(["postgresql"], "on PostgreSQL", () => {
  test("a forced deletion that is killed midway can be repeated", async () => survivesKill(await freshDatabase()));
});

describe("on every API", () => {
  let service: RunningService;
  let client: PlatformClient;
  let root: string;
  let token: string;
  let organization: Organization;
  beforeAll(async () => {
    service = await startService({ data: ":memory:" });
    organization = await service.platform.createOrganization({ name: "acme" });
    root = organization.groupUid;
    token = await service.platform.tokens.mint({ identityUid: organization.identityUid });
    client = createClient({ baseUrl: service.baseUrl, credentials: staticToken(token) });
  });
  afterAll(async () => {
    await client.close();
    await service.close();
  });

  async function filled(name: string): Promise<string> {
    const { uid } = await client.groups.create(root, { name });
    await client.repos.create(uid, { name: "repo" });
    return uid;
  }
  const send = async (uid: string, query: string, version = "v2beta1") => {
    const response = await fetch(`${service.baseUrl}/iam/${version}/groups/${uid}${query}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };

  test.each(["v2beta1", "v2"])("REST %s previews, and deletes only with force", async (version) => {
    const uid = await filled(`rest ${version}`);
    expect((await send(uid, "", version)).body.message).toBe(
      "Precondition failed: cannot delete group with child repos",
    );
    const preview = { group: { uid, name: `rest ${version}` }, deleted: { groups: 1, repos: 1 }, totalCount: 2 };
    for (const query of ["?force=true&validateOnly=true", "?force=true&validate_only=true"])
      expect(await send(uid, query, version)).toMatchObject({ status: 200, body: preview });
    const { etag } = (await send(uid, "?force=true&validateOnly=true", version)).body;
    expect(await send(uid, `?force=true&etag=${etag}x`, version)).toMatchObject({ status: 400, body: { code: 9 } });
    expect(await send(uid, `?force=true&etag=${etag}`, version)).toEqual({ status: 200, body: undefined });
    expect((await send(uid, "?force=true", version)).status).toBe(404);
  });

  test.each([
    ["?force=yes", "force must be true or false"],
    ["?validateOnly=true", "validateOnly requires force=true"],
    ["?etag=x", "etag requires force=true"],
    [
      "?force=true&validateonly=true",
      'validateonly is not a parameter of a forced deletion; supported parameters are force, etag, validateOnly; did you mean "validateOnly"?',
    ],
  ])("rejects %s and deletes nothing", async (query, description) => {
    const { uid } = await client.groups.create(root, { name: "kept" });
    const { status, body } = await send(uid, query);
    expect([status, body.details[1].fieldViolations[0].description]).toEqual([400, description]);
    expect(await client.groups.get(uid)).toMatchObject({ uid });
  });

  test("gRPC previews, and deletes only with force", async () => {
    const uid = await filled("grpc");
    const grpc = new GrpcClient(service.baseUrl);
    const call = (method: string, request: object) =>
      grpc.call(`platform.iam.v2beta1.GroupsService/${method}`, { uid, ...request }, { token });
    const preview = await call("PreviewDeleteGroup", {});
    expect(preview).toMatchObject({ group: { uid }, deleted: { groups: 1, repos: 1 }, totalCount: 2 });
    await expect(call("DeleteGroup", {})).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
    await expect(call("DeleteGroup", { force: true, etag: "x" })).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
    });
    await call("DeleteGroup", { force: true, etag: preview.etag });
    await expect(client.groups.get(uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
    grpc.close();
  });

  test("v1 does not support force", async () => {
    const uid = await filled("v1");
    expect((await send(uid, "?force=true", "v1")).status).toBe(400);
    expect(await client.groups.get(uid)).toMatchObject({ uid });
  });

  test("the client previews, deletes with force, and rejects an outdated etag", async () => {
    const uid = await filled("client");
    await expect(client.groups.delete(uid)).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
    const { etag, deleted } = await client.groups.previewDelete(uid);
    expect(deleted).toEqual({ groups: 1, repos: 1 });
    await client.repos.create(uid, { name: "another" });
    await expect(client.groups.delete(uid, { force: true, etag })).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
    });
    await client.groups.delete(uid, { force: true });
    await expect(client.groups.get(uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("an error midway says that part was deleted, and what to do", async () => {
    const owner = service.platform.operations;
    const by = { identityUid: organization.identityUid };
    const { uid } = await client.groups.create(root, { name: "midway" });
    for (let index = 0; index < 800; index += 1) await owner.create(registry.repos, by, uid, { name: `repo-${index}` });
    const claimMatch = { issuer: "https://issuer.example.com", subject: "deleter" };
    const deleter = await client.identities.create(root, { name: "deleter", claimMatch });
    const binding = await client.roleBindings.create(root, {
      identityUid: deleter.uid,
      roleUid: builtInRole("owner").uid,
    });
    // The caller loses the permission between two transactions of the deletion.
    const { store } = service.platform;
    const transaction = store.transaction.bind(store);
    const between = jest.spyOn(store, "transaction").mockImplementation(async (...args) => {
      const outcome = await transaction(...(args as Parameters<typeof transaction>));
      const { totalCount } = await client.repos.page({ descendantsOf: uid, pageSize: 1 });
      if (totalCount < 800 && between.getMockImplementation()) {
        between.mockRestore();
        await client.roleBindings.delete(binding.uid);
      }
      return outcome;
    });
    const midway = service.platform.operations.delete(registry.groups, { identityUid: deleter.uid }, uid, {
      force: true,
    });
    await expect(midway).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: `Not found: Group ${uid}; some resources below the group were deleted; request a new preview and repeat the deletion`,
    });
    await client.groups.delete(uid, { force: true });
  });

  test("the client reports that a deletion with a lost response may be partly done", async () => {
    const server = createServer((request) => request.socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const lost = createClient({ baseUrl, credentials: staticToken(token), retry: { attempts: 1 } });
    await expect(lost.groups.delete(root, { force: true })).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining(
        `Some resources below group ${root} may have been deleted; request a new preview and repeat the deletion`,
      ),
    });
    await lost.close();
    server.close();
  });

  test("the command line shows what it deletes, and asks for confirmation by default", async () => {
    const uid = await filled("command line");
    const claimMatch = { issuer: "https://issuer.example.com", subject: "member" };
    const identity = await client.identities.create(uid, { name: "member", claimMatch });
    const roleUid = builtInRole("viewer").uid;
    await client.roleBindings.create(root, { identityUid: identity.uid, roleUid });
    process.env.PLATFORM_BASE_URL = service.baseUrl;
    process.env.PLATFORM_TOKEN = token;
    try {
      const shown = `This will delete group "command line" (${uid}) and everything below it (4 resources):\n  1 role binding\n  1 repo\n  1 identity\n  1 group\n1 of the role bindings is in another group\n`;
      expect(await platformctl("groups", "delete", uid, "--force")).toEqual({
        code: 1,
        stdout: shown,
        stderr:
          "error: cannot ask for confirmation: standard input is not a terminal; use --yes to delete without asking\n",
      });
      expect(await client.groups.get(uid)).toMatchObject({ uid });
      expect((await platformctl("groups", "delete", uid)).stderr).toContain("cannot delete group with child repos");
      expect(await platformctl("groups", "delete", uid, "--force", "--yes")).toEqual({
        code: 0,
        stdout: `${shown}deleted group ${uid}\n`,
        stderr: "",
      });
    } finally {
      delete process.env.PLATFORM_BASE_URL;
      delete process.env.PLATFORM_TOKEN;
    }
    await expect(client.groups.get(uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
