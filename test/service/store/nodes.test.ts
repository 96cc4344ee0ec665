import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { describeWith, freshDatabase } from "../../engines";

/** The built command in separate processes: a node is only gone if its process is. */
const built = path.resolve(__dirname, "../../../dist/platformctl.js");
const WRITERS = 12;
const WRITES_EACH = 30;
const WRITES_BEFORE_KILL = 120;

interface Node {
  readonly baseUrl: string;
  readonly child: ChildProcess;
  inFlight: number;
}

describeWith(["postgresql"], "three nodes on one PostgreSQL, one of which is killed under load", () => {
  const nodes: Node[] = [];
  let env: NodeJS.ProcessEnv;
  let organization: { readonly groupUid: string; readonly token: string };
  beforeAll(async () => {
    env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, PLATFORM_DATABASE_URL: await freshDatabase() };
    const init = spawnSync(process.execPath, [built, "service", "init", "--organization", "acme"], { env });
    organization = JSON.parse(String(init.stdout));
    nodes.push(...(await Promise.all([start(), start(), start()])));
  });
  afterAll(() => {
    for (const { child } of nodes) child.kill("SIGKILL");
  });

  async function start(): Promise<Node> {
    const child = spawn(process.execPath, [built, "service", "start", "--listen", "127.0.0.1:0"], { env });
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    child.stderr.resume();
    return { baseUrl: JSON.parse(value).baseUrl, child, inFlight: 0 };
  }

  test("loses no acknowledged write, and fails only requests on that node", async () => {
    const { groupUid, token } = organization;
    const authorization = `Bearer ${token}`;
    const acknowledged = new Set<string>();
    const failed: Node[] = [];
    let [inFlightWhenKilled, isKilled] = [0, false];
    const [victim] = nodes as [Node];

    async function create(node: Node, name: string): Promise<boolean> {
      node.inFlight += 1;
      try {
        const response = await fetch(`${node.baseUrl}/registry/v2beta1/repos/${groupUid}`, {
          method: "POST",
          headers: { authorization, "content-type": "application/json" },
          body: JSON.stringify({ name }),
        });
        expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(name)]);
        acknowledged.add(name);
        return true;
      } catch (error) {
        // The error of fetch without a response, from another realm than the test's.
        if ((error as Error).name !== "TypeError") throw error;
        failed.push(node);
        return false;
      } finally {
        node.inFlight -= 1;
      }
    }

    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let write = 0; write < WRITES_EACH; write += 1) {
          const living = isKilled ? nodes.slice(1) : nodes;
          await create(living[(writer + write) % living.length]!, `repo-${writer}-${write}`);
          if (isKilled || acknowledged.size < WRITES_BEFORE_KILL) continue;
          isKilled = true;
          inFlightWhenKilled = victim.inFlight;
          victim.child.kill("SIGKILL");
        }
      }),
    );
    expect(new Set(failed)).toEqual(new Set(failed.length > 0 ? [victim] : []));
    expect(failed.length).toBeLessThanOrEqual(inFlightWhenKilled);
    expect(acknowledged.size + failed.length).toBe(WRITERS * WRITES_EACH);

    const stored = new Set<string>();
    let page: { repos: { name: string }[]; nextPageToken?: string; totalCount: string };
    let pageToken = "";
    do {
      const query = new URLSearchParams({ "uidp.children_of": groupUid, page_size: "200", page_token: pageToken });
      const response = await fetch(`${nodes[1]!.baseUrl}/registry/v2beta1/repos?${query}`, {
        headers: { authorization },
      });
      page = (await response.json()) as typeof page;
      for (const { name } of page.repos) stored.add(name);
      pageToken = page.nextPageToken ?? "";
    } while (pageToken !== "");
    expect([...acknowledged].filter((name) => !stored.has(name))).toEqual([]);
    // Requests in flight may have succeeded; the total equals exactly what exists.
    expect(Number(page.totalCount)).toBe(stored.size);
  });
});
