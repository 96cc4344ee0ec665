/**
 * A complete platform inside a test process: the service with an in-memory store, a trusted OIDC issuer, and an
 * organization with an owner. Everything is real except the network beyond loopback. For our own tests and for those of
 * users' access code; production code must not import it.
 */
export { type RecordedRequest, startPlatform, type TestPlatform, type TestPlatformOptions } from "./platform";
