import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { PlatformError } from "../../src/api";
import { builtInRoles, registry } from "../../src/model";
import { openPlatform, type Platform, type PlatformOptions, startService } from "../../src/service";
import { resources } from "../../src/service/store";

let directory: string;
const open: Platform[] = [];
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "platform-"));
});
afterEach(async () => {
  for (const platform of open.splice(0)) await platform.close();
  rmSync(directory, { recursive: true });
});

async function opened(options: Partial<PlatformOptions> = {}): Promise<Platform> {
  const platform = await openPlatform({ data: directory, ...options });
  open.push(platform);
  return platform;
}

describe("an organization", () => {
  test("is a root group with an identity that owns it", async () => {
    const platform = await opened();
    const { groupUid, identityUid } = await platform.createOrganization({
      name: "acme",
      issuer: "https://issuer.example.com",
      subject: "pipeline",
    });
    const caller = { identityUid };
    expect(await platform.operations.get(registry.groups, caller, groupUid)).toMatchObject({ name: "acme" });
    expect(await platform.operations.get(registry.identities, caller, identityUid)).toMatchObject({
      name: "owner",
      claimMatch: { issuer: "https://issuer.example.com", subject: "pipeline" },
    });
    const { items } = await platform.operations.list(registry.roleBindings, caller, {
      filters: {},
      order: { key: "uid", descending: false },
      pageSize: 50,
      skip: 0,
    });
    expect(items).toMatchObject([{ identityUid, group: { uid: groupUid, name: "acme" }, role: { name: "owner" } }]);
  });

  test("without an issuer has an owner with a key of its own, which is not stored", async () => {
    const platform = await opened({ baseUrl: "https://api.example.com" });
    const { groupUid, identityUid, privateKey } = await platform.createOrganization({ name: "acme" });
    expect(privateKey).toMatchObject({ kty: "EC", crv: "P-256", d: expect.any(String) });
    const stored = await resources.get(platform.store.db, "Identity", identityUid);
    expect(stored?.fields.staticKeys).toMatchObject({
      issuer: `https://api.example.com/organizations/${groupUid}`,
      subject: "owner",
    });
    expect(JSON.stringify(stored)).toContain(privateKey?.x);
    expect(JSON.stringify(stored)).not.toContain(privateKey?.d);
  });

  test("has a unique name in the installation; the error names the first one", async () => {
    const platform = await opened();
    const { groupUid } = await platform.createOrganization({ name: "acme" });
    const error = await platform.createOrganization({ name: "acme" }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({ code: "ALREADY_EXISTS", message: "Already exists: an organization named acme" });
    expect((error as PlatformError).detail("ResourceInfo")).toMatchObject({ resourceName: groupUid });
    const other = await platform.createOrganization({ name: "other" });
    await expect(
      platform.operations.update(registry.groups, other, other.groupUid, { name: "acme" }, []),
    ).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    await platform.operations.create(registry.groups, other, other.groupUid, { name: "acme" });
  });

  test("is not created partially", async () => {
    const platform = await opened();
    await expect(platform.createOrganization({ name: "acme", issuer: "no url", subject: "x" })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
    });
    await expect(platform.createOrganization({ name: "Acme" })).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    await platform.createOrganization({ name: "acme" });
  });
});

