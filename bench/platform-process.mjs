/** A platform for benchmarks: tells its parent where it is, and how often it was asked since the parent last said "reset". */
import { createRequire } from "node:module";

const { startPlatform } = createRequire(import.meta.url)("../dist/src/testing/index.js");
const { baseUrl, groupUid, token, requests, environment } = await startPlatform({ rateLimit: 0 });
let from = 0;
process.on("message", (question) => {
  if (question === "reset") from = requests.length;
  process.send(requests.length - from);
});
process.on("disconnect", () => process.exit());
process.send({ baseUrl, groupUid, token, env: environment() });
