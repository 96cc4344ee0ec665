import { X509Certificate } from "node:crypto";
import { certificatePem, createCertificate } from "../../../../src/provider/plugin/transport/certificate";

test("creates a self-signed certificate for localhost that is valid for clients and servers", () => {
  const now = new Date("2026-03-04T05:06:07Z");
  const { der, certificate } = createCertificate(now);
  const parsed = new X509Certificate(der);
  expect(new X509Certificate(certificate).raw).toEqual(der);
  expect(parsed.subject).toBe("CN=localhost");
  expect(parsed.subjectAltName).toBe("DNS:localhost");
  expect(parsed.ca).toBe(true);
  expect(parsed.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2", "1.3.6.1.5.5.7.3.1"]);
  expect(parsed.verify(parsed.publicKey)).toBe(true);
  expect(parsed.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
  expect(new Date(parsed.validFrom).toISOString()).toBe("2026-03-03T05:06:07.000Z");
  expect(new Date(parsed.validTo).toISOString()).toBe("2027-03-04T05:06:07.000Z");
});

test("creates a different certificate and key for each process", () => {
  const [one, other] = [createCertificate(), createCertificate()];
  expect(one.privateKey).not.toBe(other.privateKey);
  expect(new X509Certificate(one.der).serialNumber).not.toBe(new X509Certificate(other.der).serialNumber);
});

test.each([47, 48, 49, 96])("writes a certificate of %d bytes without empty lines", (length) => {
  const certificate = Buffer.alloc(length, 7);
  const lines = certificatePem(certificate).split("\n");
  expect(lines.pop()).toBe("");
  expect(lines.slice(1, -1).map((line) => line.length)).not.toContain(0);
  expect(Buffer.from(lines.slice(1, -1).join(""), "base64")).toEqual(certificate);
});
