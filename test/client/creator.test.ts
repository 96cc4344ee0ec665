import { Creator, createClient, type PlatformClient, staticToken } from "../../src/client";
import { registry } from "../../src/model";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { aGroup, anError, groupUid, quickRetry, rootUid, withClient } from "./fixtures";
import { type CuttingProxy, startProxy } from "./proxy";

const { groups, groupInvites: invites } = registry;

/** A platform behind a proxy that cuts answers to creates off; and two clients, one through it and one past it. */
async function behindProxy(
  ignoreIdempotencyKeys: boolean,
  cut: (index: number) => boolean,
  work: (creator: Creator, platform: TestPlatform, direct: PlatformClient, proxy: CuttingProxy) => Promise<void>,
): Promise<void> {
  const platform = await startPlatform({ ignoreIdempotencyKeys });
  const proxy = await startProxy(platform.baseUrl, (method, index) => method === "POST" && cut(index));
  const client = createClient({ baseUrl: proxy.url, credentials: staticToken(platform.token), retry: quickRetry });
  try {
    await work(new Creator(client, quickRetry), platform, platform.client(), proxy);
  } finally {
    await client.close();
    await proxy.close();
    await platform.close();
  }
}

const namesBelow = async (client: PlatformClient, uid: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of client.groups.list({ childrenOf: uid })) names.push(name);
  return names.sort();
};

describe.each([
  ["remembers keys", false],
  ["ignores keys", true],
])("at a service that %s", (_name, ignoresKeys) => {
  test("each create happens once, though every third answer is lost", async () => {
    await behindProxy(
      ignoresKeys,
      (index) => index % 3 === 0,
      async (creator, platform, direct, proxy) => {
        const names = [...Array(20).keys()].map((index) => `group-${index}`).sort();
        const made = await Promise.all(names.map((name) => creator.create(groups, platform.groupUid, { name })));
        expect(proxy.cuts()).toBeGreaterThan(5);
        expect(made.map(({ name }) => name)).toEqual(names);
        await expect(namesBelow(direct, platform.groupUid)).resolves.toEqual(names);
      },
    );
  });

  test("those that look the same are told from each other, and from what was there before", async () => {
    await behindProxy(
      ignoresKeys,
      (index) => index % 2 === 0,
      async (creator, platform, direct) => {
        const before = await direct.groups.create(platform.groupUid, { name: "twin" });
        const order = [groups, platform.groupUid, { name: "twin" }] as const;
        const made = await Promise.all([1, 2, 3].map(() => creator.create(...order)));
        expect(new Set([before, ...made].map(({ uid }) => uid)).size).toBe(4);
        await expect(namesBelow(direct, platform.groupUid)).resolves.toHaveLength(4);
      },
    );
  });
});

test("several candidates are an error that names them", async () => {
  const twins = [`${rootUid}/${"a".repeat(16)}`, `${rootUid}/${"b".repeat(16)}`];
  let lists = 0;
  await withClient(
    ({ method }) => {
      if (method === "POST") return "cut";
      lists++;
      return { body: { groups: lists === 1 ? [] : twins.map((uid) => aGroup(uid)), totalCount: "2" } };
    },
    async (client) => {
      await expect(new Creator(client, quickRetry).create(groups, rootUid, { name: "staging" })).rejects.toMatchObject({
        code: "ABORTED",
        message: expect.stringContaining(twins.join(", ")),
      });
    },
  );
});

test("what was told only in the lost answer is not made up", async () => {
  await behindProxy(
    true,
    (index) => index === 0,
    async (creator, platform, direct) => {
      const { items } = await direct.roles.page({ name: "viewer", inRoot: true });
      const body = { roleUid: items[0]!.uid, ttl: "3600s" };
      await expect(creator.create(invites, platform.groupUid, body)).rejects.toMatchObject({ code: "ABORTED" });
    },
  );
});

describe("a service that does not know at once what it made", () => {
  test.each([
    [404, 5],
    [403, 7],
  ])("may answer %s for a moment", async (status, code) => {
    let refusals = 0;
    await withClient(
      ({ method, url }) => {
        if (method === "GET") return { body: { groups: [], totalCount: "0" } };
        if (url.endsWith(rootUid)) return { body: aGroup(groupUid) };
        return refusals++ < 2
          ? { status, body: anError(code, "Not yet") }
          : { body: aGroup(`${groupUid}/${"c".repeat(16)}`) };
      },
      async (client) => {
        const creator = new Creator(client, quickRetry);
        await creator.create(groups, rootUid, { name: "staging" });
        await creator.create(groups, groupUid, { name: "inner" });
        expect(refusals).toBe(3);
      },
    );
  });

  test("is believed about what others made", async () => {
    await withClient(
      ({ method }) =>
        method === "GET" ? { body: { groups: [], totalCount: "0" } } : { status: 404, body: anError(5, "Not found") },
      async (client, { received }) => {
        const creating = new Creator(client, quickRetry).create(groups, groupUid, { name: "inner" });
        await expect(creating).rejects.toMatchObject({ code: "NOT_FOUND" });
        expect(received.filter(({ method }) => method === "POST")).toHaveLength(1);
      },
    );
  });
});

test("a create that was sent is waited for when a person interrupts, and not sent again", async () => {
  const controller = new AbortController();
  await withClient(
    async ({ method }) => {
      if (method === "GET") return { body: { groups: [], totalCount: "0" } };
      controller.abort();
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { body: aGroup(groupUid) };
    },
    async (client) => {
      const creator = new Creator(client, quickRetry);
      const { signal } = controller;
      await expect(creator.create(groups, rootUid, { name: "a" }, { signal })).resolves.toEqual(aGroup(groupUid));
      await expect(creator.create(groups, rootUid, { name: "b" }, { signal })).rejects.toMatchObject({
        code: "CANCELLED",
      });
    },
  );
});
