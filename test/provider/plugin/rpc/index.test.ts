import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blockType, unknown } from "../../../../src/provider/plugin/index";
import type { Message } from "../../../../src/provider/plugin/protocol/messages";
import { codec } from "../../../../src/provider/plugin/protocol/services";
import { Dynamic, type Type, type Value, type ValueRecord } from "../../../../src/provider/plugin/values/cty";
import { decodeValue, encodeValue } from "../../../../src/provider/plugin/values/cty-msgpack";
import { type CallError, frame, type StartedPlugin, startPlugin, type WireClient } from "../client";
import { buildNotesProvider } from "../notes/build";
import { createProvider } from "../notes/provider";

const root = mkdtempSync(join(tmpdir(), "rpc-"));
const store = mkdtempSync(join(root, "store-"));
const { schema, resources, dataSources } = createProvider();
const noteType = blockType(resources.notes_note!.schema);
const echoType = blockType(dataSources.notes_echo!.schema);
const identityType: Type = ["object", { id: "string" }];
let plugin: StartedPlugin;
let client: WireClient;

beforeAll(async () => {
  plugin = await startPlugin(buildNotesProvider(root));
  client = await plugin.connect();
  const config = wire(blockType(schema), { directory: store });
  expect(await client.call("ConfigureProvider", { terraformVersion: "1.14.0", config })).toEqual({ diagnostics: [] });
  writeFileSync(join(store, "n1.json"), '{"text":"first","kind":null}');
});

afterAll(async () => {
  client.close();
  await plugin.exit;
  rmSync(root, { recursive: true, force: true });
});

const wire = (type: Type, value: Value) => ({ msgpack: encodeValue(type, value) });
const note = (value: ValueRecord | null) => wire(noteType, value);
const identity = (id: string) => ({ identityData: wire(identityType, { id }) });
const read = (type: Type, value: Message<"DynamicValue"> | undefined) =>
  decodeValue(type, value!.msgpack) as ValueRecord;
const json = (value: unknown) => ({ json: Buffer.from(JSON.stringify(value)) });

describe("gRPC", () => {
  test("carries messages larger than 4 MB in both directions", async () => {
    const value = "x".repeat(9_000_000);
    const config = wire(echoType, { value: new Dynamic("string", value), result: unknown });
    const { state } = await client.call("ReadDataSource", { typeName: "notes_echo", config });
    expect((read(echoType, state).result as Dynamic).value).toHaveLength(value.length);
  });

  test("skips unknown fields", async () => {
    const known = codec.encode("GetProviderSchema.Request", {});
    const varintFixedAndBytes = Buffer.from("f83f01" + "f93f0102030405060708" + "fd3f01020304" + "fa3f03616263", "hex");
    const [response] = await client.raw(
      "/tfplugin6.Provider/GetProviderSchema",
      Buffer.concat([known, varintFixedAndBytes]),
    );
    expect([...codec.decode("GetProviderSchema.Response", response!).resourceSchemas.keys()]).toEqual(["notes_note"]);
  });

  test("rejects unknown methods with a percent-encoded message", async () => {
    const refusal = client.raw("/tfplugin6.Provider/Größe%", Buffer.alloc(0)).catch((error: CallError) => error);
    expect(await refusal).toMatchObject({ code: 12, message: expect.stringContaining("is not implemented") });
  });

  test("rejects compressed, truncated and missing messages", async () => {
    const status = async (body: Buffer) => {
      const stream = client.open("/tfplugin6.Provider/GetProviderSchema");
      const trailers = once(stream, "trailers");
      stream.resume().end(body);
      return (await trailers)[0];
    };
    const compressed = frame(Buffer.alloc(3));
    compressed[0] = 1;
    expect(await status(compressed)).toMatchObject({
      "grpc-status": "12",
      "grpc-message": "compressed messages are not supported",
    });
    expect(await status(frame(Buffer.alloc(3)).subarray(0, 6))).toMatchObject({
      "grpc-status": "13",
      "grpc-message": "incomplete message at the end of the request",
    });
    expect(await status(Buffer.alloc(0))).toMatchObject({
      "grpc-status": "13",
      "grpc-message": "expected one request, got none",
    });
    expect(await status(frame(Buffer.from([0x0a, 0x05])))).toMatchObject({
      "grpc-status": "13",
      "grpc-message": "unexpected end of message",
    });
  });

  test("ends a call at its deadline", async () => {
    const request = codec.encode("ReadDataSource.Request", {
      typeName: "notes_wait",
      config: wire(["object", {}], {}),
    });
    await expect(
      client.raw("/tfplugin6.Provider/ReadDataSource", request, { "grpc-timeout": "20m" }),
    ).rejects.toMatchObject({ code: 4, message: "the deadline has passed" });
  });

  test("answers go-plugin's health check and keeps its other streams open and silent", async () => {
    const [health] = await client.raw("/grpc.health.v1.Health/Check", Buffer.alloc(0));
    expect(codec.decode("HealthCheckResponse", health!)).toEqual({ status: 1 });
    const streams = ["/plugin.GRPCStdio/StreamStdio", "/plugin.GRPCBroker/StartStream"].map((path) =>
      client.open(path),
    );
    for (const stream of streams) stream.on("error", () => {}).write(frame(Buffer.alloc(0)));
    await client.call("GetProviderSchema", {});
    expect(streams.map((stream) => stream.closed)).toEqual([false, false]);
    for (const stream of streams) stream.close();
  });
});

