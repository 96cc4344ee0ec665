import { builtInRole, registry } from "../../../../src/model";
import { onEveryStore } from "../../every-store";

/** Access is cached at each node, but writes at other nodes take effect immediately. */

const viewer = builtInRole("viewer").uid;
const byUid = { key: "uid", descending: false } as const;

onEveryStore((get) => {
  async function readerIn(groupUid: string, name: string) {
    const { nodes, organization } = get();
    const owner = { identityUid: organization.identityUid };
    const claimMatch = { issuer: "https://issuer.example.com", subject: name };
    const { uid } = await nodes[0].operations.create(registry.identities, owner, groupUid, { name, claimMatch });
    const reader = { identityUid: String(uid) };
    const body = { ...reader, roleUid: viewer };
    const binding = await nodes[0].operations.create(registry.roleBindings, owner, groupUid, body);
    return { owner, reader, bindingUid: String(binding.uid) };
  }

  test("a deleted binding has no effect at the other node from the next request on", async () => {
    const { nodes, organization } = get();
    const root = organization.groupUid;
    const { owner, reader, bindingUid } = await readerIn(root, "reader");
    const read = (node: 0 | 1) => nodes[node].operations.get(registry.groups, reader, root);
    for (const node of [0, 1] as const) expect(await read(node)).toMatchObject({ uid: root });
    await nodes[0].operations.delete(registry.roleBindings, owner, bindingUid);
    for (const node of [1, 0] as const) await expect(read(node)).rejects.toThrow("Not found: Group");
    await nodes[1].operations.create(registry.roleBindings, owner, root, { ...reader, roleUid: viewer });
    for (const node of [0, 1] as const) expect(await read(node)).toMatchObject({ uid: root });
    await nodes[1].operations.delete(registry.identities, owner, reader.identityUid);
    for (const node of [0, 1] as const) await expect(read(node)).rejects.toThrow("no longer exists");
  });

  test("a page token reveals nothing to another caller: neither its position nor its total", async () => {
    const { nodes, organization } = get();
    const { owner } = await readerIn(organization.groupUid, "paging");
    const group = await nodes[0].operations.create(registry.groups, owner, organization.groupUid, { name: "own" });
    const { reader } = await readerIn(String(group.uid), "limited");
    for (const parent of [organization.groupUid, String(group.uid)])
      for (const name of ["one", "two"]) await nodes[0].operations.create(registry.repos, owner, parent, { name });
    const request = { filters: { name: "one" }, order: byUid, pageSize: 1, skip: 0 };
    const first = await nodes[0].operations.list(registry.repos, owner, request);
    expect([first.totalCount, first.items.length]).toEqual([2, 1]);
    const { nextPageToken } = first;
    const others = await nodes[1].operations.list(registry.repos, reader, { ...request, pageToken: nextPageToken! });
    expect(others).toEqual(await nodes[1].operations.list(registry.repos, reader, request));
    expect(others.totalCount).toBe(1);
  });
});
