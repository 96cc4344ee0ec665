import { holderOf } from "../../../src/client/tokens/jwt";

const tokenOf = (claims: object): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;

test("Tokens of one subject stand for the same, whenever they were issued; those of another do not", () => {
  const holder = holderOf(tokenOf({ iss: "https://issuer.example.com", sub: "robot", iat: 1 }));
  expect(holderOf(tokenOf({ iss: "https://issuer.example.com", sub: "robot", iat: 2 }))).toBe(holder);
  expect(holderOf(tokenOf({ iss: "https://issuer.example.com", sub: "other", iat: 1 }))).not.toBe(holder);
  expect(holderOf(tokenOf({ iss: "https://other.example.com", sub: "robot", iat: 1 }))).not.toBe(holder);
});

test("A token that does not tell whom it stands for stands for itself", () => {
  expect(holderOf("opaque")).toBe("opaque");
  expect(holderOf(tokenOf({ sub: 1 }))).toBe(tokenOf({ sub: 1 }));
});
