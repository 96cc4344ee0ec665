import { type ServiceError, status } from "@grpc/grpc-js";
import { PlatformError } from "../../../src/api";
import { errorOf } from "../../conformance/world";
import { platformErrorFrom } from "./client";
import { type GrpcWorld, startWorld } from "./world";

describe("errors over gRPC", () => {
  let world: GrpcWorld;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  const send = (path: string, bytes: Uint8Array, options = {}) =>
    world.client.send(path, bytes, options).then(
      () => {
        throw new Error("the call succeeded");
      },
      (error: ServiceError) => error,
    );

  test("equal those of REST, including details", async () => {
    const { groupUid } = world;
    const child = await world.rest("POST", `/iam/v2beta1/groups/${groupUid}`, { name: "child" });
    await world.rest("POST", `/registry/v2beta1/repos/${child.uid}`, { name: "repo" });
    const gone = `${groupUid}/0000000000000000`;
    for (const [method, request, [verb, path, body]] of [
      ["CreateGroup", { parent: groupUid }, ["POST", groupUid, {}]],
      ["CreateGroup", { parent: gone, group: { name: "a" } }, ["POST", gone, { name: "a" }]],
      ["GetGroup", { uid: gone }, ["GET", gone]],
      ["DeleteGroup", { uid: child.uid }, ["DELETE", child.uid]],
      ["ListGroups", { orderBy: "colour", skip: -1 }, ["GET", "?order_by=colour&skip=-1"]],
    ] as const) {
      const error = await errorOf(world.iam(`GroupsService/${method}`, request));
      const separator = String(path).startsWith("?") ? "" : "/";
      const answer = await world.rest(verb, `/iam/v2beta1/groups${separator}${path}`, body);
      const { code, message, details, metadata } = PlatformError.fromBody(error.http, answer);
      expect(error).toMatchObject({ code, message, metadata });
      expect(error.details).toEqual(details);
    }
  });

  test("name the missing capability, and the part of the platform", async () => {
    const identity = await world.iam("IdentitiesService/CreateIdentity", {
      parent: world.groupUid,
      identity: { name: "reader", claimMatch: { issuer: "https://issuer.example.com", subject: "reader" } },
    });
    const roles = await world.iam("RolesService/ListRoles", { name: "viewer" });
    const [viewer] = roles.roles as { uid: string }[];
    await world.iam("RoleBindingsService/CreateRoleBinding", {
      parent: world.groupUid,
      roleBinding: { identityUid: identity.uid, roleUid: viewer!.uid },
    });
    const token = await world.service.platform.tokens.mint({ identityUid: identity.uid as string });
    const error = await errorOf(
      world.client.call(
        "platform.registry.v2beta1.ReposService/CreateRepo",
        { parent: world.groupUid, repo: { name: "repo" } },
        { token },
      ),
    );
    expect(error.code).toBe("PERMISSION_DENIED");
    expect(error.detail("ErrorInfo")).toMatchObject({
      reason: "PERMISSION_DENIED",
      domain: "registry.127.0.0.1",
      metadata: { capability: "repo.create" },
    });
  });

  test.each([undefined, "not-a-token"])(
    "rejects a call with the token %p as unauthenticated, before reading it",
    async (token) => {
      const error = await send("/platform.iam.v2beta1.GroupsService/GetGroup", Buffer.from([0xff]), { token });
      expect(error.code).toBe(status.UNAUTHENTICATED);
    },
  );

  test("rejects bytes that are not a message as an invalid argument", async () => {
    const error = await send("/platform.iam.v2beta1.GroupsService/GetGroup", Buffer.from([0xff]), world);
    expect(error).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: "Invalid argument: message: message must be a platform.iam.v2beta1.GetGroupRequest",
    });
  });

  test("rejects a message of more than 1 MiB as an invalid argument", async () => {
    const description = "x".repeat(1024 * 1024);
    const error = await errorOf(
      world.iam("GroupsService/CreateGroup", { parent: world.groupUid, group: { name: "long", description } }),
    );
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", message: expect.stringContaining("at most 1 MiB") });
  });

  test("an error too long for trailers keeps its code, reason and the start of its message", async () => {
    const updateMask = Array.from({ length: 300 }, (_, index) => `colour${index}`);
    const error = await errorOf(
      world.iam("GroupsService/UpdateGroup", { group: { uid: world.groupUid, name: "a" } }, { updateMask }),
    );
    expect(error.code).toBe("INVALID_ARGUMENT");
    expect(error.message).toMatch(/^Invalid argument: updateMask: updateMask contains "colour0", .*…$/);
    expect(error.detail("ErrorInfo")).toMatchObject({ reason: "INVALID_ARGUMENT", domain: "iam.127.0.0.1" });
  });

  test.each([
    "/platform.iam.v2beta1.GroupsService/LookupGroup",
    "/platform.iam.v2beta1.GroupsService/RequestGroupAccess",
    "/platform.iam.v2beta1.IdentityProvidersService/GenerateScimToken",
    "/platform.nothing.v1.Service/Method",
  ])("rejects %s as unimplemented, with details", async (path) => {
    const error = platformErrorFrom(await send(path, new Uint8Array(), world));
    expect(error).toMatchObject({
      code: "UNIMPLEMENTED",
      http: 501,
      message: `Unimplemented: there is no method ${path}`,
    });
    expect(error.detail("ErrorInfo")).toMatchObject({ reason: "UNIMPLEMENTED", domain: "iam.127.0.0.1" });
  });

  test("rejects an unknown method whatever is streamed to it", async () => {
    const error = await world.client
      .converseInBytes("/platform.registry.Registry/Stream", [Buffer.alloc(10), Buffer.alloc(10)])
      .catch((thrown) => platformErrorFrom(thrown));
    expect(error).toMatchObject({ code: "UNIMPLEMENTED" });
    expect((error as PlatformError).detail("ErrorInfo")).toMatchObject({ domain: "registry.127.0.0.1" });
  });

  test("reports an exceeded deadline", async () => {
    const error = await send("/platform.iam.v2beta1.GroupsService/ListGroups", new Uint8Array(), {
      token: world.token,
      deadline: Date.now() - 1,
    });
    expect(error.code).toBe(status.DEADLINE_EXCEEDED);
  });
});
