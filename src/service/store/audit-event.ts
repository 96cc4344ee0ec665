/** What happened. Actions after the first three are of tokens, people and the installation. */
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

/** The capabilities and groups that a token is narrowed to. */
export interface AuditNarrowing {
  readonly capabilities?: readonly string[];
  readonly groups?: readonly string[];
}

/** One thing that happened, or was refused. It never holds a token, a secret or a code. */
export interface AuditEvent {
  /** RFC 3339, the service's time. */
  readonly createTime: string;
  readonly action: AuditAction;
  /** `OK`, or the code of the error with which it was refused. */
  readonly outcome: string;
  /** Why it was refused. */
  readonly reason?: string;
  /** The uid of the identity that acted; `operator` for whoever holds the store, `service` for background jobs, empty if unknown. */
  readonly actor: string;
  /** The type's name: `RoleBinding`. */
  readonly resourceType?: string;
  /** The uid of the resource; the event belongs to its organization. */
  readonly resource?: string;
  /** The fields that were written, by their JSON names. */
  readonly fields?: readonly string[];
  /** Their values after the write, of a deleted resource those before it. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Of the token that was presented: as it claims where it was refused. */
  readonly issuer?: string;
  readonly subject?: string;
  /** The `jti` of the token that was used, or of the one that was issued. */
  readonly tokenId?: string;
  readonly narrowing?: AuditNarrowing;
  /** The client's address, as far as proxies are trusted. */
  readonly address?: string;
  readonly requestId?: string;
  /** How many of a kind the event stands for; absent for one. */
  readonly count?: number;
  /** The create had been done before: the request repeated its key, and nothing was written. */
  readonly replay?: true;
}

/** An event in the store, and its place in the chain once it is sealed. */
export interface StoredAuditEvent extends AuditEvent {
  readonly uid: string;
  readonly sequence?: number;
  readonly hash?: string;
}

/** Events of resource writes as versions before the chain kept them. */
interface EarlierEntry extends Pick<AuditEvent, "action" | "values" | "requestId" | "count" | "replay"> {
  readonly time: string;
  readonly caller: string;
  readonly type: string;
  readonly uid: string;
  readonly mask: readonly string[];
}

/** Reads an event that is not sealed yet, of whatever version. */
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
