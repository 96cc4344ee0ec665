/**
 * Tests run from the sources, transformed by SWC; whole programs run from the build in dist, which npm's pretest
 * creates.
 */
module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  transform: {
    "^.+\\.(t|j|mj)s$": [
      "@swc/jest",
      {
        jsc: { parser: { syntax: "typescript" }, target: "es2022" },
        module: { type: "commonjs" },
      },
    ],
  },
  transformIgnorePatterns: ["/node_modules/(?!jose/)"],
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.engines/"],
  // Only stops tests that hang; the duration of a test depends on the machine.
  testTimeout: 300_000,
  // Tests of whole programs mostly wait for them; one worker, the default on two cores, would waste that time.
  maxWorkers: 2,
  globalSetup: "<rootDir>/test/setup.cjs",
  globalTeardown: "<rootDir>/test/teardown.cjs",
  reporters: ["default", "<rootDir>/test/engines/reporter.cjs"],
};
