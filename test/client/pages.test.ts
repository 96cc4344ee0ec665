import { aGroup, groupUid, rootUid, uidBelow, withClient } from "./fixtures";
import type { Received, Reply } from "./http-server";

const uids = ["1", "2", "3", "4", "5"].map((digit) => uidBelow(rootUid, digit));
const parameters = ({ url }: Received) => Object.fromEntries(new URL(url, "http://x").searchParams);

/** Returns a page of two; the token is the offset of the next one. */
function pageOf({ url }: Received): Reply {
  const start = Number(new URL(url, "http://x").searchParams.get("page_token") ?? 0);
  const groups = uids.slice(start, start + 2).map((uid) => aGroup(uid));
  const nextPageToken = start + 2 < uids.length ? String(start + 2) : "";
  return { body: { groups, nextPageToken, totalCount: "5", skipped: 0 } };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test("returns a page with numeric counts", async () => {
  await withClient(pageOf, async (client, server) => {
    const page = await client.groups.page({ childrenOf: rootUid, name: "staging", orderBy: "name desc", pageSize: 2 });
    expect(page).toEqual({
      items: [aGroup(uids[0]!), aGroup(uids[1]!)],
      nextPageToken: "2",
      totalCount: 5,
      skipped: 0,
    });
    expect(server.received[0]!.url).toBe(
      `/iam/v2beta1/groups?uidp.children_of=${rootUid}&name=staging&order_by=name+desc&page_size=2`,
    );
  });
});

test("lists all pages with the maximum page size, and skips only once", async () => {
  await withClient(pageOf, async (client, server) => {
    const all = await collect(client.groups.list({ descendantsOf: rootUid, skip: 0 }));
    expect(all.map(({ uid }) => uid)).toEqual(uids);
    const same = { "uidp.descendants_of": rootUid, page_size: "200" };
    expect(server.received.map(parameters)).toEqual([
      { ...same, skip: "0" },
      { ...same, page_token: "2" },
      { ...same, page_token: "4" },
    ]);
  });
});

test("requests a page only when it is needed", async () => {
  await withClient(pageOf, async (client, server) => {
    for await (const { uid } of client.groups.list()) if (uid === uids[1]) break;
    expect(server.received).toHaveLength(1);
  });
});

test("stops if the listing restarts", async () => {
  await withClient(
    () => ({ body: { groups: [aGroup(uids[0]!), aGroup(uids[1]!)], nextPageToken: "again", totalCount: "2" } }),
    async (client, server) => {
      await expect(collect(client.groups.list())).rejects.toMatchObject({
        code: "ABORTED",
        message: `The listing restarted: ${uids[0]} was returned twice`,
      });
      expect(server.received).toHaveLength(2);
    },
  );
});

test("stops after three days, except on the last page", async () => {
  const day = 24 * 60 * 60 * 1000;
  const now = Date.now();
  const clock = jest.spyOn(Date, "now").mockReturnValue(now);
  try {
    await withClient(pageOf, async (client, server) => {
      const list = client.groups.list();
      await list.next();
      clock.mockReturnValue(now + 3 * day - 1);
      for (let count = 0; count < 3; count++) await list.next();
      clock.mockReturnValue(now + 3 * day);
      await expect(list.next()).rejects.toMatchObject({
        code: "ABORTED",
        message: "The listing took more than three days; its cursor has expired",
      });
      expect(server.received).toHaveLength(2);
    });
  } finally {
    clock.mockRestore();
  }
});

test("continues after empty pages that are not the last", async () => {
  await withClient(
    (_request, index) => ({
      body: { groups: index === 2 ? [aGroup(groupUid)] : [], nextPageToken: index < 2 ? "n" : "" },
    }),
    async (client) => {
      await expect(collect(client.groups.list())).resolves.toEqual([aGroup(groupUid)]);
    },
  );
});

test("fails for a response without a list instead of returning an empty list", async () => {
  await withClient(
    () => ({ body: { items: [] } }),
    async (client) => {
      await expect(collect(client.groups.list())).rejects.toMatchObject({
        code: "UNKNOWN",
        message: 'Unexpected response for groups: no "groups" array',
      });
    },
  );
});

test("rejects unknown options, suggests the nearest name, and sends nothing", async () => {
  await withClient(
    () => ({ body: { groups: [] } }),
    async (client, server) => {
      const misspelt = { names: "staging" } as object;
      await expect(client.groups.page(misspelt)).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
        message: expect.stringMatching(
          /names is not a list option of groups; supported options are .*; did you mean "name"\?$/,
        ),
      });
      expect(server.received).toEqual([]);
    },
  );
});
