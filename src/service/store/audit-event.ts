/**
 * The action of an audit event. The first three are resource writes; the others concern tokens, sessions, people and
 * the installation.
 */
export type AuditAction =
  | "create"
  | "update"
  | "delete"
  | "token.exchange"
  | "token.mint"
  | "token.revoke"
  | "session.login"
  | "session.refresh"
  | "session.end"
  | "session.revoke"
  | "invite.redeem"
  | "signing_key.create"
  | "signing_key.delete"
  | "signing_key.rotate"
  | "service.backup"
  | "audit.prune";

/** The capabilities and groups that a token is restricted to. */
export interface AuditRestrictions {
  readonly capabilities?: readonly string[];
  readonly groups?: readonly string[];
}

/** One audited action, successful or not. It never contains a token, a secret or a code. */
export interface AuditEvent {
  /** RFC 3339, by the service's clock. */
  readonly createTime: string;
  readonly action: AuditAction;
  /** `OK`, or the code of the error. */
  readonly outcome: string;
  /** Why the action failed. */
  readonly reason?: string;
  /**
   * The uid of the identity that acted; `operator` for direct access to the store, `service` for background jobs, empty
   * if unknown.
   */
  readonly actor: string;
  /** The type's name, such as `RoleBinding`. */
  readonly resourceType?: string;
  /** The uid of the resource. The event belongs to the resource's organization. */
  readonly resource?: string;
  /** The JSON names of the written fields. */
  readonly fields?: readonly string[];
  /** The fields' values after the write; for a deleted resource, before it. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** From the presented token; unverified if the token was rejected. */
  readonly issuer?: string;
  readonly subject?: string;
  /** The `jti` of the presented or issued token. */
  readonly tokenId?: string;
  /** The restrictions of the presented or issued token. Stored events have this name. */
  readonly narrowing?: AuditRestrictions;
  /** The client's address; proxies' headers are used only if the proxies are trusted. */
  readonly address?: string;
  readonly requestId?: string;
  /** The number of similar events that this event stands for; absent for one. */
  readonly count?: number;
  /** The request repeated the idempotency key of an earlier create, so nothing was written. */
  readonly replay?: true;
}

/** An event in the store, with its position in the chain once it is sealed. */
export interface StoredAuditEvent extends AuditEvent {
  readonly uid: string;
  readonly sequence?: number;
  readonly hash?: string;
}

/** A resource write event as written by versions before the audit chain. */
interface EarlierEntry extends Pick<AuditEvent, "action" | "values" | "requestId" | "count" | "replay"> {
  readonly time: string;
  readonly caller: string;
  readonly type: string;
  readonly uid: string;
  readonly mask: readonly string[];
}

/** Parses an unsealed event of any version. */
export function parseAuditEvent(text: string): AuditEvent {
  const parsed = JSON.parse(text) as AuditEvent | EarlierEntry;
  if (!("caller" in parsed)) return parsed;
  const { time, caller, action, type, uid, mask, ...others } = parsed;
  return {
    createTime: time,
    action,
    outcome: "OK",
    actor: caller,
    resourceType: type,
    resource: uid,
    fields: mask,
    ...others,
  };
}

/** A position in the chain of sealed events. */
export interface ChainPosition {
  /** 0 before the first event. */
  readonly sequence: number;
  readonly hash: string;
}
