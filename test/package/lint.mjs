/** Prints what publint and "Are the types wrong?" find in a tarball, as JSON. Both are ES modules only. */
import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const [, , tarball] = process.argv;
const bytes = new Uint8Array(readFileSync(tarball));
const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer } });
const { problems } = await checkPackage(createPackageFromTarballData(bytes));
const found = {
  publint: messages.map((message) => formatMessage(message, pkg, { color: false })),
  types: problems.map(({ kind, entrypoint, resolutionKind, fileName, moduleSpecifier }) =>
    [kind, entrypoint, resolutionKind, fileName, moduleSpecifier].filter(Boolean).join(" "),
  ),
};
console.log(JSON.stringify(found));
