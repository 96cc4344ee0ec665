import { registry } from "../../../src/model";
import { openPlatform } from "../../../src/service";
import { lastSeen } from "../../../src/service/store";
import { onEveryStore } from "../every-store";

describe("the time an identity was last seen", () => {
  onEveryStore((get) => {
    const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second)).toISOString();
    const writtenFor = async (uid: string) => (await lastSeen.timesOf(get().nodes[0].store.db, [uid])).get(uid);

    async function newIdentity(): Promise<string> {
      const { nodes, organization } = get();
      const claimMatch = { issuer: "https://issuer.example.com", subject: "pipeline" };
      const body = { name: "pipeline", claimMatch };
      const { operations } = nodes[0];
      return String((await operations.create(registry.identities, organization, organization.groupUid, body)).uid);
    }

    test("is written once for many exchanges, with the latest time", async () => {
      const uid = await newIdentity();
      const seen = new lastSeen.LastSeen(get().nodes[0].store.db);
      for (let second = 0; second < 20; second += 1) seen.record(uid, at(second));
      expect(await writtenFor(uid)).toBeUndefined();
      await seen.flush();
      expect(await writtenFor(uid)).toBe(at(19));
    });

    test("is written at intervals", async () => {
      const uid = await newIdentity();
      const seen = new lastSeen.LastSeen(get().nodes[0].store.db, { intervalMs: 1 });
      for (const second of [1, 2]) {
        seen.record(uid, at(second));
        while ((await writtenFor(uid)) !== at(second)) await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });

    test("never decreases, whichever node writes first", async () => {
      const uid = await newIdentity();
      const [one, other] = get().nodes.map(({ store }) => new lastSeen.LastSeen(store.db));
      one!.record(uid, at(1));
      other!.record(uid, at(2));
      await other!.flush();
      await one!.flush();
      expect(await writtenFor(uid)).toBe(at(2));
    });

    test("is not written for a deleted identity", async () => {
      const { nodes, organization } = get();
      const uid = await newIdentity();
      const seen = new lastSeen.LastSeen(nodes[0].store.db);
      seen.record(uid, at(1));
      await nodes[0].operations.delete(registry.identities, organization, uid);
      await seen.flush();
      expect(await writtenFor(uid)).toBeUndefined();
    });

    test("is kept for the next attempt after a failed write", async () => {
      const uid = await newIdentity();
      const { db } = get().nodes[0].store;
      const failures: unknown[] = [];
      const seen = new lastSeen.LastSeen(db, { onFailure: (error) => failures.push(error) });
      await db.query.schema.alterTable("last_seen").renameTo("away").execute();
      seen.record(uid, at(1));
      await seen.flush();
      await db.query.schema.alterTable("away").renameTo("last_seen").execute();
      expect(failures).toHaveLength(1);
      await seen.flush();
      expect(await writtenFor(uid)).toBe(at(1));
    });

    test("is written when the platform closes", async () => {
      const uid = await newIdentity();
      const closing = await openPlatform({ data: get().data });
      await closing.tokens.issue({ identityUid: uid, audiences: [closing.baseUrl()] });
      expect(await writtenFor(uid)).toBeUndefined();
      await closing.close();
      expect(await writtenFor(uid)).toBeDefined();
    });
  });
});
