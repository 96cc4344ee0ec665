const { chmodSync, mkdtempSync } = require("node:fs");
const { tmpdir } = require("node:os");
const path = require("node:path");

/** Jest runs this before all tests: what they and their programs put aside lies in one directory, which goes with the run. */
module.exports = () => {
  const directory = mkdtempSync(path.join(tmpdir(), "platform-tests-"));
  // PostgreSQL passes through, which is another user where root runs the tests.
  chmodSync(directory, 0o711);
  process.env.TMPDIR = directory;
  // Where a proxy leads out, gRPC's client would ask it for this machine too.
  process.env.no_proxy = [process.env.no_proxy, "127.0.0.1", "localhost"].filter(Boolean).join(",");
  // CDKTF asks Terraform for its version, which would ask the network for a newer one.
  process.env.CHECKPOINT_DISABLE = "1";
};
