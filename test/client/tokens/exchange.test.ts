import {
  type ExchangeOptions,
  exchangedToken,
  literal,
  TokenRejectedError,
  type TokenSource,
} from "../../../src/client";
import { aGroup, anError, groupUid, rootUid, withClient } from "../fixtures";
import { type Received, type Reply, serve, type TestServer } from "../http-server";

const identity = `${rootUid}/${"1".repeat(16)}`;
const minute = 60_000;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** Returns a token with the parts that clients read; `serial` makes it unique. */
const jwt = (claims: object, serial = 0) => `${encode({ serial })}.${encode(claims)}.signature`;
const livingFor = (seconds: number, serial = 0) => {
  const iat = Math.floor(Date.now() / 1000);
  return jwt({ iat, exp: iat + seconds }, serial);
};

let server: TestServer;
let answer: (request: Received, index: number) => Reply | Promise<Reply>;
beforeEach(async () => {
  answer = (_request, index) => ({ body: { token: livingFor(3600, index) } });
  server = await serve((request, index) => answer(request, index));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
});

const exchange = (options: Partial<ExchangeOptions> = {}) =>
  exchangedToken({
    authUrl: server.url,
    audience: "https://platform.example.com",
    identity,
    source: literal("identity-token"),
    ...options,
  });

const later = (ms: number) => {
  const now = Date.now();
  jest.spyOn(Date, "now").mockImplementation(() => now + ms);
};

describe("a token", () => {
  test("is requested with audience, identity, organization and identity token", async () => {
    await exchange().token();
    await exchange({ identity: undefined, authUrl: `${server.url}/` }).token();
    await exchange({ identity: undefined, organization: "acme" }).token();
    const aud = "aud=https%3A%2F%2Fplatform.example.com";
    expect(server.received.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
      ["GET", `/sts/exchange?${aud}&identity=${encodeURIComponent(identity)}`, "Bearer identity-token"],
      ["GET", `/sts/exchange?${aud}`, "Bearer identity-token"],
      ["GET", `/sts/exchange?${aud}&organization=acme`, "Bearer identity-token"],
    ]);
  });

  test("is exchanged for an identity token with authUrl or the configured audience", async () => {
    const audiences: string[] = [];
    const source: TokenSource = {
      token: async (audience) => {
        audiences.push(audience);
        return "identity-token";
      },
    };
    await exchange({ source }).token();
    await exchange({ source, sourceAudience: "someone" }).token();
    expect(audiences).toEqual([server.url, "someone"]);
  });

  test("is requested once for concurrent callers and cached", async () => {
    const credentials = exchange();
    const tokens = await Promise.all([credentials.token(), credentials.token(), credentials.token()]);
    tokens.push(await credentials.token());
    expect(new Set(tokens).size).toBe(1);
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ["an hour", 3600, 55 * minute],
    ["a hundred seconds", 100, 80_000],
  ])("that lives for %s is renewed in the last part of its lifetime", async (_name, seconds, good) => {
    const credentials = exchange();
    answer = (_request, index) => ({ body: { token: livingFor(seconds, index) } });
    const start = Date.now();
    const clock = jest.spyOn(Date, "now").mockReturnValue(start);
    const first = await credentials.token();
    clock.mockReturnValue(start + good - 1);
    await expect(credentials.token()).resolves.toBe(first);
    clock.mockReturnValue(start + good);
    await expect(credentials.token()).resolves.not.toBe(first);
    expect(server.received).toHaveLength(2);
  });

  test("is cached for the lifetime it states, regardless of the local clock", async () => {
    answer = () => ({ body: { token: jwt({ iat: 1000, exp: 4600 }) } });
    const credentials = exchange();
    await credentials.token();
    await credentials.token();
    expect(server.received).toHaveLength(1);
  });

  test("without a stated lifetime is cached until the response's expiry", async () => {
    const expiry = new Date(Date.now() + 10 * minute).toISOString();
    answer = (_request, index) => ({ body: { token: `opaque-${index}`, expiry } });
    const credentials = exchange();
    await credentials.token();
    later(7 * minute);
    await expect(credentials.token()).resolves.toBe("opaque-0");
    later(2 * minute);
    await expect(credentials.token()).resolves.toBe("opaque-1");
  });
});

