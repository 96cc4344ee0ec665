import { once } from "node:events";
import http from "node:http";
import http2 from "node:http2";
import { type LogEntry, startService } from "../../../src/service";
import { loggedText } from "../../../src/service/net/log";

const entries: LogEntry[] = [];
let service: Awaited<ReturnType<typeof startService>>;
let token: string;
beforeAll(async () => {
  service = await startService({ data: ":memory:", log: (entry) => entries.push(entry) });
  const { identityUid } = await service.platform.createOrganization({ name: "acme" });
  token = await service.platform.tokens.mint({ identityUid });
});
afterAll(() => service.close());
beforeEach(() => entries.splice(0));

const pathsLogged = () => entries.filter(({ event }) => event === "request").map(({ path }) => path);
const parts = () => token.split(".");

test("redacts a token in a path, however it is encoded", async () => {
  for (const pasted of [token, token.replaceAll(".", "%2E"), `x${token}`])
    await (await fetch(`${service.baseUrl}/iam/v2beta1/groups/${pasted}/x`)).text();
  expect(pathsLogged()).toEqual(Array(3).fill("/iam/v2beta1/groups/[redacted]/x"));
  for (const part of parts()) expect(JSON.stringify(entries)).not.toContain(part);
});

test("redacts a token in the name of a gRPC method", async () => {
  const session = http2.connect(service.baseUrl);
  const call = session.request({ ":method": "POST", ":path": `/${token}/Get`, "content-type": "application/grpc" });
  call.end();
  call.resume();
  await once(call, "close");
  session.close();
  expect(pathsLogged()).toEqual(["/[redacted]/Get"]);
});

test("truncates long paths", async () => {
  const response = await new Promise<http.IncomingMessage>((resolve) =>
    http.get(`${service.baseUrl}/${"a".repeat(12_000)}`, resolve),
  );
  response.resume();
  await once(response, "close");
  expect(pathsLogged()).toEqual([`/${"a".repeat(511)}...`]);
});

test("truncates long claims of a rejected token", async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { iss: `https://${"i".repeat(4000)}.example.com`, sub: "s".repeat(4000), aud: service.baseUrl };
  const times = { iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 60 };
  const forged = `${part({ alg: "ES256" })}.${part({ ...claims, ...times })}.${"A".repeat(86)}`;
  const query = new URLSearchParams({ aud: service.baseUrl, identity: "a".repeat(40) });
  await fetch(`${service.baseUrl}/sts/exchange?${query}`, { headers: { authorization: `Bearer ${forged}` } });
  expect(entries.find(({ event }) => event === "token rejected")).toMatchObject({
    issuer: `${claims.iss.slice(0, 512)}...`,
    subject: `${claims.sub.slice(0, 512)}...`,
  });
});

test("logs other paths verbatim", () => {
  for (const path of ["/", "/iam/v2beta1/groups/0123456789abcdef/89abcdef", "/registry/v2beta1/repos/eyJ.x", "/a.b.c"])
    expect(loggedText(path)).toBe(path);
});
