const { rmSync } = require("node:fs");

/** Runs after all tests; some of their programs may still be exiting. */
module.exports = () => rmSync(process.env.TMPDIR, { recursive: true, force: true, maxRetries: 10 });
