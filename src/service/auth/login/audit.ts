import { isUid, PlatformError } from "../../../api";
import type { Audit, NewAuditEvent } from "../../core/audit/audit";
import type { RequestContext } from "../../net/request-info";
import type { AuditAction } from "../../store";
import { anonymousFailure, issuedTo, presentedClaims } from "../tokens/audit";
import type { LoginService } from "./login-service";

type Details = Partial<NewAuditEvent>;

/**
 * Wraps a login service to audit logins, refreshes, ended sessions and redeemed invites. Longer than 80 lines because it
 * lists the service's methods.
 */
export function auditLogins(login: LoginService, audit: Audit): LoginService {
  /** Runs an action, and audits its failure. */
  async function audited<T>(
    action: AuditAction,
    details: Details,
    run: () => Promise<T>,
    done: (result: T) => Promise<void> | void,
  ): Promise<T> {
    try {
      const result = await run();
      await done(result);
      return result;
    } catch (error) {
      if (error instanceof PlatformError) audit.enqueue({ ...details, action, ...anonymousFailure(error) });
      throw error;
    }
  }

  const loggedIn = (context: RequestContext | undefined) => async (session: { readonly token: string } | undefined) => {
    if (session) await audit.write({ action: "session.login", ...context, ...issuedTo(session.token) });
  };

  return {
    ...login,

    finish: (request) =>
      audited(
        "session.login",
        { ...request.context },
        () => login.finish(request),
        () => {},
      ),

    redeem: (request) =>
      audited("session.login", { ...request.context }, () => login.redeem(request), loggedIn(request.context)),

    poll: (request) =>
      audited("session.login", { ...request.context }, () => login.poll(request), loggedIn(request.context)),

    refresh: (request) =>
      audited(
        "session.refresh",
        { ...request.context },
        () => login.refresh(request),
        ({ token }) => audit.enqueue({ action: "session.refresh", ...request.context, ...issuedTo(token.token) }),
      ),

    end: async (refreshToken, context) => {
      const session = await login.end(refreshToken);
      if (session !== undefined)
        await audit.write({ action: "session.end", outcome: "OK", ...sessionOf(session), ...context });
      return session;
    },

    endAll: async () => {
      await login.endAll();
      await audit.write({ action: "session.revoke", outcome: "OK", actor: "operator", reason: "all sessions" });
    },

    redeemInvite: (request) => {
      const presented = { ...presentedClaims(request.token), ...request.context };
      return audited(
        "invite.redeem",
        presented,
        () => login.redeemInvite(request),
        ({ identityUid, groupUid, roleUid }) =>
          audit.write({
            action: "invite.redeem",
            outcome: "OK",
            ...presented,
            actor: identityUid,
            resourceType: "Group",
            resource: groupUid,
            values: { roleUid },
          }),
      );
    },

    exchange: (request, provider) => {
      const presented = { ...presentedClaims(request.token), ...request.context };
      const named = isUid(provider) ? { resourceType: "IdentityProvider", resource: provider } : {};
      return audited(
        "token.exchange",
        { ...presented, ...named },
        () => login.exchange(request, provider),
        ({ token }) => audit.enqueue({ action: "token.exchange", ...presented, ...issuedTo(token) }),
      );
    },
  };
}

/** Audits that the service itself ended a session, for example because a refresh token was reused. */
export const sessionRevoked =
  (audit: Pick<Audit, "write">) =>
  (session: string, reason: string, context?: RequestContext): Promise<void> =>
    audit.write({
      action: "session.revoke",
      outcome: "OK",
      reason,
      ...sessionOf(session),
      ...context,
      actor: "service",
    });

/** Returns the event members of a session and its identity. */
function sessionOf(session: string) {
  // The uid of a session begins with its identity's.
  const identity = session.slice(0, session.lastIndexOf("/"));
  return { actor: identity, resourceType: "Identity", resource: identity, values: { session } };
}
