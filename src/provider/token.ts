import { PlatformError } from "../api";
import { expiryOf, TokenRejectedError, tokenFor } from "../client";
import { renewalOf } from "../client/tokens/renewed-token";
import { type EphemeralResource, type OpenResult, type ValueRecord, warningDiagnostic } from "./plugin";
import type { Session } from "./session";
import { invalidUids } from "./validate";

/**
 * The `platform_token` ephemeral resource: an access token for the duration of a command, for the registry or for other
 * providers. Each open requests a new token with its full lifetime.
 */
export function platformToken(session: () => Session): EphemeralResource {
  return {
    schema: {
      description: "An access token for the registry or for other providers.",
      attributes: {
        audience: {
          type: "string",
          optional: true,
          computed: true,
          description: "The audience of the token: base_url or the registry's host. Defaults to base_url.",
        },
        identity: {
          type: "string",
          optional: true,
          description: "The uid of the identity that the token authenticates as. Defaults to the provider's identity.",
        },
        token: { type: "string", computed: true, sensitive: true, description: "The token." },
        expiry: { type: "string", computed: true, description: "The time when it expires, as an RFC 3339 timestamp." },
      },
    },

    validate: (config) => invalidUids(config, "identity"),

    open: ({ config }, { signal }) =>
      session().run("Cannot get a token", undefined, async ({ settings }): Promise<OpenResult> => {
        const audience = String(config.audience ?? settings.baseUrl);
        const identity = config.identity === null ? undefined : String(config.identity);
        const token = await withoutEndingRun(tokenFor(settings, { audience, identity }).token({ signal }));
        const expiry = expiryOf(token);
        const result: ValueRecord = {
          audience,
          identity: config.identity ?? null,
          token,
          expiry: expiry?.toISOString() ?? null,
        };
        if (expiry === undefined) return { result };
        const renewAt = new Date(renewalOf(expiry.getTime(), expiry.getTime() - Date.now()));
        return { result, renewAt, private: Buffer.from(expiry.toISOString()) };
      }),

    // A renewal can extend the lifetime but cannot replace the value, so only a warning is possible.
    renew: ({ private: expiry }) => ({
      diagnostics: [
        warningDiagnostic(
          "A platform_token is about to expire",
          `It expires at ${Buffer.from(expiry).toString()} and cannot be replaced during this run. Later requests with ` +
            "it will fail; run the command again.",
        ),
      ],
    }),
  };
}

/** Keeps a rejection of this token from ending the run: the provider's own credentials may still be valid. */
function withoutEndingRun<T>(request: Promise<T>): Promise<T> {
  return request.catch((error: unknown) => {
    if (!(error instanceof PlatformError && (error.code === "UNAUTHENTICATED" || error instanceof TokenRejectedError)))
      throw error;
    throw new PlatformError("FAILED_PRECONDITION", error.message, { cause: error });
  });
}
