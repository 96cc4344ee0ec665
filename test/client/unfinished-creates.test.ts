import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  createClient,
  IdempotentCreator,
  OutcomeUnknownError,
  type PlatformClient,
  staticToken,
} from "../../src/client";
import { type CreateContext, type RetentionOptions, UnfinishedCreates } from "../../src/client/unfinished-creates";
import { registry } from "../../src/model";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { namesBelow, quickRetry, rootUid } from "./fixtures";
import { startProxy } from "./proxy";

const { groups } = registry;

describe("a create without a response", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), "creator-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /**
   * Runs a test with a platform that stores keys and successive runs of creators; with `lose`, every response to a
   * create is lost; with `hide`, every response to a read.
   */
  async function inRuns(
    work: (
      run: (
        lose?: boolean,
        who?: Partial<CreateContext>,
        keeping?: RetentionOptions,
        hide?: boolean,
      ) => IdempotentCreator,
      platform: TestPlatform,
      direct: PlatformClient,
    ) => Promise<void>,
  ): Promise<void> {
    let losing = false;
    let hiding = false;
    const platform = await startPlatform();
    const proxy = await startProxy(platform.baseUrl, { cut: (method) => (method === "POST" ? losing : hiding) });
    const client = createClient({ baseUrl: proxy.url, credentials: staticToken(platform.token), retry: quickRetry });
    const direct = platform.client();
    const run = (lose = false, who: Partial<CreateContext> = {}, keeping: RetentionOptions = {}, hide = false) => {
      losing = lose;
      hiding = hide;
      const creating = { baseUrl: proxy.url, caller: async () => "robot", workingDirectory: "/stack", ...who };
      const unfinished = new UnfinishedCreates(directory, creating, keeping);
      return new IdempotentCreator(client, { retry: quickRetry, unfinished });
    };
    try {
      await work(run, platform, direct);
    } finally {
      await client.close();
      await proxy.close();
      await platform.close();
    }
  }

  /** Starts a run that learns that the service stores keys and then loses all responses. */
  async function losingRun(run: (lose?: boolean) => IdempotentCreator, parent: string): Promise<IdempotentCreator> {
    const creator = run();
    await creator.create(groups, parent, { name: "first" });
    run(true);
    return creator;
  }
  const twin = { name: "twin" };

  test("is completed by the next run, once for each identical create", async () => {
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

  test("is executed again if the created resource was deleted meanwhile", async () => {
    await inRuns(async (run, { groupUid: parent }, direct) => {
      const losing = await losingRun(run, parent);
      await expect(losing.create(groups, parent, twin)).rejects.toMatchObject({ code: "UNAVAILABLE" });
      const { items } = await direct.groups.page({ childrenOf: parent, name: "twin" });
      await direct.groups.delete(items[0]!.uid);
      const { uid } = await run().create(groups, parent, twin);
      expect(uid).not.toBe(items[0]!.uid);
      await expect(direct.groups.get(uid)).resolves.toMatchObject(twin);
    });
  });

  test("is executed again if the created resource was imported meanwhile", async () => {
    await inRuns(async (run, { groupUid: parent }, direct) => {
      const losing = await losingRun(run, parent);
      await expect(losing.create(groups, parent, twin)).rejects.toMatchObject({ code: "UNAVAILABLE" });
      const { items } = await direct.groups.page({ childrenOf: parent, name: "twin" });
      run(false, { workingDirectory: "/another" }).recordImport(items[0]!.uid);
      await expect(run().create(groups, parent, twin)).resolves.not.toMatchObject({ uid: items[0]!.uid });
    });
  });

  test("is completed by a later run if the next one cannot read what was created", async () => {
    await inRuns(async (run, { groupUid: parent }, direct) => {
      const losing = await losingRun(run, parent);
      await expect(losing.create(groups, parent, twin)).rejects.toMatchObject({ code: "UNAVAILABLE" });
      const unable = run(false, {}, { keepsCreated: true });
      await unable.create(groups, parent, { name: "second" });
      run(false, {}, {}, true);
      await expect(unable.create(groups, parent, twin)).rejects.toThrow(/The group may have been created/);
      unable.end();
      await run().create(groups, parent, twin);
      await expect(namesBelow(direct, parent)).resolves.toEqual(["first", "second", "twin"]);
      expect(keysIn(directory)).toEqual([]);
    });
  });

  test("does not record imports if nothing is unfinished", async () => {
    await inRuns(async (run, { groupUid: parent }) => {
      const { uid } = await run().create(groups, parent, twin);
      run().recordImport(uid);
      expect(keysIn(directory)).toEqual([]);
    });
  });

  test("is kept if the next run also fails, and only for the same resource", async () => {
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
  ])("is not completed by a run with another %s", async (_what, who) => {
    await inRuns(async (run, { groupUid: parent }, direct) => {
      const losing = await losingRun(run, parent);
      await expect(losing.create(groups, parent, twin)).rejects.toMatchObject({ code: "UNAVAILABLE" });
      await run(false, who).create(groups, parent, twin);
      expect(keysIn(directory)).toHaveLength(1);
      await run().create(groups, parent, twin);
      await expect(namesBelow(direct, parent)).resolves.toEqual(["first", "twin", "twin"]);
    });
  });

  test("is completed if the run that executed it was killed before saving its state", async () => {
    await inRuns(async (run, { groupUid: parent }) => {
      const killed = run(false, {}, { keepsCreated: true });
      const [lost, kept] = await Promise.all([
        killed.create(groups, parent, twin),
        killed.create(groups, parent, twin),
      ]);
      const folder = path.join(directory, readdirSync(directory)[0]!);
      for (const file of readdirSync(folder).map((name) => path.join(folder, name)))
        writeFileSync(file, readFileSync(file, "utf8").replace(/^\d+ \d*/, `${2 ** 22 + 1} 1`));
      const next = run(false, {}, { keepsCreated: true });
      next.recordManaged(kept.uid);
      await expect(next.create(groups, parent, twin)).resolves.toMatchObject({ uid: lost.uid });
      const { uid } = await next.create(groups, parent, twin);
      expect([lost.uid, kept.uid]).not.toContain(uid);
      next.end();
      expect(keysIn(directory)).toEqual([]);
    });
  });

  test("reports that the resource may exist and where to look for it", async () => {
    await inRuns(async (run, { groupUid: parent }) => {
      const losing = await losingRun(run, parent);
      const lost = losing.create(groups, parent, twin);
      await expect(lost).rejects.toBeInstanceOf(OutcomeUnknownError);
      await expect(lost).rejects.toMatchObject({
        code: "UNAVAILABLE",
        message: expect.stringContaining(
          `The group may have been created. Before creating it again, check for a group named "twin" in ${parent}`,
        ),
      });
    });
  });

  test("does not report this if nothing was sent", async () => {
    const client = createClient({
      baseUrl: "http://127.0.0.1:1",
      credentials: staticToken("token"),
      retry: quickRetry,
    });
    const creating = { baseUrl: "http://127.0.0.1:1", caller: async () => "robot", workingDirectory: "/stack" };
    const creator = new IdempotentCreator(client, {
      retry: quickRetry,
      unfinished: new UnfinishedCreates(directory, creating),
    });
    const refused = creator.create(groups, rootUid, twin);
    await expect(refused).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(refused).rejects.not.toBeInstanceOf(OutcomeUnknownError);
    await client.close();
  });

  test("saves its key to disk before sending it and keeps it from other runs meanwhile", async () => {
    let seen: readonly string[] = [];
    const platform = await startPlatform();
    const proxy = await startProxy(platform.baseUrl, {
      cut: (method) => {
        if (method === "POST") seen = keysIn(directory);
        return false;
      },
    });
    const client = createClient({ baseUrl: proxy.url, credentials: staticToken(platform.token), retry: quickRetry });
    const creating = { baseUrl: proxy.url, caller: async () => "robot", workingDirectory: "/stack" };
    const unfinished = new UnfinishedCreates(directory, creating);
    try {
      await new IdempotentCreator(client, { retry: quickRetry, unfinished }).create(groups, platform.groupUid, twin);
      expect(seen).toHaveLength(1);
      expect(keysIn(directory)).toEqual([]);

      const anotherRun = () =>
        new UnfinishedCreates(directory, creating).of({ definition: groups, parentUid: platform.groupUid, body: twin });
      const wanted = await anotherRun();
      await wanted.withStoredKey(
        "key",
        async () => {
          expect((await anotherRun()).take()).toBeUndefined();
          return {};
        },
        () => false,
      );
      // The file of a dead process, whose id another process may have.
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

  test("is not kept if the service rejects it", async () => {
    await inRuns(async (run, { groupUid: parent }) => {
      await expect(run().create(groups, parent, { name: "NOT ALLOWED" })).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
      });
      expect(keysIn(directory)).toEqual([]);
    });
  });

  const keysIn = (base: string): string[] => readdirSync(base).flatMap((own) => readdirSync(path.join(base, own)));
});
