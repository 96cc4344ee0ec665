import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { status } from "@grpc/grpc-js";
import { definitions } from "../../../src/model";
import { reflectionPackages, serviceName } from "../../../src/service/protos";
import { errorOf } from "../../conformance/world";
import { GrpcClient, registryFor } from "./client";
import { type GrpcWorld, startWorld } from "./world";

type JsonObject = Readonly<Record<string, unknown>>;

describe("gRPC's standard services", () => {
  let world: GrpcWorld;
  beforeAll(async () => {
    world = await startWorld({ grpcPackagePrefixes: ["example."] });
  });
  afterAll(() => world.close());

  test.each(reflectionPackages)("%s lists every service, with every prefix", async (packageName) => {
    const [answer] = await world.client.converse(`${packageName}.ServerReflection/ServerReflectionInfo`, [
      { listServices: "" },
    ]);
    const { service } = answer!.listServicesResponse as { readonly service: readonly { readonly name: string }[] };
    const names = service.map(({ name }) => name);
    for (const definition of definitions)
      expect(names).toEqual(expect.arrayContaining([serviceName(definition), `example.${serviceName(definition)}`]));
    expect(names).toEqual(
      expect.arrayContaining([
        "platform.oidc.SecurityTokenService",
        "grpc.health.v1.Health",
        `${packageName}.ServerReflection`,
      ]),
    );
  });

  test.each(reflectionPackages)("%s returns the file of a symbol or name with all its imports", async (packageName) => {
    const answers = await world.client.converse(`${packageName}.ServerReflection/ServerReflectionInfo`, [
      { fileContainingSymbol: "platform.iam.v2beta1.Role" },
      { fileContainingSymbol: "platform.iam.v2beta1.RolesService.GetRole" },
      { fileByFilename: "platform/iam/v2beta1/roles.proto" },
      { fileContainingSymbol: "example.platform.iam.v2beta1.Role" },
      { fileContainingSymbol: "platform.Nothing" },
    ]);
    const own = ["platform/iam/v2beta1/roles.proto", "capabilities/capabilities.proto", "platform/common/uidp.proto"];
    for (const answer of answers.slice(0, 3)) expect(filesIn(answer)).toEqual(expect.arrayContaining(own));
    expect(filesIn(answers[3]!)).toEqual(expect.arrayContaining(own.map((path) => `example/${path}`)));
    expect(answers[4]).toMatchObject({
      originalRequest: { fileContainingSymbol: "platform.Nothing" },
      errorResponse: { errorCode: 5 },
    });
  });

  test.each(reflectionPackages)("%s rejects invalid requests, and keeps serving others", async (packageName) => {
    const path = `/${packageName}.ServerReflection/ServerReflectionInfo`;
    expect(await world.client.converseInBytes(path, [Buffer.from([0xff])]).catch(({ code }) => code)).toBe(
      status.INVALID_ARGUMENT,
    );
    expect(await world.client.call("grpc.health.v1.Health/Check", {})).toEqual({ status: "SERVING" });
  });

  test("health reports the server and each service", async () => {
    const check = (service: string) => world.client.call("grpc.health.v1.Health/Check", { service });
    for (const service of ["", "platform.iam.v2beta1.GroupsService", "example.platform.iam.v2beta1.GroupsService"])
      expect(await check(service)).toEqual({ status: "SERVING" });
    expect(await errorOf(check("platform.Nothing"))).toMatchObject({ code: "NOT_FOUND" });
  });

  test("rejects more than 100 health watches of an address, until one ends", async () => {
    const other = await startWorld();
    // A connection has at most 100 concurrent calls, and clients share connections by default.
    const more = new GrpcClient(other.service.baseUrl, registryFor(""), { "grpc.use_local_subchannel_pool": 1 });
    const watch = (client: GrpcClient) => client.watch("grpc.health.v1.Health/Watch", {});
    const watches = Array.from({ length: 100 }, (_, index) => watch(index < 50 ? other.client : more));
    for (const each of watches) expect((await each.next()).value).toEqual({ status: "SERVING" });
    await expect(watch(more).next()).rejects.toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
      details: expect.stringContaining("too many health watches for this address (maximum 100)"),
    });
    expect(await more.call("grpc.health.v1.Health/Check", {})).toEqual({ status: "SERVING" });
    await watches[0]!.return(undefined);
    const retry = async (): Promise<unknown> =>
      watch(more)
        .next()
        .then(({ value }) => value, retry);
    expect(await retry()).toEqual({ status: "SERVING" });
    await Promise.all(watches.map((each) => each.return(undefined)));
    more.close();
    await other.close();
  });

  test("health watches report that the service stops", async () => {
    const other = await startWorld();
    const statuses = other.client.watch("grpc.health.v1.Health/Watch", {});
    expect((await statuses.next()).value).toEqual({ status: "SERVING" });
    const [next] = await Promise.all([statuses.next(), other.service.close()]);
    expect(next.value).toEqual({ status: "NOT_SERVING" });
    expect((await statuses.next()).done).toBe(true);
    other.client.close();
  });
});

describe("package prefixes", () => {
  test("services are available with each of them, and without", async () => {
    const world = await startWorld({ grpcPackagePrefixes: ["example.", "other.example."] });
    const request = { uid: world.groupUid };
    for (const prefix of ["", "example.", "other.example."]) {
      const path = `/${prefix}platform.iam.v2beta1.GroupsService/GetGroup`;
      // The bytes do not depend on the package: uid is field 1.
      const bytes = Buffer.concat([Buffer.from([0x0a, request.uid.length]), Buffer.from(request.uid)]);
      expect((await world.client.send(path, bytes, world)).subarray(2, 42).toString()).toBe(world.groupUid);
    }
    await world.close();
  });

  test("a client that knows only the prefixed packages works", async () => {
    const world = await startWorld({ grpcPackagePrefixes: ["example."] }, "example.");
    expect(await world.iam("GroupsService/GetGroup", { uid: world.groupUid })).toMatchObject({ name: "acme" });
    await world.close();
  });
});

const filesIn = ({ fileDescriptorResponse }: JsonObject): string[] =>
  (fileDescriptorResponse as { readonly fileDescriptorProto: readonly string[] }).fileDescriptorProto.map(
    (bytes) => fromBinary(FileDescriptorProtoSchema, Buffer.from(bytes, "base64")).name,
  );
