import { PlatformError } from "../api";
import { expiryOf, TokenRejectedError, tokenFor } from "../client";
import { renewalOf } from "../client/tokens/renewed-token";
import { type EphemeralResource, type OpenResult, type ValueRecord, warningDiagnostic } from "./plugin";
import type { Session } from "./session";
import { wrongUids } from "./validate";

/**
 * The `platform_token` ephemeral resource: an access token for the duration of a command, for the registry or for other
 * providers. Each opening requests a new token, so that its whole lifetime remains.
 */
export function platformToken(session: () => Session): EphemeralResource {
  return {
    schema: {
      description: "A token of the platform, for the registry and for the authentication of other providers.",
      attributes: {
        audience: {
          type: "string",
          optional: true,
          computed: true,
          description: "Whom the token is for: base_url, or the registry's host. base_url, unless set.",
        },
        identity: {
          type: "string",
          optional: true,
          description: "The uid of the identity that the token stands for. The provider's own, unless set.",
        },
        token: { type: "string", computed: true, sensitive: true, description: "The token." },
        expiry: { type: "string", computed: true, description: "When it expires, as an RFC 3339 timestamp." },
      },
    },

    validate: (config) => wrongUids(config, "identity"),

    open: ({ config }, { signal }) =>
      session().run("Cannot get a token", undefined, async ({ settings }): Promise<OpenResult> => {
        const audience = String(config.audience ?? settings.baseUrl);
        const identity = config.identity === null ? undefined : String(config.identity);
        const token = await refusedAlone(tokenFor(settings, { audience, identity }).token({ signal }));
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
          `It expires at ${Buffer.from(expiry).toString()}, and the engine has no means of taking another while it ` +
            "runs. What needs it later than that will be refused; run the command again then.",
        ),
      ],
    }),
  };
}

/** Keeps a rejection of this token from ending the run: the provider's own credentials may still be valid. */
function refusedAlone<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    if (!(error instanceof PlatformError && (error.code === "UNAUTHENTICATED" || error instanceof TokenRejectedError)))
      throw error;
    throw new PlatformError("FAILED_PRECONDITION", error.message, { cause: error });
  });
}
