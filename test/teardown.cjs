const { rmSync } = require("node:fs");

/** Jest runs this after all tests, some of whose programs are still ending. */
module.exports = () => rmSync(process.env.TMPDIR, { recursive: true, force: true, maxRetries: 10 });
