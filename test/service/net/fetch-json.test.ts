import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { jsonFetcher } from "../../../src/service/net/fetch-json";
import { isPublicAddress } from "../../../src/service/net/public-addresses";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const inDev = jsonFetcher({ dev: true });
const fetchJson = jsonFetcher({ dev: false });

test("fetches a JSON document from loopback with dev", async () => {
  const url = await serve((_, response) => response.end('{"a":1}'));
  await expect(inDev(url)).resolves.toEqual({ a: 1 });
});

test("rejects plain http without dev, and outside of loopback with it", async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    requests += 1;
    response.end("{}");
  });
  await expect(fetchJson(url)).rejects.toMatchObject({
    name: "FetchError",
    message: `${url} cannot be fetched: it must use https`,
    temporary: false,
  });
  expect(requests).toBe(0);
  await expect(inDev("http://issuer.example.com")).rejects.toThrow(
    "cannot be fetched: it must use https, or http on loopback",
  );
});

test.each([
  "https://127.0.0.1",
  "https://10.1.2.3",
  "https://169.254.169.254",
  "https://[::1]",
  "https://[::ffff:10.0.0.1]",
  "https://[fd12::1]",
  "https://[64:ff9b::10.0.0.1]",
  "https://2130706433",
  "https://0x7f.1",
  "https://0177.0.0.1",
  "https://0",
  "https://100.100.100.200",
])("rejects %s because of its address", async (url) => {
  await expect(fetchJson(url)).rejects.toThrow("its address is not public");
});

test("rejects a name that resolves to loopback", async () => {
  await expect(fetchJson("https://localhost:1")).rejects.toMatchObject({
    message: "https://localhost:1/ could not be fetched: its address is not public",
    temporary: false,
  });
});

test("allows private addresses only of hosts that the operator allows", async () => {
  const fetchPrivate = jsonFetcher({ dev: false, privateHosts: ["localhost:1", "127.0.0.1:1"] });
  for (const url of ["https://localhost:1", "https://127.0.0.1:1"])
    await expect(fetchPrivate(url)).rejects.toThrow("ECONNREFUSED");
  await expect(fetchPrivate("http://localhost:1")).rejects.toThrow("it must use https");
  for (const url of ["https://localhost:2", "https://127.0.0.1:2"])
    await expect(fetchPrivate(url)).rejects.toThrow("its address is not public");
});

test("allows a private address named by a document of an allowed private host", async () => {
  const fetchPrivate = jsonFetcher({ dev: false, privateHosts: ["localhost:1", "127.0.0.1:1"] });
  await expect(fetchPrivate("https://localhost:1", { namedBy: "https://127.0.0.1:1" })).rejects.toThrow("ECONNREFUSED");
  for (const url of ["https://localhost:1", "https://127.0.0.1:1"])
    await expect(fetchPrivate(url, { namedBy: "https://issuer.example.com" })).rejects.toThrow(
      "its address is not public",
    );
});

test("sends at most 8 concurrent requests for one organization, without limiting others", async () => {
  const waiting: (() => void)[] = [];
  const url = await serve(({ url }, response) => {
    if (url === "/slow") waiting.push(() => response.end("{}"));
    else response.end("{}");
  });
  const slow = Array.from({ length: 8 }, () => inDev(`${url}/slow`, { organization: "one" }));
  await expect(inDev(url, { organization: "one" })).rejects.toThrow("too many concurrent requests to issuers");
  await expect(inDev(url, { organization: "other" })).resolves.toEqual({});
  while (waiting.length < 8) await new Promise(setImmediate);
  for (const answer of waiting) answer();
  await Promise.all(slow);
  await expect(inDev(url, { organization: "one" })).resolves.toEqual({});
});

test("eight organizations at their limit leave room for others", async () => {
  const waiting: (() => void)[] = [];
  const url = await serve((_, response) => {
    waiting.push(() => response.end("{}"));
  });
  const asked = Array.from({ length: 80 }, (_, index) => inDev(url, { organization: `${index % 8}` }));
  const others = Array.from({ length: 3 }, (_, index) => inDev(url, { organization: `other ${index}` }));
  const refused = Promise.allSettled(asked);
  while (waiting.length < 60) await new Promise(setImmediate);
  for (const answer of waiting) answer();
  expect(await Promise.all(others)).toEqual([{}, {}, {}]);
  expect((await refused).filter(({ status }) => status === "fulfilled")).toHaveLength(57);
});

