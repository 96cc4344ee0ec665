import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { decodeJwt } from "jose";
import { PlatformError, rootOf } from "../../../../src/api";
import { createClient, type PlatformClient, staticToken } from "../../../../src/client";
import { type Issuer, startIssuer } from "../../../../src/issuer";
import { type Organization, type RunningService, startService } from "../../../../src/service";
import { describeWith, freshDatabase } from "../../../engines";
import { GrpcClient } from "../../grpc/client";

/** Exchanges on an installation shared by two organizations, neither of which may affect the other. */

const subject = "repo:octo-org/access:ref:refs/heads/main";

interface Asked {
  readonly token: string;
  readonly identity?: string;
  readonly organization?: string;
}

type Exchange = (asked: Asked) => Promise<string>;

function onStore(place: () => Promise<string>, forget: (data: string) => void) {
  let data: string;
  let service: RunningService;
  let grpc: GrpcClient;
  let issuer: Issuer;
  let acme: Organization;
  let globex: Organization;
  const clients: PlatformClient[] = [];

  beforeAll(async () => {
    issuer = await startIssuer();
    data = await place();
    service = await startService({ data, dev: true });
    grpc = new GrpcClient(service.baseUrl);
    acme = await service.platform.createOrganization({ name: "acme" });
    globex = await service.platform.createOrganization({ name: "globex" });
  });
  afterAll(async () => {
    grpc.close();
    await Promise.all(clients.map((client) => client.close()));
    await service.close();
    await issuer.close();
    forget(data);
  });

  const signed = (claims: Record<string, unknown> = {}, options: Parameters<Issuer["sign"]>[1] = {}) =>
    issuer.sign({ sub: subject, aud: service.authUrl, ...claims }, options);

  async function identityOf(organization: Organization, claimMatch: Record<string, unknown>): Promise<string> {
    const token = await service.platform.tokens.mint(organization);
    const client = createClient({ baseUrl: service.baseUrl, credentials: staticToken(token) });
    clients.push(client);
    return (await client.identities.create(organization.groupUid, { name: "pipeline", claimMatch } as never)).uid;
  }

  const overHttp =
    (method: "GET" | "POST"): Exchange =>
    async ({ token, ...named }) => {
      const parameters = new URLSearchParams({ aud: service.baseUrl, ...named });
      const url = `${service.authUrl}/sts/exchange`;
      const headers = { authorization: `Bearer ${token}` };
      const response = await (method === "GET"
        ? fetch(`${url}?${parameters}`, { headers })
        : fetch(url, { method, headers, body: parameters }));
      const body = (await response.json()) as { readonly token: string };
      if (!response.ok) throw PlatformError.fromBody(response.status, body);
      return body.token;
    };
  const overGrpc: Exchange = async ({ token, ...named }) => {
    const request = { aud: [service.baseUrl], ...named };
    return String((await grpc.call("platform.oidc.SecurityTokenService/Exchange", request, { token })).token);
  };

  describe.each<[string, Exchange]>([
    ["GET", (asked) => overHttp("GET")(asked)],
    ["POST", (asked) => overHttp("POST")(asked)],
    ["gRPC", overGrpc],
  ])("an exchange by %s without an identity", (_, exchange) => {
    test("requires the organization", async () => {
      await expect(exchange({ token: await signed() })).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
        message:
          "Invalid argument: organization: organization is required unless identity is set, because the installation has several " +
          "organizations: set it to the name or uid of one",
      });
    });

    test("finds the identity in the organization, ignoring others with the same claims", async () => {
      const issuerPattern = `${issuer.url.replaceAll(".", "\\.")}/.*`;
      const sub = `${subject}:${_}`;
      const token = await signed({ sub });
      const own = await identityOf(acme, { issuer: issuer.url, subject: sub });
      const theirs = await identityOf(globex, { issuer: issuer.url, subject: sub });
      await identityOf(globex, { issuer: issuer.url, subjectPattern: ".*" });
      await identityOf(globex, { issuerPattern, subjectPattern: ".*" });
      for (const organization of ["acme", acme.groupUid])
        expect(decodeJwt(await exchange({ token, organization })).sub).toBe(own);
      for (const organization of ["globex", globex.groupUid])
        expect(decodeJwt(await exchange({ token, organization })).sub).toBe(theirs);
    });

    test("never finds an identity by a pattern", async () => {
      const sub = `patterns:${_}`;
      const token = await signed({ sub });
      const refused = {
        code: "UNAUTHENTICATED",
        message: expect.stringContaining("give identity for one that has patterns"),
      };
      for (const patterns of [
        { subjectPattern: ".*" },
        { subject: sub, audiencePattern: ".*" },
        { subject: sub, claimPatterns: { sub: ".*" } },
      ]) {
        const identity = await identityOf(acme, { issuer: issuer.url, ...patterns });
        await expect(exchange({ token, organization: "acme" })).rejects.toMatchObject(refused);
        expect(decodeJwt(await exchange({ token, identity })).sub).toBe(identity);
      }
    });

    test("does not reveal whether an organization exists", async () => {
      const answers = await Promise.all(
        ["acme", "initech", acme.groupUid, "0".repeat(40)].map(async (organization) =>
          exchange({ token: await signed({ sub: "nobody" }), organization }).catch((error: PlatformError) => error),
        ),
      );
      for (const answer of answers) expect(answer).toMatchObject({ code: "UNAUTHENTICATED" });
      expect(new Set(answers.map((answer) => (answer as PlatformError).message)).size).toBe(1);
    });
  });

  describe.each<[string, Exchange]>([
    ["REST", (asked) => overHttp("GET")(asked)],
    ["gRPC", overGrpc],
  ])("an exchange over %s with an identity and an organization", (_, exchange) => {
    test("is rejected if the identity belongs to another organization, or the organization does not exist", async () => {
      const identity = await identityOf(acme, { issuer: issuer.url, subject });
      const token = await signed();
      for (const organization of ["acme", acme.groupUid])
        expect(rootOf(decodeJwt(await exchange({ token, identity, organization })).sub!)).toBe(acme.groupUid);
      for (const organization of ["globex", globex.groupUid, "initech"])
        await expect(exchange({ token, identity, organization })).rejects.toMatchObject({
          code: "INVALID_ARGUMENT",
          message: `Invalid argument: organization: organization does not contain identity ${identity}`,
        });
    });

    test("is rejected for a platform token of another organization's identity", async () => {
      const token = await service.platform.tokens.mint({ ...acme, audience: service.baseUrl });
      expect(decodeJwt(await exchange({ token, organization: "acme" })).sub).toBe(acme.identityUid);
      expect(decodeJwt(await exchange({ token })).sub).toBe(acme.identityUid);
      await expect(exchange({ token, organization: "globex" })).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    });
  });

  // The maximum size of a match, with about the slowest such pattern.
  const slow = ".*(a|b|ab){150}c";
  const slowText = () => Array.from({ length: 250 }, () => "ab"[Math.trunc(Math.random() * 2)]).join("");
  const refusalOf = (exchanged: Promise<string>) =>
    exchanged.then(
      () => "accepted",
      ({ code }: PlatformError) => code,
    );

  test("runs no pattern for subjects, audiences or claims of a forged token", async () => {
    const exchange = overHttp("GET");
    const identity = await identityOf(acme, {
      issuer: issuer.url,
      subjectPattern: `${slow}|genuine`,
      claimPatterns: { ref: ".*" },
    });
    for (let count = 0; count < 100; count += 1) {
      const token = await signed({ sub: slowText(), ref: slowText() }, { key: "forged" });
      expect(await refusalOf(exchange({ token, identity }))).toBe("UNAUTHENTICATED");
    }
    const token = await signed({ sub: "genuine", ref: "main" });
    expect(await refusalOf(exchange({ token, identity }))).toBe("accepted");
  });

  test("temporarily rejects patterns that take too long, without affecting other organizations", async () => {
    const exchange = overHttp("GET");
    const identity = await identityOf(globex, { issuer: issuer.url, subjectPattern: slow });
    const other = await identityOf(acme, { issuer: issuer.url, subjectPattern: "repo:octo-org/.*" });
    let last: unknown;
    do {
      last = await exchange({ token: await signed({ sub: slowText() }), identity }).catch((error: unknown) => error);
    } while ((last as PlatformError).code === "PERMISSION_DENIED");
    expect(last).toMatchObject({
      code: "RESOURCE_EXHAUSTED",
      http: 429,
      message: expect.stringContaining(
        "the patterns of the organization's identities and identity providers take too long to match",
      ),
    });
    expect((last as PlatformError).detail("RetryInfo")).toBeDefined();
    expect(decodeJwt(await exchange({ token: await signed(), identity: other })).sub).toBe(other);
  });
}

describe("exchanges of several organizations", () => {
  describe("on SQLite", () =>
    onStore(
      async () => mkdtempSync(path.join(tmpdir(), "platform-")),
      (data) => rmSync(data, { recursive: true }),
    ));
  describeWith(["postgresql"], "on PostgreSQL", () => onStore(freshDatabase, () => {}));
});
