/**
 * A platform for benchmarks: sends its URLs to the parent process, and the number of requests since the last "reset".
 */
import { createRequire } from "node:module";

const { startPlatform } = createRequire(import.meta.url)("../dist/testing.js");
const { baseUrl, groupUid, token, requests, environment } = await startPlatform({ rateLimit: 0 });
let from = 0;
process.on("message", (question) => {
  if (question === "reset") from = requests.length;
  process.send(requests.length - from);
});
process.on("disconnect", () => process.exit());
process.send({ baseUrl, groupUid, token, env: environment() });
