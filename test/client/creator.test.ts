import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  Creator,
  createClient,
  OutcomeUnknownError,
  type PlatformClient,
  type RetryPolicy,
  staticToken,
} from "../../src/client";
import { type Creating, type Keeping, UnfinishedCreates } from "../../src/client/unfinished-creates";
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
  retry: RetryPolicy = quickRetry,
): Promise<void> {
  const platform = await startPlatform({ ignoreIdempotencyKeys });
  const proxy = await startProxy(platform.baseUrl, (method, index) => method === "POST" && cut(index));
  const client = createClient({ baseUrl: proxy.url, credentials: staticToken(platform.token), retry });
  try {
    await work(new Creator(client, { retry }), platform, platform.client(), proxy);
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
      // Twenty answers come for ten that are lost, which may all be to one create.
      { ...quickRetry, attempts: 11 },
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
      await expect(
        new Creator(client, { retry: quickRetry }).create(groups, rootUid, { name: "staging" }),
      ).rejects.toMatchObject({
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
        const creator = new Creator(client, { retry: quickRetry });
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
        const creating = new Creator(client, { retry: quickRetry }).create(groups, groupUid, { name: "inner" });
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
      const creator = new Creator(client, { retry: quickRetry });
      const { signal } = controller;
      await expect(creator.create(groups, rootUid, { name: "a" }, { signal })).resolves.toEqual(aGroup(groupUid));
      await expect(creator.create(groups, rootUid, { name: "b" }, { signal })).rejects.toMatchObject({
        code: "CANCELLED",
      });
    },
  );
});

