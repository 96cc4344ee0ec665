import { address, listenAddress, url } from "../../src/cli/options";

test.each([
  ["127.0.0.1:8787", "127.0.0.1", 8787],
  ["localhost:0", "localhost", 0],
  ["[::1]:65535", "::1", 65535],
])("%s is a place to listen", (text, host, port) => {
  expect(listenAddress(text)).toEqual({ host, port });
});

test("the address of a service stands without a trailing slash, an issuer's as tokens have it", () => {
  expect(address("https://api.example.com/")).toBe("https://api.example.com");
  expect(address("https://api.example.com/platform/")).toBe("https://api.example.com/platform");
  expect(url("https://issuer.example.com/")).toBe("https://issuer.example.com/");
});
