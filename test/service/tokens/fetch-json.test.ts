import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isPublicAddress } from "../../../src/service/tokens/addresses";
import { jsonFetcher } from "../../../src/service/tokens/fetch-json";

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

test("a JSON document is fetched from this machine under dev", async () => {
  const url = await serve((_, response) => response.end('{"a":1}'));
  await expect(inDev(url)).resolves.toEqual({ a: 1 });
});

test("plain http is refused without dev, and beyond this machine with it", async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    requests += 1;
    response.end("{}");
  });
  await expect(fetchJson(url)).rejects.toMatchObject({
    name: "FetchError",
    message: `${url} is not fetched: it is not https`,
    temporary: false,
  });
  expect(requests).toBe(0);
  await expect(inDev("http://issuer.example.com")).rejects.toThrow(
    "is not fetched: it is neither https nor on loopback",
  );
});

test.each([
  "https://127.0.0.1",
  "https://10.1.2.3",
  "https://169.254.169.254",
  "https://[::1]",
  "https://[::ffff:10.0.0.1]",
  "https://2130706433",
])("%s is refused for its address", async (url) => {
  await expect(fetchJson(url)).rejects.toThrow("its address is not public");
});

test("a name that leads to this machine is refused where it is looked up", async () => {
  await expect(fetchJson("https://localhost:1")).rejects.toMatchObject({
    message: "https://localhost:1/ could not be fetched: its address is not public",
    temporary: false,
  });
});

test("private addresses are let through where an operator says so, and there alone", async () => {
  const fetchPrivate = jsonFetcher({ dev: false, privateHosts: ["localhost:1", "127.0.0.1:1"] });
  for (const url of ["https://localhost:1", "https://127.0.0.1:1"])
    await expect(fetchPrivate(url)).rejects.toThrow("ECONNREFUSED");
  await expect(fetchPrivate("http://localhost:1")).rejects.toThrow("it is not https");
  for (const url of ["https://localhost:2", "https://127.0.0.1:2"])
    await expect(fetchPrivate(url)).rejects.toThrow("its address is not public");
});

test("a form is posted, and what its URL asks for stands in no error", async () => {
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
  ["nonsense", "nonsense is not fetched: it is not a URL"],
  ["file:///etc/passwd", "file:///etc/passwd is not fetched: it is not https"],
])("%s is refused", async (url, message) => {
  await expect(fetchJson(url)).rejects.toThrow(message);
});

test("credentials in a URL are refused and not repeated", async () => {
  const error = await fetchJson("https://name:secret@example.com").catch((reason: Error) => reason);
  expect((error as Error).message).toBe("a URL of example.com is not fetched: it carries credentials");
});

test("redirects are not followed", async () => {
  const url = await serve((_, response) => response.writeHead(302, { location: "/else" }).end());
  await expect(inDev(url)).rejects.toThrow(`${url}/ could not be fetched: it answered 302`);
});

test("what is larger than a mebibyte is refused", async () => {
  const url = await serve((_, response) => response.end(JSON.stringify("x".repeat(1024 * 1024))));
  await expect(inDev(url)).rejects.toThrow("it is larger than 1 MiB");
});

test("what is not JSON is refused without quoting it", async () => {
  const url = await serve((_, response) => response.end("<html>"));
  await expect(inDev(url)).rejects.toMatchObject({ message: `${url}/ could not be fetched: it is not JSON` });
});

test("a server that is down is named with the reason", async () => {
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
  ["::", false],
  ["::ffff:8.8.8.8", false],
  ["fd00::1", false],
  ["fe80::1", false],
  ["64:ff9b::a00:1", false],
  ["2001:db8::1", false],
  ["2002:a00:1::", false],
])("the address %s is public: %p", (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});
