import { registry } from "../../src/model";
import { GrpcClient } from "../service/grpc/client";
import type { Api, JsonObject } from "./driver";
import { grpcApi } from "./grpc";
import { restApi, restOnSqlite } from "./rest";
import { errorOf, type Made, type Type, types, uidOf, World } from "./world";

/** Sends the same requests over both protocols: responses are equal field by field, and so are errors. */
describe("REST and gRPC", () => {
  let world: World;
  let client: GrpcClient;
  let both: readonly [rest: Api, grpc: Api];
  let group: string;
  let repo: string;
  beforeAll(async () => {
    world = await World.start(restOnSqlite);
    const { baseUrl = "" } = world.service;
    client = new GrpcClient(baseUrl);
    both = [restApi(baseUrl, world.token), grpcApi(client, world.token)];
    group = await world.group("equal");
    repo = await world.repo("equal", group);
    await world.group("below", group);
  });
  afterAll(async () => {
    client.close();
    await world.close();
  });

  /** Calls both APIs and returns their responses, which must be equal. */
  async function same<T>(ask: (api: Api) => Promise<T>): Promise<T> {
    const [rest, grpc] = [await ask(both[0]), await ask(both[1])];
    expect(grpc).toEqual(rest);
    return rest;
  }

  async function sameError(ask: (api: Api) => Promise<unknown>): Promise<void> {
    const [rest, grpc] = [await errorOf(ask(both[0])), await errorOf(ask(both[1]))];
    const whole = ({ code, http, message, details, metadata }: typeof rest) => ({
      code,
      http,
      message,
      details,
      metadata,
    });
    expect(whole(grpc)).toEqual(whole(rest));
    expect(rest.detail("ErrorInfo")).toMatchObject({ reason: rest.code });
  }

  test.each(types)("return equal $plural from get, list and update", async (type: Type) => {
    const { definition } = type;
    const { made, parent, change }: Made = await world.sample(type, group);
    const uid = uidOf(made);
    expect(await same((api) => api.get(definition, uid))).toMatchObject({ uid });
    const query = { "uidp.descendants_of": parent, order_by: "uid desc" };
    await same((api) => api.list(definition, query));
    await same((api) => api.list(definition, { "uidp.ids": [uid, world.root] }));
    // Page tokens contain their creation time, so no two are equal; each protocol accepts the other's.
    const [rest, grpc] = both;
    const [one, other] = [
      await rest.list(definition, { page_size: "1" }),
      await grpc.list(definition, { page_size: "1" }),
    ];
    expect({ ...other, nextPageToken: other.nextPageToken !== "" }).toEqual({
      ...one,
      nextPageToken: one.nextPageToken !== "",
    });
    if (one.nextPageToken)
      expect((await rest.list(definition, { page_token: other.nextPageToken })).items).toEqual(
        (await grpc.list(definition, { page_token: one.nextPageToken })).items,
      );
    if (change) {
      // The second of the two updates changes nothing.
      const updated = await same((api) => api.update(definition, uid, change));
      expect(updated).toMatchObject(await world.owner.get(definition, uid));
    }
  });

  test.each(types)("return equal errors for $plural", async (type: Type) => {
    const { definition } = type;
    const gone = `${group}/0000000000000000`;
    await sameError((api) => api.get(definition, gone));
    await sameError((api) => api.list(definition, { order_by: "colour", skip: "-1" }));
    await sameError((api) => api.list(definition, { "uidp.descendants_of": "x" }));
    if (definition.operations.includes("create")) {
      await sameError((api) => api.create(definition, gone, {}));
      await sameError((api) => api.create(definition, definition.parent.type === "Repo" ? repo : group, {}));
    }
    if (definition.operations.includes("update")) {
      const uid = uidOf((await world.sample(type, group)).made);
      await sameError((api) => api.update(definition, uid, {}, "colour"));
      await sameError((api) => api.update(definition, uid, {}, "uid"));
      await sameError((api) => api.update(definition, gone, {}));
    }
    if (definition.operations.includes("delete")) await sameError((api) => api.delete(definition, gone));
  });

  test("return equal errors for blocked deletions, existing resources and missing permissions", async () => {
    await sameError((api) => api.delete(registry.groups, group));
    await sameError((api) => api.create(registry.repos, group, { name: "equal" }));
    await sameError((api) => api.delete(registry.groups, world.root));
    const reader = await world.service.tokenFor(await readerOf(group));
    const { baseUrl = "" } = world.service;
    const [rest, grpc] = [restApi(baseUrl, reader), grpcApi(client, reader)];
    for (const ask of [
      (api: Api) => api.create(registry.repos, group, { name: "other" }),
      (api: Api) => api.get(registry.groups, world.root),
    ]) {
      const [one, other] = [await errorOf(ask(rest)), await errorOf(ask(grpc))];
      expect({ ...other, details: other.details }).toEqual({ ...one, details: one.details });
    }
    for (const token of [undefined, "nonsense"]) {
      const ask = (api: Api): Promise<JsonObject> => api.get(registry.groups, group);
      const [one, other] = [await errorOf(ask(restApi(baseUrl, token))), await errorOf(ask(grpcApi(client, token)))];
      expect(other.details).toEqual(one.details);
    }
  });

  async function readerOf(place: string): Promise<string> {
    const identity = await world.identity("reader");
    await world.bind(identity, await world.role(["groups.list", "repo.list"]), place);
    return identity;
  }
});
