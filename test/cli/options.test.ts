import { parseAddress, parseListenAddress, parseUrl } from "../../src/cli/options";

test.each([
  ["127.0.0.1:8787", "127.0.0.1", 8787],
  ["localhost:0", "localhost", 0],
  ["[::1]:65535", "::1", 65535],
])("parses the listen address %s", (text, host, port) => {
  expect(parseListenAddress(text)).toEqual({ host, port });
});

test("strips the trailing slash of a service's address, but not of an issuer's", () => {
  expect(parseAddress("https://api.example.com/")).toBe("https://api.example.com");
  expect(parseAddress("https://api.example.com/platform/")).toBe("https://api.example.com/platform");
  expect(parseUrl("https://issuer.example.com/")).toBe("https://issuer.example.com/");
});
