import { ManagedProvider } from "../../../constructs/pulumi/provider";
import { CallerAccess, createClient, IdempotentCreator, type PlatformClient, staticToken } from "../../../src/client";
import { builtInRole, registry } from "../../../src/model";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { startProxy } from "../../client/proxy";

/** Role bindings with an expiration time in Pulumi. */

const HOUR_MS = 60 * 60 * 1000;

let platform: TestPlatform;
let client: PlatformClient;
let passed = 0;
const systemTime = Date.now;
beforeAll(async () => {
  jest.spyOn(Date, "now").mockImplementation(() => systemTime() + passed);
  platform = await startPlatform();
  client = platform.client();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await platform.close();
});

function bindingsAt(baseUrl: string) {
  const own = createClient({ baseUrl, credentials: staticToken(platform.token) });
  const access = new CallerAccess(own, async () => platform.token);
  const connection = { baseUrl, client: own, creator: new IdempotentCreator(own), access };
  return { bindings: new ManagedProvider(registry.roleBindings, () => connection), close: () => own.close() };
}

async function inputs(subject: string) {
  const claimMatch = { issuer: "https://issuer.example.com", subject };
  const { uid } = await client.identities.create(platform.groupUid, { name: subject, claimMatch });
  const expirationTime = new Date(Date.now() + HOUR_MS / 2).toISOString();
  return { groupUid: platform.groupUid, identityUid: uid, roleUid: builtInRole("viewer").uid, expirationTime };
}

it("keeps an expired binding in the state, replaces it for a later time, and deletes it quietly", async () => {
  const { bindings, close } = bindingsAt(platform.baseUrl);
  const given = await inputs("kept");
  const { id, outs } = await bindings.create(given);
  passed += HOUR_MS / 2;
  await client.roleBindings.delete(id!);
  const read = await bindings.read(id!, outs);
  expect(read).toMatchObject({ id, props: { expirationTime: given.expirationTime } });
  expect(await bindings.check(given, given)).toEqual({ inputs: given });
  expect(await bindings.diff(id!, outs, given)).toMatchObject({ replaces: [] });
  await expect(bindings.diff(id!, outs, { ...given, roleUid: builtInRole("editor").uid })).rejects.toThrow(
    "has expired: expirationTime is",
  );
  const later = { ...given, expirationTime: new Date(Date.now() + HOUR_MS).toISOString() };
  expect(await bindings.diff(id!, outs, later)).toMatchObject({
    replaces: ["expirationTime"],
    deleteBeforeReplace: true,
  });
  await bindings.delete(id!, outs);
  await close();
});

it("reports a deployment that ignores the time, and leaves no access behind", async () => {
  const proxy = await startProxy(platform.baseUrl, {
    rewrite: (body) => body.replace(/"expirationTime":"[^"]*"/g, '"expirationTime":null'),
  });
  const { bindings, close } = bindingsAt(proxy.url);
  try {
    const given = await inputs("ignored");
    await expect(bindings.create(given)).rejects.toThrow("The service ignored expirationTime");
    const left: string[] = [];
    for await (const { identityUid } of client.roleBindings.list()) left.push(identityUid);
    expect(left).not.toContain(given.identityUid);
  } finally {
    await close();
    await proxy.close();
  }
});

it("keeps a permanent binding in the state if it cannot be deleted", async () => {
  let isCreated = false;
  const proxy = await startProxy(platform.baseUrl, {
    rewrite: (body) =>
      body.replace(/"expirationTime":"[^"]*"/g, () => {
        isCreated = true;
        return '"expirationTime":null';
      }),
    refuse: () => (isCreated ? 403 : undefined),
  });
  const { bindings, close } = bindingsAt(proxy.url);
  try {
    const given = await inputs("kept permanent");
    const error = await bindings.create(given).then(() => undefined, Object);
    // The engine keeps the resource of an error with an id and properties.
    expect(error).toMatchObject({
      id: expect.any(String),
      properties: { identityUid: given.identityUid },
      message: expect.stringContaining(
        `RoleBinding ${error.id} was created without it, grants permanent access and must be deleted, but deleting it failed: `,
      ),
    });
    expect(error.properties).not.toHaveProperty("expirationTime");
    await client.roleBindings.delete(error.id);
  } finally {
    await close();
    await proxy.close();
  }
});
