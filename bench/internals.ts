/** The internal modules that benchmarks use. */
export {
  AccessGraph,
  accessDiff,
  checkAssertion,
  coverageOf,
  Directory,
  escalations,
  parseAssertion,
  violations,
} from "../src/access";
export { plannedAccess, terraformPlan } from "../src/access/sources";
export { reportData } from "../src/cli/access/report-data";
export { startIssuer } from "../src/issuer";
export { builtInRole, registry } from "../src/model";
export { accessReportPage } from "../src/pages/access-report";
export { createCertificate } from "../src/provider/plugin/transport/certificate";
export { createGrpc } from "../src/service/grpc";
export { openPlatform } from "../src/service/platform";
export { files, registryOf } from "../src/service/protos";
export { createHttp } from "../src/service/rest";
export { counts, lists, resources, Scopes } from "../src/service/store";
