import { resources } from "../../../src/service/store";
import { onEveryStore } from "../every-store";

onEveryStore((get) => {
  test("reads more resources than a statement has parameters", async () => {
    const { nodes, organization } = get();
    const none = Array.from({ length: 66_000 }, (_, index) => index.toString(16).padStart(40, "0"));
    const found = await resources.getMany(nodes[0].store.db, "Group", [...none, organization.groupUid]);
    expect([...found.keys()]).toEqual([organization.groupUid]);
  });
});
