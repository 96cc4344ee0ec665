import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { builtInRole } from "../../src/model";
import type { Provider, ValueRecord } from "../../src/provider/plugin";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { configuredProvider, refusalOf, Subject } from "./in-process";

/** Role bindings with an expiration time in the provider. */

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let platform: TestPlatform;
let provider: Provider;
let bindings: Subject;
let passed = 0;
const systemTime = Date.now;
beforeAll(async () => {
  jest.spyOn(Date, "now").mockImplementation(() => systemTime() + passed);
  platform = await startPlatform({ clock: () => Date.now() });
  provider = await configuredProvider(platform.baseUrl, platform.token);
  bindings = new Subject(provider, "RoleBinding");
});
afterAll(async () => {
  jest.restoreAllMocks();
  await platform.close();
});

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
let count = 0;
async function given(expiration_time: string | null, role = "viewer"): Promise<ValueRecord> {
  count += 1;
  const { uid } = await platform.client().identities.create(platform.groupUid, {
    name: `someone ${count}`,
    claimMatch: { issuer: "https://issuer.example.com", subject: `someone ${count}` },
  });
  return {
    group_uid: platform.groupUid,
    identity_uid: uid,
    role_uid: builtInRole(role as "viewer").uid,
    expiration_time,
  };
}
const summaries = async (config: ValueRecord, state: ValueRecord) =>
  (await bindings.warnings(config, state)).map(({ summary }) => summary);
const listed = async (uid: unknown) => {
  const all: string[] = [];
  for await (const each of platform.client().roleBindings.list()) all.push(each.uid);
  return all.includes(String(uid));
};

test("keeps an expired binding in the state, warns, and never creates it again", async () => {
  const config = await given(inMs(10 * MINUTE_MS));
  const state = await bindings.apply(config);
  passed += 10 * MINUTE_MS;
  expect((await bindings.read(state))?.state).toBe(state);
  expect((await bindings.plan(config, state)).planned).toBe(state);
  expect(await summaries(config, state)).toEqual(["The role binding has expired"]);
  // As after the service has deleted it.
  await platform.client().roleBindings.delete(String(state.uid));
  expect((await bindings.read(state))?.state).toBe(state);
  expect(await summaries(config, state)).toEqual(["The role binding has expired"]);
  const [problem] = await refusalOf(() => bindings.apply({ ...config, role_uid: builtInRole("editor").uid }, state));
  expect(problem).toMatchObject({ summary: "The role binding has expired", path: ["expiration_time"] });
  await bindings.delete(state);
});

test("rejects a create with a time in the past when planning", async () => {
  const [problem] = await refusalOf(async () => bindings.apply(await given("2020-01-31T12:00:00Z")));
  expect(problem?.detail).toBe('expiration_time is "2020-01-31T12:00:00Z", which must not be in the past.');
});

test("replaces an expired binding whose time is later, whether the service still has it or not", async () => {
  const config = await given(inMs(10 * MINUTE_MS));
  const state = await bindings.apply(config);
  passed += 10 * MINUTE_MS;
  const later = { ...config, expiration_time: inMs(DAY_MS) };
  expect(await bindings.plan(later, state)).toMatchObject({ requiresReplace: [["expiration_time"]] });
  await bindings.delete(state);
  expect(await listed((await bindings.apply(later)).uid)).toBe(true);
});

test("warns in the last seven days", async () => {
  for (const [left, summary] of [
    [8 * DAY_MS, undefined],
    [7 * DAY_MS - MINUTE_MS, "The role binding expires in 6 days"],
    [DAY_MS + MINUTE_MS, "The role binding expires in 1 day"],
    [MINUTE_MS, "The role binding expires within a day"],
  ] as const) {
    const config = await given(inMs(left));
    const state = await bindings.apply(config);
    expect(await summaries(config, state)).toEqual(summary === undefined ? [] : [summary]);
  }
});

test("corrects a time that somebody changed, before and after it has passed", async () => {
  const config = await given(inMs(10 * MINUTE_MS));
  const state = await bindings.apply(config);
  const uid = String(state.uid);
  const extended = inMs(DAY_MS);
  const extend = async () => {
    await platform.client().roleBindings.update(uid, { expirationTime: extended });
    return (await bindings.read(state))?.state as ValueRecord;
  };
  const drifted = await extend();
  expect(drifted.expiration_time).toBe(extended);
  expect((await bindings.apply(config, drifted)).expiration_time).toBe(config.expiration_time);
  const again = await extend();
  passed += 10 * MINUTE_MS;
  expect(await summaries(config, again)).toEqual(["The role binding ends with this apply"]);
  expect((await bindings.apply(config, again)).expiration_time).toBe(config.expiration_time);
  expect(await listed(uid)).toBe(false);
});

