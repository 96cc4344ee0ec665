import { type Credentials, PlatformError } from "../../../src/client";
import { waitFor, withDeadline } from "../../../src/client/http/deadline";
import { aGroup, groupUid, withClient } from "../fixtures";

test("a call that gets no answer in its time fails, naming what was asked", async () => {
  const timers = jest.spyOn(globalThis, "setTimeout");
  const timeoutMs = 3_600_000;
  await withClient(
    () => {
      // Its time is over now, whatever the clock says.
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

test("a call waits no longer for a token than its time", async () => {
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

test("a signal cancels a call that is under way, and one between two attempts", async () => {
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

test("a signal that is aborted already keeps a call from being sent", async () => {
  await withClient(
    () => ({ body: aGroup(groupUid) }),
    async (client, server) => {
      const options = { signal: AbortSignal.abort() };
      await expect(client.groups.get(groupUid, options)).rejects.toMatchObject({ code: "CANCELLED" });
      expect(server.received).toEqual([]);
    },
  );
});

test("a call leaves no listener on the signal that it was given", async () => {
  const { signal } = new AbortController();
  const added = jest.spyOn(signal, "addEventListener");
  const removed = jest.spyOn(signal, "removeEventListener");
  await withDeadline("Work", { timeoutMs: 1000, signal }, async () => "done");
  await waitFor("Work", Promise.resolve("done"), signal);
  expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
});

test("a reason that is an error of the platform's is passed on as it is", async () => {
  const reason = new PlatformError("DEADLINE_EXCEEDED", "The apply took too long");
  const work = withDeadline("Work", { timeoutMs: 1000, signal: AbortSignal.abort(reason) }, async () => "done");
  await expect(work).rejects.toBe(reason);
});
