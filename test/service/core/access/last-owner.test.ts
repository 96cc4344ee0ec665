import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { type Issuer, startIssuer } from "../../../../src/issuer";
import { builtInRole, type JsonObject, registry } from "../../../../src/model";
import { onEveryStore } from "../../every-store";

/** Issuers that the last owner of an organization may be changed to trust: their keys must be available. */

const [owner, viewer] = [builtInRole("owner").uid, builtInRole("viewer").uid];

let issuer: Issuer;
const others: Issuer[] = [];
/** Starts another issuer, closed at the end of the tests at the latest. */
async function anotherIssuer(path = ""): Promise<Issuer> {
  const started = await startIssuer({ path });
  others.push(started);
  return started;
}
/** An address at which an issuer no longer listens. */
let gone: string;
/** An address that serves another issuer's documents. */
let disguised: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
  disguised = await startIssuer({ issuer: "https://issuer.example.com" });
  const closed = await startIssuer();
  gone = closed.issuer;
  await closed.close();
});
afterAll(async () => {
  await Promise.all([issuer.close(), disguised.close()]);
  // Closing an issuer twice rejects.
  await Promise.allSettled(others.map((other) => other.close()));
});

onEveryStore(
  (get) => {
    /** Creates an organization whose only owner trusts the issuer. */
    async function organization(name: string, { issuer: trusted } = issuer) {
      const [node] = get().nodes;
      const { groupUid, identityUid } = await node.createOrganization({ name, issuer: trusted, subject: "owner" });
      const by = { identityUid };
      const create = async (definition: (typeof registry)[keyof typeof registry], body: JsonObject) =>
        String((await node.operations.create(definition, by, groupUid, body)).uid);
      // Each change ends the owner's earlier tokens.
      let generation = 0;
      const change = async (claimMatch: JsonObject, caller?: string) => {
        const as = caller === undefined ? { identityUid, generation } : { identityUid: caller };
        const changed = await node.operations.update(registry.identities, as, identityUid, { claimMatch }, []);
        generation += 1;
        return changed;
      };
      const bind = (identity: string, roleUid: string) =>
        create(registry.roleBindings, { identityUid: identity, roleUid });
      return { create, change, bind };
    }
    const refusal = (message: string) => ({
      code: "FAILED_PRECONDITION",
      message: expect.stringContaining(`this would leave the organization without an owner: ${message}`),
      details: [expect.objectContaining({ violations: [expect.objectContaining({ type: "LAST_OWNER" })] })],
    });

    test("rejects and names an unreachable issuer for the last owner", async () => {
      const { create, change, bind } = await organization("unreachable");
      const unreachable = { issuer: gone, subject: "owner" };
      await expect(change(unreachable)).rejects.toMatchObject(
        refusal(`the keys of the issuer ${gone} cannot be fetched`),
      );
      // An owner that nobody can assume does not count.
      const record = await create(registry.identities, { name: "record", disabled: true, claimMatch: unreachable });
      await bind(record, owner);
      await expect(change(unreachable)).rejects.toMatchObject(
        refusal(`the keys of the issuer ${gone} cannot be fetched`),
      );
      const second = await create(registry.identities, {
        name: "second",
        claimMatch: { issuer: issuer.issuer, subject: "second" },
      });
      await bind(second, owner);
      await expect(change(unreachable)).resolves.toHaveProperty("claimMatch.issuer", gone);
    });

    test("rejects an address with another issuer's documents for the last owner", async () => {
      const { change } = await organization("disguised");
      const changing = change({ issuer: disguised.url, subject: "owner" });
      await expect(changing).rejects.toMatchObject(
        refusal(`the keys of the issuer ${disguised.url} cannot be fetched`),
      );
    });

    test("rejects an issuer without a signature key for the last owner", async () => {
      const { change } = await organization("no signatures");
      const { publicKey } = await generateKeyPair("ES256", { extractable: true });
      const key = { ...(await exportJWK(publicKey)), kid: "one" };
      const published: object[] = [];
      const server = createServer((request, response) =>
        response.end(
          JSON.stringify(
            request.url === "/jwks" ? { keys: published } : { issuer: address, jwks_uri: `${address}/jwks` },
          ),
        ),
      );
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      published.push({ ...key, use: "enc" }, { ...key, x: "AA" });
      await expect(change({ issuer: address, subject: "owner" })).rejects.toMatchObject(
        refusal(`the issuer ${address} publishes no signing key; publish at least one`),
      );
      // Keys are cached for ten minutes.
      get().pass(10 * 60_000);
      published.push({ ...key, use: "sig" });
      await expect(change({ issuer: address, subject: "owner" })).resolves.toHaveProperty("claimMatch.issuer", address);
      server.close();
      server.closeAllConnections();
    });

    test("accepts an issuer that publishes keys, and the service itself", async () => {
      const { change } = await organization("reachable");
      const other = await anotherIssuer();
      await expect(change({ issuer: other.issuer, subject: "owner" })).resolves.toHaveProperty(
        "claimMatch.issuer",
        other.issuer,
      );
      const own = { issuer: get().nodes[0].authUrl(), subject: "owner" };
      await expect(change(own)).resolves.toHaveProperty("claimMatch.issuer", own.issuer);
    });

    test("accepts another subject of an unavailable issuer", async () => {
      const { change } = await organization("same");
      const other = await anotherIssuer();
      await change({ issuer: other.issuer, subject: "owner" });
      await other.close();
      const changed = change({ issuer: other.issuer, subject: "renamed" });
      await expect(changed).resolves.toHaveProperty("claimMatch.subject", "renamed");
    });

    test("accepts an issuer pattern that matches the current issuer", async () => {
      const realm = await anotherIssuer("/realms/one");
      const { change } = await organization("patterns", realm);
      const others = { issuerPattern: "https://issuer\\.example\\.com/.*", subject: "owner" };
      const refused = refusal(`issuerPattern does not match the current issuer ${realm.issuer}`);
      await expect(change(others)).rejects.toMatchObject(refused);
      const matching = { issuerPattern: realm.issuer.replaceAll(".", "\\.").replace("one", ".*"), subject: "owner" };
      await expect(change(matching)).resolves.toHaveProperty("claimMatch.issuerPattern", matching.issuerPattern);
      await expect(change(others)).rejects.toMatchObject(refusal("issuerPattern names no issuer"));
      const literal = { issuer: realm.issuer, subject: "owner" };
      await expect(change(literal)).resolves.toHaveProperty("claimMatch.issuer", realm.issuer);
    });

    test("contacts no issuer for callers who may not make the update", async () => {
      const { create, change, bind } = await organization("outsiders");
      const other = await anotherIssuer();
      const claimMatch = { issuer: other.issuer, subject: "outsider" };
      const [outsider, updater] = [
        await create(registry.identities, { name: "outsider", claimMatch }),
        await create(registry.identities, { name: "updater", claimMatch: { ...claimMatch, subject: "updater" } }),
      ];
      await bind(outsider, viewer);
      const role = await create(registry.roles, {
        name: "updater",
        capabilities: ["identity.list", "identity.update"],
      });
      await bind(updater, role);
      for (const identityUid of [outsider, updater])
        await expect(change(claimMatch, identityUid)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      expect(other.requests).toMatchObject({ discovery: 0, jwks: 0 });
      await expect(change(claimMatch)).resolves.toBeDefined();
      expect(other.requests).toMatchObject({ discovery: 1, jwks: 1 });
    });
  },
  { dev: true },
);