describe("the provider", () => {
  test("returns its schemas", async () => {
    const answer = await client.call("GetProviderSchema", {});
    expect(answer.provider?.block?.attributes).toMatchObject([
      { name: "directory", required: true, description: "Where the notes are kept." },
    ]);
    expect(answer.serverCapabilities).toMatchObject({
      getProviderSchemaOptional: true,
      moveResourceState: true,
      planDestroy: false,
    });
    const block = answer.resourceSchemas.get("notes_note")?.block;
    expect(answer.resourceSchemas.get("notes_note")?.version).toBe(1);
    expect(block?.attributes.map(({ name }) => name)).toEqual([
      "id",
      "text",
      "kind",
      "secret",
      "rank",
      "tags",
      "length",
      "author",
    ]);
    expect(block?.attributes[2]).toMatchObject({ deprecated: true, deprecationMessage: "Say it in the text." });
    expect(String(block?.attributes[5]?.type)).toBe('["set","string"]');
    expect(block?.attributes[7]?.nestedType).toMatchObject({
      nesting: 1,
      attributes: [{ name: "name" }, { name: "born" }],
    });
    expect(block?.blockTypes).toMatchObject([{ typeName: "link", nesting: 2 }]);
    expect([
      ...answer.functions.keys(),
      ...answer.listResourceSchemas.keys(),
      ...answer.ephemeralResourceSchemas.keys(),
    ]).toEqual(["shout", "notes_note", "notes_pass"]);
  });

  test("validates its configuration", async () => {
    const { diagnostics } = await client.call("ValidateProviderConfig", {
      config: wire(blockType(schema), { directory: "" }),
    });
    expect(diagnostics).toMatchObject([
      { severity: 1, summary: "No directory", attribute: { steps: [{ attributeName: "directory" }] } },
    ]);
  });

  test("reports unknown resource types", async () => {
    const { diagnostics } = await client.call("ReadResource", { typeName: "toString" });
    expect(diagnostics).toMatchObject([
      { summary: "Unknown resource", detail: "The provider has no resource toString." },
    ]);
  });

  test("interrupts running calls when stopped, and continues to serve", async () => {
    const config = wire(["object", {}], {});
    const waiting = client.call("ReadDataSource", { typeName: "notes_wait", config });
    await client.call("GetProviderSchema", {});
    expect(await client.call("StopProvider", {})).toEqual({ Error: "" });
    expect((await waiting).diagnostics).toMatchObject([{ summary: "Interrupted" }]);
    expect((await client.call("GetProviderSchema", {})).diagnostics).toEqual([]);
  });

  test("calls functions and reports which argument is invalid", async () => {
    const call = (...texts: readonly string[]) =>
      client.call("CallFunction", { name: "shout", arguments: texts.map((text) => wire("string", text)) });
    expect(decodeValue("string", (await call("a", "b")).result!.msgpack)).toBe("A B");
    expect((await call("")).error).toEqual({ text: "nothing to shout", functionArgument: 0 });
  });

  test.each(["GetMetadata", "GetStates"])("does not implement %s", async (name) => {
    await expect(client.raw(`/tfplugin6.Provider/${name}`, Buffer.alloc(0))).rejects.toMatchObject({
      code: 12,
      message: `/tfplugin6.Provider/${name} is not implemented`,
    });
  });
});

