import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { type RunningService, startService } from "../../src/service";
import { Balancer } from "./balancer";
import { GrpcClient } from "./grpc/client";

/** Longer than any test, which ends the period instead of waiting for it. */
const LAME_DUCK = 600;

describe("a rolling restart of two nodes behind a load balancer, under load", () => {
  const data = mkdtempSync(path.join(tmpdir(), "platform-"));
  const balancer = new Balancer();
  const start = () => startService({ data, lameDuck: LAME_DUCK });
  let nodes: RunningService[];
  let address: string;
  let token: string;
  let groupUid: string;
  beforeAll(async () => {
    nodes = [await start(), await start()];
    const organization = await nodes[0]!.platform.createOrganization({ name: "acme" });
    groupUid = organization.groupUid;
    token = await nodes[0]!.platform.tokens.mint({ identityUid: organization.identityUid });
    for (const { baseUrl } of nodes) await balancer.add(baseUrl);
    address = await balancer.listen();
    for (const { platform } of nodes) platform.setUrls({ baseUrl: address, authUrl: address });
    token = await nodes[0]!.platform.tokens.mint({ identityUid: organization.identityUid });
  });
  afterAll(async () => {
    balancer.close();
    for (const node of nodes) node.skipLameDuck();
    await Promise.all(nodes.map((node) => node.close()));
    rmSync(data, { recursive: true });
  });

  const read = (agent: Agent) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      request(`${address}/iam/v2beta1/groups/${groupUid}`, { agent, headers }, (answer) =>
        answer.resume().on("end", () => resolve(answer.statusCode)),
      )
        .on("error", reject)
        .end();
    });

  test("responds to every request of clients with persistent connections", async () => {
    let isOver = false;
    let answered = 0;
    const repeat = async (work: () => Promise<unknown>) => {
      while (!isOver) {
        await work();
        answered += 1;
      }
    };
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const client = new GrpcClient(address);
    const load = Promise.all([
      ...Array.from({ length: 8 }, () => repeat(async () => expect(await read(agent)).toBe(200))),
      ...Array.from({ length: 4 }, () =>
        repeat(() => client.call("platform.iam.v2beta1.GroupsService/GetGroup", { uid: groupUid }, { token })),
      ),
    ]);
    for (const old of [...nodes]) {
      const before = answered;
      const closed = old.close();
      // All clients leave while the node still accepts requests.
      await Promise.race([balancer.left(old.baseUrl), load]);
      old.skipLameDuck();
      await closed;
      balancer.remove(old.baseUrl);
      const replacement = await start();
      replacement.platform.setUrls({ baseUrl: address, authUrl: address });
      nodes = [...nodes.filter((node) => node !== old), replacement];
      await balancer.add(replacement.baseUrl);
      expect(answered).toBeGreaterThan(before);
    }
    isOver = true;
    await load;
    agent.destroy();
    client.close();
  });
});

describe("in the lame-duck period", () => {
  test("a service accepts requests, closes each connection with its response, and is not ready", async () => {
    const service = await startService({ data: ":memory:", lameDuck: LAME_DUCK });
    const closed = service.close();
    for (const [probe, status] of [
      ["healthz", 200],
      ["readyz", 503],
    ] as const) {
      const answer = await fetch(`${service.baseUrl}/${probe}`);
      expect([answer.status, answer.headers.get("connection")]).toEqual([status, "close"]);
    }
    service.skipLameDuck();
    await closed;
    await expect(fetch(`${service.baseUrl}/healthz`)).rejects.toThrow("fetch failed");
  });

  test.each([true, false])("gRPC's health service reports the same; called before: %s", async (isCalledBefore) => {
    const service = await startService({ data: ":memory:", lameDuck: LAME_DUCK });
    const health = async () => {
      const client = new GrpcClient(service.baseUrl, undefined, { "grpc.use_local_subchannel_pool": 1 });
      const answer = await client.call("grpc.health.v1.Health/Check", {});
      client.close();
      return answer;
    };
    if (isCalledBefore) expect(await health()).toEqual({ status: "SERVING" });
    const closed = service.close();
    expect(await health()).toEqual({ status: "NOT_SERVING" });
    service.skipLameDuck();
    await closed;
  });

  test("hastening before the shutdown skips it", async () => {
    const service = await startService({ data: ":memory:", lameDuck: LAME_DUCK });
    service.skipLameDuck();
    await service.close();
  });
});
