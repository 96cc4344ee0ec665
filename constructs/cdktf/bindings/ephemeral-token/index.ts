// generated from terraform provider schema

import type { Construct } from "constructs";
import { type EphemeralArguments, EphemeralResource } from "../../ephemeral-resource";

export interface EphemeralTokenConfig extends EphemeralArguments {
  /** The audience of the token: base_url or the registry's host. Defaults to base_url. */
  readonly audience?: string;
  /** The uid of the identity that the token authenticates as. Defaults to the provider's identity. */
  readonly identity?: string;
}

/** An access token for the registry or for other providers. */
export class EphemeralToken extends EphemeralResource {
  constructor(scope: Construct, id: string, config: EphemeralTokenConfig = {}) {
    super(scope, id, "platform_token", ["audience","identity"], config);
  }

  /** The audience of the token: base_url or the registry's host. Defaults to base_url. */
  get audience(): string {
    return this.getStringAttribute("audience");
  }

  /** The uid of the identity that the token authenticates as. Defaults to the provider's identity. */
  get identity(): string {
    return this.getStringAttribute("identity");
  }

  /** The token. */
  get token(): string {
    return this.getStringAttribute("token");
  }

  /** The time when it expires, as an RFC 3339 timestamp. */
  get expiry(): string {
    return this.getStringAttribute("expiry");
  }
}
