/**
 * A complete platform inside a test process: the service with an in-memory store, a trusted OIDC issuer, and an
 * organization with an owner. Only loopback connections are used; nothing is mocked. For this project's tests and for
 * testing users' own access configurations; production code must not import it.
 */
export { type RecordedRequest, startPlatform, type TestPlatform, type TestPlatformOptions } from "./platform";