test("makes temporary access permanent, and permanent access temporary, in place", async () => {
  const config = await given(null);
  const state = await bindings.apply(config);
  const limited = await bindings.apply({ ...config, expiration_time: inMs(DAY_MS) }, state);
  expect(limited.uid).toBe(state.uid);
  expect(await bindings.apply(config, limited)).toMatchObject({ uid: state.uid, expiration_time: null });
});

describe("a deployment without expiration times", () => {
  const without = (body: string) => body.replace(/"expirationTime":("[^"]*"|null),?/g, "").replace(/,}/g, "}");
  /**
   * Starts a proxy that removes the field from requests and responses, or rejects requests with it; `allowsDelete` is
   * called before each deletion, which is rejected if it returns false.
   */
  async function startEarlier({ isStrict = false, allowsDelete = () => true }) {
    const server = createServer(async (request, response) => {
      const sent = await text(request);
      if (isStrict && sent.includes("expirationTime")) {
        const message = 'Invalid argument: proto: (line 1:2): unknown field "expirationTime"';
        response.writeHead(400, { "content-type": "application/json" });
        response.end(JSON.stringify({ code: 3, message, details: [] }));
        return;
      }
      if (request.method === "DELETE" && !allowsDelete()) {
        response.writeHead(403, { "content-type": "application/json" });
        response.end(JSON.stringify({ code: 7, message: "Permission denied: role_bindings.delete", details: [] }));
        return;
      }
      const { authorization = "", "idempotency-key": key = "" } = request.headers;
      const headers = {
        authorization,
        "content-type": "application/json",
        ...(key ? { "idempotency-key": String(key) } : {}),
      };
      // An update of only this field changes nothing.
      const isNoUpdate = request.method === "PATCH";
      const method = isNoUpdate ? "GET" : (request.method ?? "GET");
      const body = isNoUpdate || sent === "" ? {} : { body: without(sent) };
      const url = `${platform.baseUrl}${isNoUpdate ? request.url?.split("?")[0] : request.url}`;
      const found = await fetch(url, { method, headers, ...body });
      response.writeHead(found.status, { "content-type": "application/json" });
      response.end(without(await found.text()));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const subject = new Subject(await configuredProvider(url, platform.token), "RoleBinding");
    const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
    return { subject, close };
  }
  const boundIdentities = async () => {
    const all: string[] = [];
    for await (const { identityUid } of platform.client().roleBindings.list()) all.push(identityUid);
    return all;
  };

  test.each([true, false])("is reported, and leaves no access behind (strict: %p)", async (isStrict) => {
    const { subject, close } = await startEarlier({ isStrict });
    try {
      const config = await given(inMs(DAY_MS));
      const [problem] = await refusalOf(() => subject.apply(config));
      expect(problem).toMatchObject({ summary: "Cannot create the role binding", path: ["expiration_time"] });
      expect(problem?.detail).toMatch(
        isStrict ? /unknown field "expirationTime"/ : /^The service ignored expiration_time: .* was deleted again\./,
      );
      expect(problem?.detail).toContain("Use a newer deployment, or remove expiration_time");
      expect(await boundIdentities()).not.toContain(config.identity_uid);

      const permanent = { ...config, expiration_time: null };
      const state = await subject.apply(permanent);
      const [refused] = await refusalOf(() => subject.apply(config, state));
      expect(refused).toMatchObject({ summary: "Cannot update the role binding", path: ["expiration_time"] });
      await subject.delete(state);
    } finally {
      await close();
    }
  });

  test("stays in the state with an error if the permanent access cannot be deleted", async () => {
    let isAllowed = false;
    const { subject, close } = await startEarlier({ allowsDelete: () => isAllowed });
    try {
      const config = await given(inMs(DAY_MS));
      const { state, diagnostics = [] } = await subject.create(config);
      expect(await boundIdentities()).toContain(config.identity_uid);
      expect(state).toMatchObject({ identity_uid: config.identity_uid, expiration_time: null });
      expect(diagnostics).toMatchObject([
        { severity: "error", summary: "Cannot create the role binding", path: ["expiration_time"] },
      ]);
      expect(diagnostics[0]?.detail).toContain(
        `The role binding ${String(state.uid)} was created without it, grants permanent access and must be deleted, but deleting it failed: Permission denied: role_bindings.delete.`,
      );
      isAllowed = true;
      await subject.delete(state);
      expect(await boundIdentities()).not.toContain(config.identity_uid);
    } finally {
      await close();
    }
  });

  test("is deleted again even if the run is interrupted meanwhile", async () => {
    const interrupt = new AbortController();
    const { subject, close } = await startEarlier({
      allowsDelete: () => {
        interrupt.abort();
        return true;
      },
    });
    try {
      const config = await given(inMs(DAY_MS));
      const [problem] = await refusalOf(() => subject.create(config, interrupt.signal));
      expect(problem?.detail).toContain("was deleted again.");
      expect(await boundIdentities()).not.toContain(config.identity_uid);
    } finally {
      await close();
    }
  });
});
