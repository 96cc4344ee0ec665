import { type Credentials, PlatformError } from "../../../src/client";
import { waitFor, withDeadline } from "../../../src/client/http/deadline";
import { aGroup, groupUid, withClient } from "../fixtures";

test("fails a call without a response at its timeout and names the request", async () => {
  const timers = jest.spyOn(globalThis, "setTimeout");
  const timeoutMs = 3_600_000;
  await withClient(
    () => {
      // Fires the timeout immediately.
      timers.mock.calls.find(([, ms]) => ms === timeoutMs)![0]();
      return "silence";
    },
    async (client, server) => {
      await expect(client.groups.get(groupUid, { timeoutMs })).rejects.toMatchObject({
        code: "DEADLINE_EXCEEDED",
        message: `GET ${server.url}/iam/v2beta1/groups/${groupUid} took longer than 3600000 ms`,
      });
      expect(server.received).toHaveLength(1);
    },
  );
  timers.mockRestore();
});

test("limits waiting for a token to the timeout of the call", async () => {
  const credentials: Credentials = {
    token: ({ signal } = {}) => waitFor("Getting a token", new Promise<never>(() => {}), signal),
  };
  await withClient(
    () => ({ body: aGroup(groupUid) }),
    async (client, server) => {
      const error = { code: "DEADLINE_EXCEEDED" };
      await expect(client.groups.get(groupUid, { timeoutMs: 20 })).rejects.toMatchObject(error);
      expect(server.received).toEqual([]);
    },
    { credentials },
  );
});

test("cancels a pending call, and one between two attempts, when the signal is aborted", async () => {
  const controller = new AbortController();
  await withClient(
    (_request, index) => {
      if (index === 1) controller.abort();
      return index === 0 ? "cut" : "silence";
    },
    async (client, server) => {
      const call = client.groups.get(groupUid, { signal: controller.signal });
      await expect(call).rejects.toMatchObject({
        code: "CANCELLED",
        message: `GET ${server.url}/iam/v2beta1/groups/${groupUid} was cancelled`,
      });
    },
  );
  const pausing = new AbortController();
  await withClient(
    () => ({ status: 503, headers: { "retry-after": "30" } }),
    async (client) => {
      const call = client.groups.get(groupUid, { signal: pausing.signal });
      setTimeout(() => pausing.abort(), 20);
      await expect(call).rejects.toMatchObject({ code: "CANCELLED" });
    },
  );
});

test("does not send a call whose signal is already aborted", async () => {
  await withClient(
    () => ({ body: aGroup(groupUid) }),
    async (client, server) => {
      const options = { signal: AbortSignal.abort() };
      await expect(client.groups.get(groupUid, options)).rejects.toMatchObject({ code: "CANCELLED" });
      expect(server.received).toEqual([]);
    },
  );
});

test("removes its listeners from the given signal", async () => {
  const { signal } = new AbortController();
  const added = jest.spyOn(signal, "addEventListener");
  const removed = jest.spyOn(signal, "removeEventListener");
  await withDeadline("Work", { timeoutMs: 1000, signal }, async () => "done");
  await waitFor("Work", Promise.resolve("done"), signal);
  expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
});

test("rethrows a reason that is a PlatformError", async () => {
  const reason = new PlatformError("DEADLINE_EXCEEDED", "The apply took too long");
  const work = withDeadline("Work", { timeoutMs: 1000, signal: AbortSignal.abort(reason) }, async () => "done");
  await expect(work).rejects.toBe(reason);
});
