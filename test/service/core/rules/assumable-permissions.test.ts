import { builtInRole, registry } from "../../../../src/model";
import { AssumablePermissions } from "../../../../src/service/core/rules/assumable-permissions";
import { openStore, type Store } from "../../../../src/service/store";
import { onEveryStore } from "../../every-store";

/** The limits on following the identities that an identity's tokens may assume. */

const TRUSTING = 40;

onEveryStore(
  (get) => {
    let store: Store;
    beforeAll(async () => {
      store = await openStore(get().data);
    });
    afterAll(() => store.close());

    const root = () => get().organization.groupUid;
    const now = () => new Date(get().nodes[0].clock()).toISOString();
    const create = async (definition: (typeof registry)[keyof typeof registry], body: object) => {
      const by = { identityUid: get().organization.identityUid };
      return String((await get().nodes[0].operations.create(definition, by, root(), { ...body })).uid);
    };
    const grant = async () => {
      const claimMatch = { issuer: "https://issuer.example.com", subject: "somebody" };
      const identityUid = await create(registry.identities, { name: "other", claimMatch });
      await create(registry.roleBindings, { identityUid, roleUid: builtInRole("viewer").uid });
    };
    /** Creates an identity whose tokens may assume others, of which two are viewers. */
    async function trusted() {
      const claimMatch = { issuer: "https://issuer.example.com", subject: "base" };
      const base = await create(registry.identities, { name: "base", claimMatch });
      const own = { issuer: get().nodes[0].authUrl(), subject: base };
      for (let index = 0; index < TRUSTING; index += 1) {
        const identityUid = await create(registry.identities, { name: `trusts ${index}`, claimMatch: own });
        if (index < 2) await create(registry.roleBindings, { identityUid, roleUid: builtInRole("viewer").uid });
      }
      return base;
    }
    const permissionsWith = (limits: ConstructorParameters<typeof AssumablePermissions>[1]) =>
      new AssumablePermissions(get().nodes[0].authUrl, limits);
    const within = (permissions: AssumablePermissions, base: string) =>
      store.transaction((tx) => permissions.requirements(tx, [base], now()), { root: root() });

    test("reads what an identity's tokens may assume once until permissions change, and then within a limit", async () => {
      const base = await trusted();
      const permissions = permissionsWith({ burst: 50, perSecond: 1 });
      const find = () => permissions.requirements(store.db, [base], now());
      for (let count = 0; count < 10; count += 1)
        expect(await find()).toEqual([{ capabilities: expect.arrayContaining(["groups.list"]), groups: [root()] }]);
      await Promise.all([find(), find(), within(permissions, base)]);
      await grant();
      await find();
      await grant();
      await expect(find()).rejects.toMatchObject({
        code: "RESOURCE_EXHAUSTED",
        details: [
          { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: expect.stringMatching(/^\d\ds$/) },
        ],
      });
      const other = await get().nodes[0].createOrganization({ name: "other" });
      await expect(permissions.requirements(store.db, [other.identityUid], now())).resolves.toHaveLength(1);
    });

    test("does not follow many identities in a transaction, but verifies that permissions did not change", async () => {
      const base = await trusted();
      const permissions = permissionsWith({ maxReachableInTransaction: TRUSTING - 1 });
      await expect(within(permissions, base)).rejects.toMatchObject({ code: "UNAVAILABLE" });
      const found = await permissions.requirements(store.db, [base], now());
      await expect(within(permissions, base)).resolves.toBe(found);
      await permissions.requirements(store.db, [base], now());
      await grant();
      await expect(within(permissions, base)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    });

    test("limits the identities that are followed", async () => {
      const base = await trusted();
      await expect(
        permissionsWith({ maxReachable: TRUSTING }).requirements(store.db, [base], now()),
      ).resolves.toHaveLength(1);
      await expect(
        permissionsWith({ maxReachable: TRUSTING - 1 }).requirements(store.db, [base], now()),
      ).rejects.toThrow(`can assume more than ${TRUSTING - 1} other identities`);
    });
  },
  { dev: true },
);
