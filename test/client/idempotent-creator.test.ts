import { createClient, IdempotentCreator, type PlatformClient, type RetryPolicy, staticToken } from "../../src/client";
import { registry } from "../../src/model";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { aGroup, anError, groupUid, namesBelow, quickRetry, rootUid, withClient } from "./fixtures";
import { type CuttingProxy, startProxy } from "./proxy";

const { groups, groupInvites: invites } = registry;

/**
 * Runs a test with a platform behind a proxy that drops responses to creates, a creator through the proxy and a direct
 * client.
 */
async function behindProxy(
  removesKeys: boolean,
  cut: (index: number) => boolean,
  work: (
    creator: IdempotentCreator,
    platform: TestPlatform,
    direct: PlatformClient,
    proxy: CuttingProxy,
  ) => Promise<void>,
  retry: RetryPolicy = quickRetry,
): Promise<void> {
  const platform = await startPlatform();
  const proxy = await startProxy(platform.baseUrl, {
    cut: (method, index) => method === "POST" && cut(index),
    removesKeys,
  });
  const client = createClient({ baseUrl: proxy.url, credentials: staticToken(platform.token), retry });
  try {
    await work(new IdempotentCreator(client, { retry }), platform, platform.client(), proxy);
  } finally {
    await client.close();
    await proxy.close();
    await platform.close();
  }
}

describe.each([
  ["remembers keys", false],
  ["ignores keys", true],
])("with a service that %s", (_name, ignoresKeys) => {
  test("executes each create once, although every third response is lost", async () => {
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
      // Twenty responses arrive for every ten lost, and all ten may belong to the same create.
      { ...quickRetry, attempts: 11 },
    );
  });

  test("distinguishes identical creates from each other and from existing resources", async () => {
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

test("fails with a list of candidates if there are several", async () => {
  const twins = [`${rootUid}/${"a".repeat(16)}`, `${rootUid}/${"b".repeat(16)}`];
  let lists = 0;
  await withClient(
    ({ method }) => {
      if (method === "POST") return "cut";
      lists++;
      return { body: { groups: lists === 1 ? [] : twins.map((uid) => aGroup(uid)), totalCount: "2" } };
    },
    async (client) => {
      await expect(
        new IdempotentCreator(client, { retry: quickRetry }).create(groups, rootUid, { name: "staging" }),
      ).rejects.toMatchObject({
        code: "ABORTED",
        message: expect.stringContaining(twins.join(", ")),
      });
    },
  );
});

test("fails if the lost response contained a value that is returned only once", async () => {
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

describe("a create with a service of delayed visibility", () => {
  test.each([
    [404, 5],
    [403, 7],
  ])("succeeds despite %s for a moment after its parent was created", async (status, code) => {
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
        const creator = new IdempotentCreator(client, { retry: quickRetry });
        await creator.create(groups, rootUid, { name: "staging" });
        await creator.create(groups, groupUid, { name: "inner" });
        expect(refusals).toBe(3);
      },
    );
  });

  test("is not retried below resources that others created", async () => {
    await withClient(
      ({ method }) =>
        method === "GET" ? { body: { groups: [], totalCount: "0" } } : { status: 404, body: anError(5, "Not found") },
      async (client, { received }) => {
        const creating = new IdempotentCreator(client, { retry: quickRetry }).create(groups, groupUid, {
          name: "inner",
        });
        await expect(creating).rejects.toMatchObject({ code: "NOT_FOUND" });
        expect(received.filter(({ method }) => method === "POST")).toHaveLength(1);
      },
    );
  });
});

test("waits for the response to a sent create after an interrupt, and does not send it again", async () => {
  const controller = new AbortController();
  await withClient(
    async ({ method }) => {
      if (method === "GET") return { body: { groups: [], totalCount: "0" } };
      controller.abort();
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { body: aGroup(groupUid) };
    },
    async (client) => {
      const creator = new IdempotentCreator(client, { retry: quickRetry });
      const { signal } = controller;
      await expect(creator.create(groups, rootUid, { name: "a" }, { signal })).resolves.toEqual(aGroup(groupUid));
      await expect(creator.create(groups, rootUid, { name: "b" }, { signal })).rejects.toMatchObject({
        code: "CANCELLED",
      });
    },
  );
});
