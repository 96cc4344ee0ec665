import { subjectKeyOf } from "../../../src/client/tokens/jwt";

const tokenOf = (claims: object): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;

test("returns the same holder for all tokens of a subject, and different ones for other subjects", () => {
  const holder = subjectKeyOf(tokenOf({ iss: "https://issuer.example.com", sub: "robot", iat: 1 }));
  expect(subjectKeyOf(tokenOf({ iss: "https://issuer.example.com", sub: "robot", iat: 2 }))).toBe(holder);
  expect(subjectKeyOf(tokenOf({ iss: "https://issuer.example.com", sub: "other", iat: 1 }))).not.toBe(holder);
  expect(subjectKeyOf(tokenOf({ iss: "https://other.example.com", sub: "robot", iat: 1 }))).not.toBe(holder);
});

test("returns the token itself as the holder if it has no subject", () => {
  expect(subjectKeyOf("opaque")).toBe("opaque");
  expect(subjectKeyOf(tokenOf({ sub: 1 }))).toBe(tokenOf({ sub: 1 }));
});
