import { builtInRole } from "../../../../src/model";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { describeWith, freshDatabase } from "../../../engines";
import { GrpcClient } from "../../grpc/client";

function suite(data: () => Promise<string>): void {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ data: await data() });
  });
  afterAll(() => platform.close());

  const restricted = async (...capabilities: readonly string[]) => {
    const parameters = [["aud", platform.baseUrl], ...capabilities.map((capability) => ["cap", capability])];
    const answer = await fetch(`${platform.authUrl}/sts/exchange`, {
      method: "POST",
      headers: { authorization: `Bearer ${platform.token}` },
      body: new URLSearchParams(parameters as [string, string][]),
    });
    return ((await answer.json()) as { readonly token: string }).token;
  };
  const invite = async (token: string, key: string) => {
    const response = await fetch(`${platform.baseUrl}/iam/v2beta1/groupInvites/${platform.groupUid}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ roleUid: builtInRole("viewer").uid, ttl: "3600s" }),
    });
    return { status: response.status, body: (await response.json()) as { readonly code?: unknown } };
  };
  /** Enough to request an invite, but not to grant its role. */
  const few = ["groups.list", "group_invites.create", "role_bindings.create"];

  test("a restricted token does not receive the response to a create by an unrestricted token", async () => {
    const made = await invite(platform.token, "invite");
    expect(made).toMatchObject({ status: 200, body: { code: expect.any(String) } });
    const replayed = await invite(await restricted(...few), "invite");
    expect(replayed.status).toBe(403);
    expect(JSON.stringify(replayed.body)).not.toContain(made.body.code);
  });

  test("nor over gRPC, whichever API created the resource", async () => {
    const grpc = new GrpcClient(platform.baseUrl);
    const create = (token: string, key: string) =>
      grpc.call(
        "platform.iam.v2beta1.GroupInvitesService/CreateGroupInvite",
        { parent: platform.groupUid, groupInvite: { roleUid: builtInRole("viewer").uid, ttl: "3600s" } },
        { token, metadata: { "idempotency-key": key } },
      );
    try {
      const made = await create(platform.token, "grpc");
      expect(made).toMatchObject({ code: expect.any(String) });
      expect(await create(platform.token, "grpc")).toEqual(made);
      await expect(create(await restricted(...few), "grpc")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      await invite(platform.token, "rest");
      await expect(create(await restricted(...few), "rest")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      const alike = [...few, ...builtInRole("viewer").capabilities];
      const own = await create(await restricted(...alike), "grpc");
      expect(own.code).not.toBe(made.code);
      expect(await create(await restricted(...alike), "grpc")).toEqual(own);
    } finally {
      grpc.close();
    }
  });

  test("tokens restricted alike, in any order, receive the first response", async () => {
    const capabilities = [...few, ...builtInRole("viewer").capabilities];
    const made = await invite(await restricted(...capabilities), "alike");
    expect(made.status).toBe(200);
    expect(await invite(await restricted(...capabilities.reverse()), "alike")).toEqual(made);
    expect((await invite(platform.token, "alike")).body.code).not.toBe(made.body.code);
  });
}

describe("on SQLite", () => suite(async () => ":memory:"));
describeWith(["postgresql"], "on PostgreSQL", () => suite(freshDatabase));
