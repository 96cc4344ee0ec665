/**
 * A whole platform inside a test process: the service with a store in memory, an OIDC issuer that it trusts, an
 * organization with an owner. Everything is real but the network beyond loopback, so a test that passes here proves
 * something. For tests of ours and of those who write access code; nothing that runs in earnest may import it.
 */
export { type RecordedRequest, startPlatform, type TestPlatform, type TestPlatformOptions } from "./platform";
