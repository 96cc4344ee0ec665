/**
 * The engines that end-to-end tests drive: where they are, suites that need them, and environments in which they touch nothing but the
 * test's own directory. `npm run engines` builds what Go can build; a test neither installs nor downloads an engine.
 */
export { describeWith } from "./describe-with";
export { pulumiEnvironment, type TerraformEnvironmentOptions, terraformEnvironment } from "./environment";
export { type Engine, type EngineName, type Engines, engines } from "./locate";
export { freshDatabase } from "./postgres";
export { DATABASE, type PostgresServer, postgresServer, standbyOf } from "./postgres-cluster";