describe("a create of which no answer comes in the end", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), "creator-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** A platform that remembers keys, and who creates there in one run after another; `lose` has all answers to creates lost. */
  async function inRuns(
    work: (
      run: (lose?: boolean, who?: Partial<Creating>, keeping?: Keeping) => Creator,
      platform: TestPlatform,
      direct: PlatformClient,
    ) => Promise<void>,
  ): Promise<void> {
    let losing = false;
    const platform = await startPlatform();
    const proxy = await startProxy(platform.baseUrl, (method) => method === "POST" && losing);
    const client = createClient({ baseUrl: proxy.url, credentials: staticToken(platform.token), retry: quickRetry });
    const direct = platform.client();
    const run = (lose = false, who: Partial<Creating> = {}, keeping: Keeping = {}) => {
      losing = lose;
      const creating = { baseUrl: proxy.url, caller: async () => "robot", workingDirectory: "/stack", ...who };
      const unfinished = new UnfinishedCreates(directory, creating, keeping);
      return new Creator(client, { retry: quickRetry, unfinished });
    };
    try {
      await work(run, platform, direct);
    } finally {
      await client.close();
      await proxy.close();
      await platform.close();
    }
  }

  /** A run that knows by an answer that the service remembers keys, and then loses all further ones. */
  async function losingRun(run: (lose?: boolean) => Creator, parent: string): Promise<Creator> {
    const creator = run();
    await creator.create(groups, parent, { name: "first" });
    run(true);
    return creator;
  }
  const twin = { name: "twin" };

  test("is taken up by the next run, each of those that look the same for itself", async () => {
    await inRuns(async (run, { groupUid: parent }, direct) => {
      const losing = await losingRun(run, parent);
      const lost = await Promise.allSettled([1, 2, 3].map(() => losing.create(groups, parent, twin)));
      expect(lost.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
      await expect(namesBelow(direct, parent)).resolves.toEqual(["first", "twin", "twin", "twin"]);
      const next = run();
      const made = await Promise.all([1, 2, 3, 4].map(() => next.create(groups, parent, twin)));
      expect(new Set(made.map(({ uid }) => uid)).size).toBe(4);
      await expect(namesBelow(direct, parent)).resolves.toEqual(["first", "twin", "twin", "twin", "twin"]);
      expect(keysIn(directory)).toEqual([]);
    });
  });

  test("is made anew where what it made was deleted meanwhile", async () => {
    await inRuns(async (run, { groupUid: parent }, direct) => {
      const losing = await losingRun(run, parent);
      await expect(losing.create(groups, parent, twin)).rejects.toMatchObject({ code: "UNAVAILABLE" });
      const { items } = await direct.groups.page({ childrenOf: parent, name: "twin" });
      await direct.groups.delete(items[0]!.uid);
      const { uid } = await run().create(groups, parent, twin);
      expect(uid).not.toBe(items[0]!.uid);
      await expect(direct.groups.get(uid as string)).resolves.toMatchObject(twin);
    });
  });

  test("is made anew where what it made was imported meanwhile", async () => {
    await inRuns(async (run, { groupUid: parent }, direct) => {
      const losing = await losingRun(run, parent);
      await expect(losing.create(groups, parent, twin)).rejects.toMatchObject({ code: "UNAVAILABLE" });
      const { items } = await direct.groups.page({ childrenOf: parent, name: "twin" });
      run(false, { workingDirectory: "/another" }).noteImport(items[0]!.uid);
      await expect(run().create(groups, parent, twin)).resolves.not.toMatchObject({ uid: items[0]!.uid });
    });
  });

  test("leaves no trace of imports where nothing was left", async () => {
    await inRuns(async (run, { groupUid: parent }) => {
      const { uid } = await run().create(groups, parent, twin);
      run().noteImport(uid as string);
      expect(keysIn(directory)).toEqual([]);
    });
  });

  test("stays known through a run that fails again, and is nobody else's", async () => {
    await inRuns(async (run, { groupUid: parent }, direct) => {
      const losing = await losingRun(run, parent);
      await expect(losing.create(groups, parent, twin)).rejects.toMatchObject({ code: "UNAVAILABLE" });
      await expect(losing.create(groups, parent, twin)).rejects.toMatchObject({ code: "UNAVAILABLE" });
      await run().create(groups, parent, { ...twin, description: "another" });
      expect(keysIn(directory)).toHaveLength(1);
      await run().create(groups, parent, twin);
      await expect(namesBelow(direct, parent)).resolves.toEqual(["first", "twin", "twin"]);
    });
  });

  test.each([
    ["identity", { caller: async () => "another" }],
    ["directory", { workingDirectory: "/another" }],
  ])("is left to no run of another %s", async (_what, who) => {
    await inRuns(async (run, { groupUid: parent }, direct) => {
      const losing = await losingRun(run, parent);
      await expect(losing.create(groups, parent, twin)).rejects.toMatchObject({ code: "UNAVAILABLE" });
      await run(false, who).create(groups, parent, twin);
      expect(keysIn(directory)).toHaveLength(1);
      await run().create(groups, parent, twin);
      await expect(namesBelow(direct, parent)).resolves.toEqual(["first", "twin", "twin"]);
    });
  });

  test("is taken up where the run that made it did not end in order, and its state does not have it", async () => {
    await inRuns(async (run, { groupUid: parent }) => {
      const killed = run(false, {}, { keepsMade: true });
      const [lost, kept] = await Promise.all([
        killed.create(groups, parent, twin),
        killed.create(groups, parent, twin),
      ]);
      const folder = path.join(directory, readdirSync(directory)[0]!);
      for (const file of readdirSync(folder).map((name) => path.join(folder, name)))
        writeFileSync(file, readFileSync(file, "utf8").replace(/^\d+ \d*/, `${2 ** 22 + 1} 1`));
      const next = run(false, {}, { keepsMade: true });
      next.noteManaged(kept.uid as string);
      await expect(next.create(groups, parent, twin)).resolves.toMatchObject({ uid: lost.uid });
      const { uid } = await next.create(groups, parent, twin);
      expect([lost.uid, kept.uid]).not.toContain(uid);
      next.end();
      expect(keysIn(directory)).toEqual([]);
    });
  });

  test("says that it may exist, and where to look for it", async () => {
    await inRuns(async (run, { groupUid: parent }) => {
      const losing = await losingRun(run, parent);
      const lost = losing.create(groups, parent, twin);
      await expect(lost).rejects.toBeInstanceOf(OutcomeUnknownError);
      await expect(lost).rejects.toMatchObject({
        code: "UNAVAILABLE",
        message: expect.stringContaining(
          `The group may have been created: before you create it elsewhere, look for a group named "twin" directly in ${parent}`,
        ),
      });
    });
  });

  test("says nothing of the kind where nothing was sent", async () => {
    const client = createClient({
      baseUrl: "http://127.0.0.1:1",
      credentials: staticToken("token"),
      retry: quickRetry,
    });
    const creating = { baseUrl: "http://127.0.0.1:1", caller: async () => "robot", workingDirectory: "/stack" };
    const creator = new Creator(client, { retry: quickRetry, unfinished: new UnfinishedCreates(directory, creating) });
    const refused = creator.create(groups, rootUid, twin);
    await expect(refused).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(refused).rejects.not.toBeInstanceOf(OutcomeUnknownError);
    await client.close();
  });

  test("has its key on disk before it is sent, which no other is given as long as the process runs", async () => {
    let seen: readonly string[] = [];
    const platform = await startPlatform();
    const proxy = await startProxy(platform.baseUrl, (method) => {
      if (method === "POST") seen = keysIn(directory);
      return false;
    });
    const client = createClient({ baseUrl: proxy.url, credentials: staticToken(platform.token), retry: quickRetry });
    const creating = { baseUrl: proxy.url, caller: async () => "robot", workingDirectory: "/stack" };
    const unfinished = new UnfinishedCreates(directory, creating);
    try {
      await new Creator(client, { retry: quickRetry, unfinished }).create(groups, platform.groupUid, twin);
      expect(seen).toHaveLength(1);
      expect(keysIn(directory)).toEqual([]);

      const anotherRun = () =>
        new UnfinishedCreates(directory, creating).of({ definition: groups, parentUid: platform.groupUid, body: twin });
      const wanted = await anotherRun();
      await wanted.during(
        "key",
        async () => {
          expect((await anotherRun()).take()).toBeUndefined();
          return {};
        },
        () => false,
      );
      // What a process leaves that is gone, whose number another one may have since.
      const directories = readdirSync(directory);
      const left = `create-${seen[0]!.split("-")[1]}-left`;
      for (const mark of [`${2 ** 22 + 1} 1`, ...(process.platform === "linux" ? [`${process.pid} 1`] : [])]) {
        writeFileSync(path.join(directory, directories[0]!, left), mark, { mode: 0o600 });
        expect((await anotherRun()).take()).toBe("left");
      }
    } finally {
      await client.close();
      await proxy.close();
      await platform.close();
    }
  });

  test("that is refused is over", async () => {
    await inRuns(async (run, { groupUid: parent }) => {
      await expect(run().create(groups, parent, { name: "NOT ALLOWED" })).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
      });
      expect(keysIn(directory)).toEqual([]);
    });
  });

  const keysIn = (base: string): string[] => readdirSync(base).flatMap((own) => readdirSync(path.join(base, own)));
});
