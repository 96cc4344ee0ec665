import type { Parameters as Query } from "../../../src/api";
import { registry } from "../../../src/model";
import { openPlatform } from "../../../src/service";
import { v1Operations, v1Types } from "../../../src/service/v1";

test("v1 rejects a list that is too long or too large for one response, and accepts it with narrower filters", async () => {
  const platform = await openPlatform({ data: ":memory:" });
  const { groupUid, identityUid } = await platform.createOrganization({ name: "acme" });
  const caller = { identityUid, requestId: "r" } as Parameters<typeof platform.operations.create>[1];
  for (const name of ["a", "b", "c"]) await platform.operations.create(registry.groups, caller, groupUid, { name });
  const groups = v1Types.find(({ definition }) => definition === registry.groups)!;
  const listing = (limits: Parameters<typeof v1Operations>[1]) => async (parameters: Query) => {
    const items: unknown[] = [];
    await v1Operations(platform, limits).list(groups, caller, parameters, (part) => items.push(...part.items));
    return { items };
  };
  const list = listing({ maxItems: 3 });
  await expect(list(new Map())).rejects.toMatchObject({
    code: "RESOURCE_EXHAUSTED",
    message: expect.stringContaining("the list has 4 resources, more than v1's maximum of 3"),
  });
  expect(await list(new Map([["name", ["a"]]]))).toMatchObject({ items: [{ name: "a" }] });
  const small = listing({ maxSize: 600 });
  await expect(small(new Map())).rejects.toMatchObject({
    code: "RESOURCE_EXHAUSTED",
    message: expect.stringContaining("the list has more than v1's maximum of 600 bytes of JSON"),
  });
  expect(await small(new Map([["name", ["a"]]]))).toMatchObject({ items: [{ name: "a" }] });
  await platform.close();
});