test("sends at most 64 concurrent requests, and more once they have ended", async () => {
  const waiting: (() => void)[] = [];
  const url = await serve((_, response) => {
    waiting.push(() => response.end("{}"));
  });
  const asked = Array.from({ length: 64 }, (_, index) => inDev(url, { organization: `${index}` }));
  await expect(inDev(url)).rejects.toMatchObject({
    message: expect.stringMatching(/^127\.0\.0\.1:\d+ cannot be contacted: too many concurrent requests to issuers$/),
    temporary: true,
  });
  while (waiting.length < 64) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const answer of waiting.splice(0)) answer();
  await Promise.all(asked);
  const next = inDev(url);
  while (waiting.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  waiting[0]!();
  await expect(next).resolves.toEqual({});
});

test.each([
  [
    "speaks another protocol from here on",
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
    "its response is not HTTP",
  ],
  ["ends too early", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}", "ECONNRESET"],
  ["says nothing", "", "ECONNRESET"],
  ["is no HTTP", "SSH-2.0-x\r\n", "HPE_INVALID_CONSTANT"],
])("rejects a response that %s", async (_what, answer, problem) => {
  const server = createTcpServer((socket) => socket.on("error", () => {}).once("data", () => socket.end(answer)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(inDev(url)).rejects.toThrow(`${url}/ could not be fetched: ${problem}`);
  server.close();
});

test("posts a form, and omits the URL's query in errors", async () => {
  const url = await serve(async (request, response) => {
    const chunks = await request.toArray();
    response.end(JSON.stringify({ method: request.method, body: Buffer.concat(chunks).toString() }));
  });
  await expect(inDev(url, { form: new URLSearchParams({ a: "b c" }) })).resolves.toEqual({
    method: "POST",
    body: "a=b+c",
  });
  await expect(fetchJson("https://localhost:1/keys?secret=1")).rejects.toThrow("https://localhost:1/keys could not");
});

test.each([
  ["nonsense", "nonsense cannot be fetched: it is not a URL"],
  ["file:///etc/passwd", "file:///etc/passwd cannot be fetched: it must use https"],
])("rejects %s", async (url, message) => {
  await expect(fetchJson(url)).rejects.toThrow(message);
});

test("rejects credentials in a URL without repeating them", async () => {
  const error = await fetchJson("https://name:secret@example.com").catch((reason: Error) => reason);
  expect((error as Error).message).toBe("a URL of example.com cannot be fetched: it contains credentials");
});

test("does not follow redirects", async () => {
  const url = await serve((_, response) => response.writeHead(302, { location: "/else" }).end());
  await expect(inDev(url)).rejects.toThrow(`${url}/ could not be fetched: it returned 302`);
});

test("rejects responses larger than one mebibyte", async () => {
  const url = await serve((_, response) => response.end(JSON.stringify("x".repeat(1024 * 1024))));
  await expect(inDev(url)).rejects.toThrow("it is larger than 1 MiB");
});

test("rejects responses that are not JSON without quoting them", async () => {
  const url = await serve((_, response) => response.end("<html>"));
  await expect(inDev(url)).rejects.toMatchObject({ message: `${url}/ could not be fetched: it is not JSON` });
});

test("names an unavailable server with the reason", async () => {
  const url = await serve(() => {});
  await new Promise((resolve) => servers.splice(0)[0]!.close(resolve));
  await expect(inDev(url)).rejects.toMatchObject({
    message: `${url}/ could not be fetched: ECONNREFUSED`,
    temporary: true,
  });
});

test.each([
  ["8.8.8.8", true],
  ["172.32.0.1", true],
  ["2606:4700::1111", true],
  ["172.16.0.1", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["255.255.255.255", false],
  ["127.8.8.8", false],
  ["169.254.169.254", false],
  ["192.88.99.1", false],
  ["::", false],
  ["::ffff:8.8.8.8", false],
  ["fd00::1", false],
  ["fe80::1", false],
  ["64:ff9b::a00:1", false],
  ["2001:db8::1", false],
  ["2001::1", false],
  ["3fff::1", false],
  ["::1", false],
  ["fec0::1", false],
  ["ff02::1", false],
  ["2002:a00:1::", false],
])("the address %s is public: %p", (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});