/** Starts a server on a given port, outside the range of ephemeral ports. */
async function onSomePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let port = 20_000 + (process.pid % 10_000); ; port++)
    try {
      return await start(port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
}

describe("URLs", () => {
  test("default to the stored ones of the first organization, then to the built-in one", async () => {
    const fresh = await opened();
    expect([fresh.baseUrl(), fresh.authUrl()]).toEqual(["http://127.0.0.1:8787", "http://127.0.0.1:8787"]);
    const given = await opened({ baseUrl: "https://api.example.com/", authUrl: "https://auth.example.com" });
    expect([given.baseUrl(), given.authUrl()]).toEqual(["https://api.example.com", "https://auth.example.com"]);
    expect((await opened()).baseUrl()).toBe("http://127.0.0.1:8787");

    await given.createOrganization({ name: "acme" });
    const kept = await opened();
    expect([kept.baseUrl(), kept.authUrl()]).toEqual(["https://api.example.com", "https://auth.example.com"]);
    const other = await opened({ baseUrl: "https://other.example.com" });
    await kept.createOrganization({ name: "second" });
    expect([other.baseUrl(), other.authUrl()]).toEqual(["https://other.example.com", "https://auth.example.com"]);
    expect((await opened()).baseUrl()).toBe("https://api.example.com");
  });

  test("are validated", async () => {
    for (const [baseUrl, problem] of [
      ["example.com", 'must be a URL such as https://platform.example.com, not "example.com"'],
      ["ftp://example.com", 'must be a URL such as https://platform.example.com, not "ftp://example.com"'],
      ["https://user:secret@example.com", "must not contain a user name or password"],
      ["https://a?b", "must not have a query or fragment"],
    ] as const)
      await expect(openPlatform({ data: ":memory:", baseUrl })).rejects.toThrow(`base_url ${problem}`);
  });

  test("use the bound port if it was chosen automatically", async () => {
    await (await opened({ baseUrl: "https://api.example.com" })).createOrganization({ name: "acme" });
    const free = await startService({ data: directory });
    expect([free.baseUrl, free.authUrl]).toEqual(Array(2).fill(`http://127.0.0.1:${free.port}`));
    await free.close();
    const given = await startService({ data: directory, baseUrl: "https://given.example.com" });
    expect([given.baseUrl, given.authUrl]).toEqual(Array(2).fill("https://given.example.com"));
    await given.close();
    const fixed = await onSomePort((port) => startService({ data: directory, port }));
    expect(fixed.baseUrl).toBe("https://api.example.com");
    await fixed.close();
  });
});

describe("the store", () => {
  test("keeps data, page tokens and signatures across restarts", async () => {
    const before = await openPlatform({ data: directory });
    const { groupUid, identityUid } = await before.createOrganization({ name: "acme" });
    const token = await before.tokens.mint({ identityUid });
    await before.close();
    const after = await opened();
    expect(await after.tokens.verify(token)).toMatchObject({ identityUid });
    expect(await after.operations.get(registry.groups, { identityUid }, groupUid)).toMatchObject({ name: "acme" });
  });

  test("is readable only by its owner", async () => {
    const data = path.join(directory, "new", "store");
    await opened({ data });
    expect(statSync(data).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(data)) expect(statSync(path.join(data, file)).mode & 0o077).toBe(0);
  });

  test("writes through to the disk before it acknowledges", async () => {
    const { store } = await opened();
    const pragma = async (name: string) =>
      Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(store.db.query)).rows[0]!)[0];
    expect(await pragma("journal_mode")).toBe("wal");
    expect(await pragma("synchronous")).toBe(2);
  });

  test("of a newer version is not modified", async () => {
    const { store } = await opened();
    await sql`insert into migrations (name) values ('9999-later')`.execute(store.db.query);
    await expect(openPlatform({ data: directory })).rejects.toThrow("was written by a newer version of the platform");
  });

  test("contains this version's built-in roles", async () => {
    const { store } = await opened();
    await sql`update resources set data = '{"capabilities":[]}' where type = 'Role'`.execute(store.db.query);
    const again = await opened();
    for (const { uid, name, capabilities } of builtInRoles) {
      const role = await resources.get(again.store.db, "Role", uid);
      expect(role).toMatchObject({ parent: null, fields: { name } });
      expect(role?.fields.capabilities).toHaveLength(capabilities.length);
    }
  });

  test("is shared by all that open it", async () => {
    const [one, other] = [await opened(), await opened()];
    const { groupUid, identityUid } = await one.createOrganization({ name: "acme" });
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        [one, other][index % 2]!.operations.create(registry.groups, { identityUid }, groupUid, { name: `g${index}` }),
      ),
    );
    const { totalCount } = await one.operations.list(
      registry.groups,
      { identityUid },
      {
        childrenOf: groupUid,
        filters: {},
        order: { key: "uid", descending: false },
        pageSize: 50,
        skip: 0,
      },
    );
    expect(totalCount).toBe(40);
  });
});