describe("an exchange", () => {
  test("is not retried after a rejection: all callers get the same error", async () => {
    answer = () => ({ status: 401, body: anError(16, "Unauthenticated: the token has expired") });
    const credentials = exchange();
    const errors = await Promise.all([0, 1].map(() => credentials.token().catch((error: unknown) => error)));
    errors.push(await credentials.token().catch((error: unknown) => error));
    expect(errors[0]).toMatchObject({
      code: "UNAUTHENTICATED",
      message: `Cannot exchange the identity token (${server.url}): Unauthenticated: the token has expired (identity: ${identity}, organization: none)`,
    });
    expect(new Set(errors).size).toBe(1);
    expect(server.received).toHaveLength(1);
  });

  test("names the claims of the rejected token, and nothing else of it", async () => {
    answer = () => ({ status: 403, body: anError(7, "Permission denied") });
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = { iss: "https://ci.example.com", sub: "repo:a/b", aud: ["x", "y"], email: "jane@example.com" };
    const token = `${part({ alg: "ES256" })}.${part(claims)}.signature`;
    const { message } = (await exchange({ source: literal(token) })
      .token()
      .catch((error: unknown) => error)) as Error;
    expect(message).toContain(
      '; the token has issuer "https://ci.example.com", subject "repo:a/b", audience ["x","y"])',
    );
    expect(message).not.toMatch(/jane|signature|eyJ/);
  });

  test("reports its own code for an invalid request, and never that of a resource", async () => {
    answer = () => ({ status: 400, body: anError(3, "Invalid argument: aud: aud must be x") });
    const wrong = await exchange()
      .token()
      .catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(TokenRejectedError);
    expect(wrong).toMatchObject({ code: "INVALID_ARGUMENT", message: expect.stringContaining("aud must be x") });
    answer = () => ({ status: 404, body: anError(5, "Not found: GET /sts/exchange") });
    await expect(exchange().token()).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: expect.stringContaining("Not found: GET /sts/exchange"),
    });
  });

  test("is retried after a temporary failure", async () => {
    answer = (_request, index) => (index === 0 ? { status: 500 } : { body: { token: livingFor(3600) } });
    const credentials = exchange();
    await expect(credentials.token()).rejects.toMatchObject({ code: "INTERNAL", http: 500 });
    await expect(credentials.token()).resolves.toBeTruthy();
  });

  test("continues if one of its waiters cancels", async () => {
    const credentials = exchange();
    const controller = new AbortController();
    const given = credentials.token({ signal: controller.signal });
    const other = credentials.token();
    controller.abort();
    await expect(given).rejects.toMatchObject({ code: "CANCELLED", message: "Getting a token was cancelled" });
    await expect(other).resolves.toBeTruthy();
    expect(server.received).toHaveLength(1);
  });

  test.each([{}, { token: 5 }, { token: "two words" }, []])(
    "fails if the response %j contains no token",
    async (body) => {
      answer = () => ({ body });
      await expect(exchange().token()).rejects.toMatchObject({
        code: "UNKNOWN",
        message: `${server.url} returned no token`,
      });
    },
  );

  test("is not sent over plain http to another machine", () => {
    expect(() => exchange({ authUrl: "http://auth.example.com" })).toThrow("authUrl must be https");
    expect(() => exchange({ authUrl: "http://auth.example.com", insecure: true })).not.toThrow();
  });
});

describe("a token that the service rejects", () => {
  const refusal = { status: 401, body: anError(16, "Unauthenticated: unknown key") };

  test("is replaced once, and the calls are repeated", async () => {
    let refused: string | undefined;
    await withClient(
      ({ headers }) => {
        refused ??= headers.authorization;
        return headers.authorization === refused ? refusal : { body: aGroup(groupUid) };
      },
      async (client) => {
        const groups = await Promise.all([0, 1, 2].map(() => client.groups.get(groupUid)));
        expect(groups).toHaveLength(3);
        expect(server.received).toHaveLength(2);
      },
      { credentials: exchange() },
    );
  });

  test("is not replaced repeatedly", async () => {
    await withClient(
      () => refusal,
      async (client, service) => {
        for (let count = 0; count < 3; count++) {
          const error = { code: "UNAUTHENTICATED", message: "Unauthenticated: unknown key" };
          await expect(client.groups.get(groupUid)).rejects.toMatchObject(error);
        }
        expect(server.received).toHaveLength(2);
        expect(service.received).toHaveLength(4);
      },
      { credentials: exchange() },
    );
  });

  test("is not replaced if there is no other", async () => {
    await withClient(
      () => refusal,
      async (client, service) => {
        await expect(client.groups.get(groupUid)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
        expect(service.received).toHaveLength(1);
      },
    );
  });
});

test("requests no token before a call needs it", async () => {
  await withClient(
    () => ({ body: aGroup(groupUid) }),
    async (client, service) => {
      expect(server.received).toHaveLength(0);
      await client.groups.get(groupUid);
      expect([server.received.length, service.received.length]).toEqual([1, 1]);
    },
    { credentials: exchange() },
  );
});
