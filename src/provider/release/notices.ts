import { readFileSync } from "node:fs";
import path from "node:path";
import { standaloneFiles } from "./executable";
import { RUNTIME_VERSION, runtimeFor, type StandalonePlatform } from "./runtimes";

/** Returns the licenses and the bill of materials of an executable by file name: those of its libraries and runtime. */
export function standaloneNotices(
  platform: StandalonePlatform,
  libc: "glibc" | "musl" | undefined,
): Readonly<Record<string, string>> {
  const read = (name: string) => readFileSync(path.join(standaloneFiles(), name), "utf8");
  const runtime = runtimeFor(platform, libc);
  const purl = `pkg:npm/${runtime.package.replace("@", "%40")}@${RUNTIME_VERSION}`;
  const bill = JSON.parse(read("sbom.cdx.json"));
  const [, digest = ""] = runtime.integrity.split("-");
  bill.components.push({
    type: "platform",
    "bom-ref": purl,
    name: runtime.package,
    version: RUNTIME_VERSION,
    // Its license page names JavaScriptCore and TinyCC, which are linked statically, as LGPL.
    licenses: [{ expression: "MIT AND LGPL-2.0-or-later AND LGPL-2.1-only" }],
    purl,
    hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }],
  });
  return {
    "THIRD-PARTY-LICENSES.txt": `${read("RUNTIME-LICENSES.txt")}\n${"-".repeat(80)}\n\n${read("THIRD-PARTY-LICENSES.txt")}`,
    "sbom.cdx.json": `${JSON.stringify(bill, null, 2)}\n`,
  };
}
