import { v1Operations, v1Types } from "../../../src/service/v1";
import { onEveryStore } from "../every-store";

const [repos, tags] = ["repos", "tags"].map(
  (plural) => v1Types.find(({ definition }) => definition.plural === plural)!,
);

describe("concurrent creates of one name over v1 on two nodes", () => {
  onEveryStore((get) => {
    test("create one resource, which the others replace", async () => {
      const { nodes, organization } = get();
      const caller = { identityUid: organization.identityUid };
      const create = (type: typeof repos, parent: string, bodies: readonly Readonly<Record<string, unknown>>[]) =>
        Promise.all(
          bodies.map((body, index) =>
            v1Operations(nodes[index % 2]!).create(type!, caller, parent, { name: "one", ...body }),
          ),
        );
      const aliases = Array.from({ length: 10 }, (_, index) => `alias-${index}`);
      const made = await create(
        repos,
        organization.groupUid,
        aliases.map((alias) => ({ aliases: [alias] })),
      );
      const [id, ...others] = [...new Set(made.map((each) => String(each.id)))];
      expect(others).toEqual([]);
      const tagged = await create(
        tags,
        id!,
        aliases.map((alias) => ({ bundles: [alias] })),
      );
      expect(new Set(tagged.map((each) => each.id)).size).toBe(1);
      const items: unknown[] = [];
      await v1Operations(nodes[0]).list(tags!, caller, new Map(), (part) => items.push(...part.items));
      expect(items).toHaveLength(1);
      expect(tagged).toContainEqual((items as unknown[])[0]);
    });
  });
});
