import { decodeJwt } from "jose";
import { type Issuer, startIssuer } from "../../../../src/issuer";
import { builtInRole } from "../../../../src/model";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { describeWith, freshDatabase } from "../../../engines";
import { broughtTo, post, refusal as refusedFor } from "./browser";
import { peopleOf } from "./people-of";

/** Which people an identity provider admits, and the claim that identifies them. */
type Claims = Readonly<Record<string, unknown>>;
const viewer = builtInRole("viewer").uid;

function suite(data: () => Promise<string>): void {
  let platform: TestPlatform;
  let people: ReturnType<typeof peopleOf>;
  beforeAll(async () => {
    platform = await startPlatform({ data: await data() });
    people = peopleOf(platform, viewer);
  });
  afterAll(() => platform.close());

  const refusal = (claim: string) =>
    `Permission denied: the identity token's claim ${claim} is missing or does not match what the identity provider requires`;

  describe.each<[string, object, string, Claims, Claims[]]>([
    ["a value", { requiredClaims: { hd: "example.com" } }, "hd", { hd: "example.com" }, [{}, { hd: "example.org" }]],
    [
      "an element of an array",
      { requiredClaims: { groups: "staff" } },
      "groups",
      { groups: ["others", "staff"] },
      [{ groups: [] }, { groups: "staffing" }],
    ],
    [
      "a pattern that matches the whole claim",
      { requiredClaimPatterns: { email: "[^@]+@example\\.com" } },
      "email",
      { email: "jane@example.com" },
      [
        { email: "jane@example.com.evil.example" },
        { email_verified: false },
        // The e-mail address is not verified.
        { email_verified: undefined },
      ],
    ],
  ])("with %s required", (_, restriction, claim, fitting, others) => {
    test("logs in only people who meet the requirement", async () => {
      const provider = await people.providerWith(restriction);
      platform.issuer.setClaims("fitting", fitting);
      expect(await people.uidOf((await people.logIn(provider, "fitting")).token)).toContain(platform.groupUid);
      for (const [index, claims] of others.entries()) {
        platform.issuer.setClaims(`other ${index}`, claims);
        const { ended, token } = await people.logIn(provider, `other ${index}`);
        expect({ ...broughtTo(ended), token }).toEqual({ ...refusedFor(refusal(claim)), token: "" });
        expect(ended.url.search).not.toContain("evil.example");
      }
    });

    test("exchanges only tokens that meet the requirement", async () => {
      const provider = await people.providerWith(restriction);
      const verified = { email: "jane@example.com", email_verified: true };
      const allowed = await people.exchange({ identity_provider: provider }, { ...verified, ...fitting });
      expect(allowed.status).toBe(200);
      for (const claims of others)
        expect(await people.exchange({ identity_provider: provider }, { ...verified, ...claims })).toMatchObject({
          status: 403,
          body: { message: refusal(claim) },
        });
    });

    test("checks the requirement at every login and exchange, not only at the first", async () => {
      const provider = await people.providerWith(restriction);
      const verified = { sub: `former ${claim}`, email: "jane@example.com", email_verified: true };
      const before = await people.exchange({ identity_provider: provider }, { ...verified, ...fitting });
      const identity = String(decodeJwt(before.body.token).sub);
      const claims = { ...verified, ...others[0] };
      expect((await people.exchange({ identity_provider: provider }, claims)).status).toBe(403);
      for (const form of [{ identity }, {}])
        expect(await people.exchange(form as Record<string, string>, claims)).toMatchObject({
          status: 403,
          body: { message: expect.stringContaining(`exchange the token with identity_provider ${provider} instead`) },
        });
    });
  });

  test.each([
    [
      "with requirements leaves its people's identities closed to direct exchange",
      { requiredClaims: { hd: "example.com" } },
      403,
    ],
    ["without requirements leaves them open", {}, 200],
  ])("deleting a provider %s", async (title, restriction, status) => {
    const provider = await people.providerWith(restriction);
    const before = await people.exchange({ identity_provider: provider }, { sub: title, hd: "example.com" });
    const identity = String(decodeJwt(before.body.token).sub);
    await platform.client().identityProviders.delete(provider);
    expect((await people.exchange({ identity }, { sub: title })).status).toBe(status);
    const claimMatch = { issuer: platform.issuer.issuer, subject: `${title}, renamed`, audience: "platform" };
    await platform.client().identities.update(identity, { claimMatch });
    expect((await people.exchange({ identity }, { sub: claimMatch.subject })).status).toBe(200);
  });

  test.each<[string, (other: Issuer) => object]>([
    ["issuer", (other) => ({ issuer: other.issuer })],
    ["client", () => ({ clientId: "replaced" })],
  ])(
    "changing the %s blocks direct exchange for its people's identities until they are updated",
    async (what, oidc) => {
      const other = await startIssuer();
      const provider = await people.providerWith({});
      const sub = `replaced ${what}`;
      const before = await people.exchange({ identity_provider: provider }, { sub });
      const identity = String(decodeJwt(before.body.token).sub);
      expect((await people.exchange({ identity }, { sub })).status).toBe(200);
      const { identityProviders, identities } = platform.client();
      await identityProviders.update(provider, { oidc: { ...people.honest, ...oidc(other) } });
      const closed = { status: 403, body: { message: expect.stringContaining("its issuer or client changed") } };
      for (const form of [{ identity }, {}] as Record<string, string>[])
        expect(await people.exchange(form, { sub })).toMatchObject(closed);
      // A new login uses the new issuer or client; the old one does not become trusted again.
      const anew = await other.sign({ sub, aud: "platform" });
      const again =
        what === "client"
          ? await people.exchange({ identity_provider: provider }, { sub, aud: "replaced" })
          : await post(
              `${platform.authUrl}/sts/exchange`,
              { aud: platform.baseUrl, identity_provider: provider },
              anew,
            );
      expect(again.status).toBe(200);
      expect(await people.exchange({ identity }, { sub })).toMatchObject(closed);
      await identityProviders.delete(provider);
      expect(await people.exchange({ identity }, { sub })).toMatchObject(closed);
      await identities.update(identity, { claimMatch: { issuer: platform.issuer.issuer, subject: `${sub}, updated` } });
      const updated = { sub: `${sub}, updated`, aud: platform.authUrl };
      expect((await people.exchange({ identity }, updated)).status).toBe(200);
      await other.close();
    },
  );

  test("allows direct exchange for identities of a provider without requirements", async () => {
    const provider = await people.providerWith({});
    const before = await people.exchange({ identity_provider: provider }, { sub: "direct" });
    const identity = String(decodeJwt(before.body.token).sub);
    expect((await people.exchange({ identity }, { sub: "direct" })).status).toBe(200);
  });

  test("identifies people by oid, ignoring the subject, and rejects tokens without oid", async () => {
    const provider = await people.providerWith({ correlationRule: "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID" });
    const uidOf = async (claims: object) =>
      String(decodeJwt((await people.exchange({ identity_provider: provider }, claims)).body.token).sub);
    const first = await uidOf({ sub: "one", oid: "object 1" });
    expect(await uidOf({ sub: "two", oid: "object 1" })).toBe(first);
    expect(await uidOf({ sub: "three", oid: "object 2" })).not.toBe(first);
    for (const claims of [{ sub: "one" }, { sub: "one", oid: "" }, { sub: "one", oid: { a: 1 } }])
      expect(await people.exchange({ identity_provider: provider }, claims)).toMatchObject({
        status: 403,
        body: {
          message:
            "Permission denied: the identity token's claim oid is missing; this identity provider identifies people by it",
        },
      });
  });

  test("ignores oid if people are identified by sub", async () => {
    const provider = await people.providerWith({ correlationRule: "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID" });
    const uidOf = async (claims: object) =>
      String(decodeJwt((await people.exchange({ identity_provider: provider }, claims)).body.token).sub);
    const first = await uidOf({ sub: "one", oid: "object 1" });
    expect(await uidOf({ sub: "one" })).toBe(first);
    expect(await uidOf({ sub: "two", oid: "object 1" })).not.toBe(first);
  });
}

describe("on SQLite", () => suite(async () => ":memory:"));
describeWith(["postgresql"], "on PostgreSQL", () => suite(freshDatabase));
