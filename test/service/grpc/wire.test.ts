import { type ServiceError, status } from "@grpc/grpc-js";
import { definitions } from "../../../src/model";
import { importLines } from "../../../src/service/core/import";
import { methodName, serviceName } from "../../../src/service/protos";
import { registryFor } from "./client";
import { type GrpcWorld, startWorld } from "./world";

type JsonObject = Readonly<Record<string, unknown>>;

describe("the wire format", () => {
  let world: GrpcWorld;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  const call = (method: string, request: JsonObject) =>
    world.client.call(`platform.${method}`, request, { token: world.token });
  const bringIn = (record: JsonObject) =>
    importLines(
      () => [JSON.stringify({ type: "Advisory", parent: world.groupUid, ...record })],
      world.service.platform,
    );

  test("bytes are standard base64 in JSON", async () => {
    const event = { findings: Buffer.from("found").toString("base64"), detection: { manual: {} } };
    await bringIn({ advisoryId: "ADV-1", events: [event] });
    const ids = { advisoryIds: ["ADV-1"] };
    const { advisories } = await call("vulnerabilities.v2beta1.AdvisoriesService/ListAdvisories", ids);
    expect(advisories).toMatchObject([{ events: [{ findings: "Zm91bmQ=" }] }]);
    const rest = await world.rest("GET", "/vulnerabilities/v2beta1/advisories?advisory_ids=ADV-1");
    expect(rest.advisories).toMatchObject([{ events: [{ findings: "Zm91bmQ=" }] }]);
    await expect(bringIn({ advisoryId: "ADV-2", events: [{ ...event, findings: "Zm91bmR" }] })).rejects.toThrow(
      /findings must be base64/,
    );
  });

  test("an unspecified enum value does not filter, alone or among others", async () => {
    const filters = { latestEventType: "EVENT_TYPE_FILTER_UNSPECIFIED", eventTypes: ["EVENT_TYPE_FILTER_UNSPECIFIED"] };
    await bringIn({ advisoryId: "ADV-3" });
    const list = (request: JsonObject) => call("vulnerabilities.v2beta1.AdvisoriesService/ListAdvisories", request);
    const { totalCount } = await list({});
    expect(Number(totalCount)).toBeGreaterThan(0);
    expect(await list(filters)).toMatchObject({ totalCount });
    const query = "relationship_type=RELATIONSHIP_TYPE_UNSPECIFIED";
    const path = "/iam/v2beta1/identities";
    expect(await world.rest("GET", `${path}?${query}`)).toEqual(await world.rest("GET", path));
  });

  test("unsigned numbers in v1 have the bits of signed ones in v2", async () => {
    const customOverlay = { accounts: { users: [{ username: "app", uid: -1 }], groups: [{ gid: 7 }] } };
    await world.rest("POST", `/registry/v2beta1/repos/${world.groupUid}`, { name: "overlaid", customOverlay });
    const { items } = await call("registry.Registry/ListRepos", { name: "overlaid" });
    const { accounts } = (items as { customOverlay: { accounts: { users: unknown[] } } }[])[0]!.customOverlay;
    expect(accounts).toMatchObject({ users: [{ userName: "app", uid: 4294967295 }], groups: [{ gid: 7 }] });
    // Optional members are absent if they were not set.
    expect(accounts.users[0]).not.toHaveProperty("gid");
  });

  test("every method of every service responds", async () => {
    for (const type of registryFor())
      if (type.kind === "service" && type.typeName.startsWith("platform."))
        for (const { name } of type.methods) {
          const outcome = await world.client.send(`/${type.typeName}/${name}`, new Uint8Array(), world).then(
            () => status.OK,
            ({ code }: ServiceError) => code as number,
          );
          expect([name, outcome]).not.toEqual([name, status.UNIMPLEMENTED]);
          expect([name, outcome]).not.toEqual([name, status.INTERNAL]);
        }
  });

  test.each(definitions)("v2 lists $plural like v2beta1", async (definition) => {
    const list = (version: "v2" | "v2beta1") =>
      world.client.call(`${serviceName(definition, version)}/${methodName("list", definition)}`, {}, world);
    expect(await list("v2")).toEqual(await list("v2beta1"));
  });
});
