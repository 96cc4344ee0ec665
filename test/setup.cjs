const { chmodSync, mkdtempSync } = require("node:fs");
const { tmpdir } = require("node:os");
const path = require("node:path");

/**
 * Runs before all tests: keeps temporary files of tests and their programs in one directory, which is removed after the
 * run.
 */
module.exports = () => {
  const directory = mkdtempSync(path.join(tmpdir(), "platform-tests-"));
  // PostgreSQL must pass through it, as another user if root runs the tests.
  chmodSync(directory, 0o711);
  process.env.TMPDIR = directory;
  // gRPC's client would use an outgoing proxy for this machine too.
  process.env.no_proxy = [process.env.no_proxy, "127.0.0.1", "localhost"].filter(Boolean).join(",");
  // CDKTF runs `terraform version`, which would check for updates online.
  process.env.CHECKPOINT_DISABLE = "1";
};
