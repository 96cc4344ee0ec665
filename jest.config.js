/** Tests run from the sources, transformed by SWC; what starts whole programs uses the build in dist (npm's pretest makes it). */
module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  transform: {
    "^.+\\.(t|j|mj)s$": [
      "@swc/jest",
      {
        jsc: { parser: { syntax: "typescript" }, target: "es2022" },
        module: { type: "commonjs", ignoreDynamic: true },
      },
    ],
  },
  transformIgnorePatterns: ["/node_modules/(?!jose/)"],
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.engines/"],
  // Stops what hangs, and nothing else: how long a test takes is up to the machine.
  testTimeout: 300_000,
  // Tests of whole programs mostly wait for them; with one worker, the default on two cores, that time is lost.
  maxWorkers: 2,
  globalSetup: "<rootDir>/test/setup.cjs",
  globalTeardown: "<rootDir>/test/teardown.cjs",
  reporters: ["default", "<rootDir>/test/engines/reporter.cjs"],
};
