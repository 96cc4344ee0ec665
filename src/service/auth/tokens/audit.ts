import { decodeJwt, type JWTPayload } from "jose";
import { isUid, PlatformError } from "../../../api";
import type { Audit, NewAuditEvent } from "../../core/audit/audit";
import type { AuditRestrictions, KeyStore } from "../../store";
import type { TokenService } from "./token-service";

/** The maximum length of a token's claims in an event, in characters: an unauthenticated client chose them. */
const MAX_CLAIM = 256;

/** Wraps a token service to audit exchanges, tokens for operators and key rotations. */
export const auditTokens = (tokens: TokenService, audit: Audit): TokenService => ({
  ...tokens,

  exchange: async (request) => {
    const presented = { ...presentedClaims(request.token), ...request.context };
    try {
      const exchanged = await tokens.exchange(request);
      audit.enqueue({ action: "token.exchange", ...presented, ...issuedTo(exchanged.token) });
      return exchanged;
    } catch (error) {
      const { identity } = request;
      const named = identity && isUid(identity) ? { resourceType: "Identity", resource: identity } : {};
      if (error instanceof PlatformError)
        audit.enqueue({ action: "token.exchange", ...presented, ...named, ...anonymousFailure(error) });
      throw error;
    }
  },

  mint: async (request) => {
    const token = await tokens.mint(request);
    await audit.write({ action: "token.mint", ...issuedTo(token), actor: "operator" });
    return token;
  },

  rotateKeys: async (options) => {
    await tokens.rotateKeys(options);
    const values = { revoke: options?.revoke ?? false };
    await audit.write({ action: "signing_key.rotate", outcome: "OK", actor: "operator", values });
  },
});

/** Wraps the store of signing keys to audit added and removed keys, including automatic rotations. */
export const auditKeys = (keys: KeyStore, audit: Pick<Audit, "write">): KeyStore => ({
  ...keys,
  add: async (record) => {
    await keys.add(record);
    await audit.write({ action: "signing_key.create", outcome: "OK", actor: "service", values: { kid: record.kid } });
  },
  remove: async (kid) => {
    await keys.remove(kid);
    await audit.write({ action: "signing_key.delete", outcome: "OK", actor: "service", values: { kid } });
  },
});

/** Returns the event members of an issued token: its identity, id and session. */
export function issuedTo(token: string) {
  const { sub = "", jti, cap, scope, sid } = decodeJwt(token);
  const restrictions: AuditRestrictions = {
    ...(Array.isArray(cap) ? { capabilities: cap.map(String) } : {}),
    ...(Array.isArray(scope) ? { groups: scope.map(String) } : {}),
  };
  return {
    outcome: "OK",
    actor: sub,
    resourceType: "Identity",
    resource: sub,
    ...(jti === undefined ? {} : { tokenId: jti }),
    ...(typeof sid === "string" ? { values: { session: sid } } : {}),
    ...(Object.keys(restrictions).length > 0 ? { narrowing: restrictions } : {}),
  } satisfies Partial<NewAuditEvent>;
}

/** Returns the claims of a presented token, verified or not; empty if it is not a JWT. */
export function presentedClaims(token: string): Pick<NewAuditEvent, "issuer" | "subject"> {
  const { iss, sub } = claimsOf(token);
  return { ...claim("issuer", iss), ...claim("subject", sub) };
}

function claimsOf(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

const claim = (name: string, value: unknown) =>
  typeof value === "string" && value !== "" ? { [name]: value.slice(0, MAX_CLAIM) } : {};

/** Returns the event members of a failure by an unknown caller. */
export const anonymousFailure = ({ code, message }: PlatformError) => ({ outcome: code, reason: message, actor: "" });
