import { type JsonObject, registry } from "../../../../src/model";
import { onEveryStore } from "../../every-store";

onEveryStore((get) => {
  const claims = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`claim${index}`, "v".repeat(1000)]));
  const body = (count: number): JsonObject => ({
    name: "large",
    claimMatch: { issuer: "https://issuer.example.com", subject: "s", claims: claims(count) },
  });
  const tooLarge = {
    code: "INVALID_ARGUMENT",
    message: expect.stringMatching(/body.*must have at most 128 KiB as JSON/),
  };
  const caller = () => ({ identityUid: get().organization.identityUid });
  const operations = () => get().nodes[0].operations;

  test("rejects resources that would make a page of a list too large", async () => {
    const root = get().organization.groupUid;
    await expect(operations().create(registry.identities, caller(), root, body(200))).rejects.toMatchObject(tooLarge);
    const { uid } = await operations().create(registry.identities, caller(), root, body(100));
    const growing = operations().update(registry.identities, caller(), String(uid), body(200), []);
    await expect(growing).rejects.toMatchObject(tooLarge);
  });

  test("larger stored resources can be read, and updated unless they grow", async () => {
    const [{ store }] = get().nodes;
    const { uid } = await operations().create(registry.identities, caller(), get().organization.groupUid, body(100));
    const row = await store.db.query
      .selectFrom("resources")
      .select("data")
      .where("uid", "=", String(uid))
      .executeTakeFirstOrThrow();
    const data = JSON.stringify({ ...JSON.parse(row.data), ...body(200) });
    await store.db.query.updateTable("resources").set({ data }).where("uid", "=", String(uid)).execute();
    const change = (inputs: JsonObject) => operations().update(registry.identities, caller(), String(uid), inputs, []);
    expect(await operations().get(registry.identities, caller(), String(uid))).toMatchObject(body(200));
    await expect(change({ disabled: true })).resolves.toHaveProperty("disabled", true);
    await expect(change(body(201))).rejects.toMatchObject(tooLarge);
    await expect(change(body(190))).resolves.toMatchObject(body(190));
  });
});