describe("a managed resource", () => {
  const typeName = "notes_note";
  const config = { text: "hello", rank: 1 };

  test("is planned with unknown computed values and without write-only values", async () => {
    const given = { ...config, secret: "x" };
    const plan = await client.call("PlanResourceChange", {
      typeName,
      priorState: note(null),
      proposedNewState: note(given),
      config: note(given),
    });
    expect(read(noteType, plan.plannedState)).toMatchObject({ id: unknown, length: 5, text: "hello", secret: null });
    expect(plan.requiresReplace).toEqual([]);
    expect(plan.plannedIdentity).toBeUndefined(); // OpenTofu rejects unknown identities
  });

  test("is planned unchanged if nothing changes, and names attributes that require replacement", async () => {
    const prior = { id: "n1", text: "hello", rank: 1, kind: "a", length: 5 };
    const plan = async (proposed: ValueRecord) =>
      client.call("PlanResourceChange", {
        typeName,
        priorState: note(prior),
        proposedNewState: note(proposed),
        config: note(proposed),
        priorPrivate: Buffer.from("p"),
      });
    const same = await plan(prior);
    expect(read(noteType, same.plannedState)).toMatchObject(prior);
    expect(String(same.plannedPrivate)).toBe("p");
    const other = await plan({ ...prior, kind: "b" });
    expect(other.requiresReplace).toMatchObject([{ steps: [{ attributeName: "kind" }] }]);
  });

  test("is kept if its create returns an error, and unchanged if an update or delete fails", async () => {
    const planned: ValueRecord = { ...config, id: unknown, length: 5 };
    const half = await client.call("ApplyResourceChange", {
      typeName,
      priorState: note(null),
      plannedState: note(planned),
      config: note({ ...config, secret: "fail" }),
    });
    const made = read(noteType, half.newState);
    expect(made.text).toBe("hello");
    expect(half.diagnostics).toMatchObject([{ severity: 1, summary: "Half done" }]);

    const crash = { ...made, text: "crash" };
    const failed = await client.call("ApplyResourceChange", {
      typeName,
      priorState: note(made),
      plannedState: note(crash),
      config: note(crash),
      plannedPrivate: Buffer.from("p"),
    });
    expect(read(noteType, failed.newState)).toEqual(made);
    expect(String(failed.private)).toBe("p");
    expect(failed.diagnostics).toMatchObject([
      { summary: "Unexpected error in the provider", detail: "the disk is full" },
    ]);

    const kept = { ...made, kind: "kept" };
    const refused = await client.call("ApplyResourceChange", {
      typeName,
      priorState: note(kept),
      plannedState: note(null),
      config: note(null),
    });
    expect(read(noteType, refused.newState)).toEqual(read(noteType, { ...note(kept), json: Buffer.alloc(0) }));
    expect(refused.diagnostics).toMatchObject([
      { summary: "Note is kept", attribute: { steps: [{ attributeName: "kind" }] } },
    ]);

    const gone = await client.call("ApplyResourceChange", {
      typeName,
      priorState: note(made),
      plannedState: note(null),
      config: note(null),
    });
    expect(read(noteType, gone.newState)).toBeNull();
  });

  test("is read with its identity, and as null once it is deleted", async () => {
    const current = await client.call("ReadResource", { typeName, currentState: note({ id: "n1", text: "old" }) });
    expect(read(noteType, current.newState)).toMatchObject({ text: "first", length: 5 });
    expect(read(identityType, current.newIdentity?.identityData)).toEqual({ id: "n1" });
    const gone = await client.call("ReadResource", { typeName, currentState: note({ id: "none" }) });
    expect(read(noteType, gone.newState)).toBeNull();
  });

  test("is imported by id and by identity", async () => {
    for (const request of [{ id: "n1" }, { identity: identity("n1") }]) {
      const { importedResources } = await client.call("ImportResourceState", { typeName, ...request });
      expect(importedResources).toHaveLength(1);
      expect(read(noteType, importedResources[0]?.state)).toMatchObject({ id: "n1", text: null });
      expect(read(identityType, importedResources[0]?.identity?.identityData)).toEqual({ id: "n1" });
    }
    const { diagnostics } = await client.call("ImportResourceState", { typeName, id: "none" });
    expect(diagnostics).toMatchObject([{ summary: "No such note", detail: "There is no note none." }]);
  });

  test("upgrades older states, keeps large numbers, and rejects newer states", async () => {
    const upgrade = (version: number, text: string) =>
      client.call("UpgradeResourceState", { typeName, version, rawState: { json: Buffer.from(text) } });
    const same = await upgrade(
      1,
      '{"id":"n1","rank":9007199254740993,"dropped":[{}],"author":{"name":"Ada","born":1815}}',
    );
    expect(read(noteType, same.upgradedState)).toMatchObject({
      id: "n1",
      rank: 9007199254740993n,
      author: { name: "Ada", born: 1815 },
    });
    const older = await upgrade(0, '{"id":"n1","body":"first"}');
    expect(read(noteType, older.upgradedState)).toMatchObject({ id: "n1", text: "first" });
    expect(older.diagnostics).toMatchObject([{ severity: 2, summary: "Upgraded from version 0" }]);
    const sameIdentity = await client.call("UpgradeResourceIdentity", {
      typeName,
      version: 0,
      rawIdentity: json({ id: "n1" }),
    });
    expect(read(identityType, sameIdentity.upgradedIdentity?.identityData)).toEqual({ id: "n1" });
    const newer = await client.call("UpgradeResourceIdentity", {
      typeName,
      version: 7,
      rawIdentity: json({ id: "n1" }),
    });
    expect(newer.diagnostics).toMatchObject([{ summary: "Unknown state version" }]);
  });

  test("accepts moves only from types that it supports", async () => {
    const move = (sourceTypeName: string) =>
      client.call("MoveResourceState", { sourceTypeName, sourceState: json({ id: "n1" }), targetTypeName: typeName });
    expect(read(noteType, (await move("notes_memo")).targetState)).toMatchObject({ id: "n1" });
    expect((await move("other")).diagnostics).toMatchObject([
      { summary: "Move not supported", detail: "A other cannot be moved to a notes_note." },
    ]);
  });

  test("generates a configuration without attributes that only the provider sets", async () => {
    const { config: generated } = await client.call("GenerateResourceConfig", {
      typeName,
      state: note({ id: "n1", text: "first", length: 5 }),
    });
    expect(read(noteType, generated)).toMatchObject({ id: null, length: null, text: "first" });
  });

  test("is listed up to the limit, with the whole resource if requested", async () => {
    writeFileSync(join(store, "n2.json"), '{"text":"fine","kind":null}');
    const list = (limit: number, includeResourceObject: boolean) =>
      client.stream("ListResource", {
        typeName,
        config: wire(["object", { starting: "string" }], { starting: "fi" }),
        limit,
        includeResourceObject,
      });
    expect((await list(0, false)).map(({ displayName, resourceObject }) => [displayName, resourceObject])).toEqual([
      ["first", undefined],
      ["fine", undefined],
    ]);
    const [only, ...others] = await list(1, true);
    expect(others).toEqual([]);
    expect(read(identityType, only?.identity?.identityData)).toEqual({ id: "n1" });
    expect(read(noteType, only?.resourceObject)).toMatchObject({ id: "n1", text: "first" });
  });
});

test("opens, renews and closes an ephemeral resource", async () => {
  const typeName = "notes_pass";
  const type: Type = ["object", { word: "string" }];
  const opened = await client.call("OpenEphemeralResource", { typeName, config: wire(type, { word: null }) });
  expect(read(type, opened.result)).toEqual({ word: "sesame" });
  expect(opened.renewAt).toEqual({ seconds: Date.UTC(2030, 0, 1) / 1000, nanos: 250_000_000 });
  const renewed = await client.call("RenewEphemeralResource", { typeName, private: opened.private });
  expect(String(renewed.private)).toBe("lease+");
  expect(await client.call("CloseEphemeralResource", { typeName, private: renewed.private })).toEqual({
    diagnostics: [],
  });
});
