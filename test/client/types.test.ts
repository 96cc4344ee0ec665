import type { Collection, PlatformClient, Query } from "../../src/client";
import type { defineResource, ResourceDefinition } from "../../src/model";

/** Checked by the compiler; these functions are never called. */
const typed = (check: (client: PlatformClient) => void) => expect(check).toBeInstanceOf(Function);

test("derives the types of bodies, filters and responses from the model", () => {
  typed(async (client) => {
    const identity = await client.identities.create("uid", {
      name: "ci",
      claimMatch: { issuer: "https://issuer.example.com", subject: "main" },
    });
    const subject: string | undefined = identity.claimMatch?.subject;
    await client.identities.page({ relationshipType: "RELATIONSHIP_TYPE_STATIC", descendantsOf: "uid", pageSize: 1 });
    for await (const repo of client.repos.list({ name: subject ?? "" })) repo.bundles.map((each) => each.length);
    await client.roleBindings.page({ groupUid: "uid", identityUid: "uid", roleUid: "uid" });

    // @ts-expect-error a name is required
    await client.groups.create("uid", {});
    // @ts-expect-error the service assigns uids
    await client.groups.create("uid", { name: "a", uid: "b" });
    // @ts-expect-error bindings have no name to be found by
    await client.roleBindings.page({ name: "a" });
    // @ts-expect-error a group's parent is its parentUid
    await client.groups.page({ groupUid: "uid" });
    // @ts-expect-error groups have no capabilities
    (await client.groups.get("uid")).capabilities;
  });
});

test("gives a type only the methods of its operations", () => {
  type ReadOnly = ReturnType<typeof defineResource<ResourceDefinition & { operations: readonly ["list", "get"] }>>;
  typed((client) => {
    const collection: Collection<ReadOnly> = client.collection({} as ResourceDefinition);
    collection.list();
    // @ts-expect-error it can only be read
    collection.delete("uid");
    const query: Query = { anything: "goes", pageSize: 5 };
    collection.page(query);
  });
});
