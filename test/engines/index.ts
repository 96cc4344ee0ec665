/**
 * The engines of end-to-end tests: their locations, suites that require them, and environments that confine them to the
 * test's directory. `npm run engines` builds what Go can build; tests neither install nor download an engine.
 */
export { describeWith } from "./describe-with";
export { pulumiEnvironment, type TerraformEnvironmentOptions, terraformEnvironment } from "./environment";
export { type Engine, type EngineName, type Engines, engines } from "./locate";
export { freshDatabase } from "./postgres";
export { DATABASE, type PostgresServer, postgresServer, standbyOf } from "./postgres-cluster";
