import { isUid } from "../../api";
import type { AuditEvent, AuditRestrictions } from "./audit-event";

/** The maximum length of a text, in characters: an unauthenticated client may have chosen it. */
const MAX_TEXT = 256;
/** The maximum length of an event, in characters of JSON. */
const MAX_EVENT = 4096;
/** The maximum number of listed groups that a token is restricted to. */
const MAX_GROUPS = 10;

/**
 * Bounds the size of an audit event: truncates long texts, omits a resource that is not a valid uid, and lists only the
 * first of many groups, with their number in `values`. Keeps the values of a successful write complete: the resource
 * types bound them.
 */
export function boundedAuditEvent(event: AuditEvent): AuditEvent {
  const { resource, narrowing, values, fields, ...others } = event;
  const isWrite = fields !== undefined;
  const groups = narrowing?.groups?.length ?? 0;
  const details = {
    ...(isWrite ? values : cutMembers(values)),
    ...(groups > MAX_GROUPS ? { groupCount: groups } : {}),
  };
  // The same members with texts of the same types, only shorter.
  const bounded = {
    ...cutMembers(others),
    ...(resource !== undefined && isUid(resource) ? { resource } : {}),
    ...(fields ? { fields } : {}),
    ...(values || groups > MAX_GROUPS ? { values: details } : {}),
    ...(narrowing ? { narrowing: cutRestrictions(narrowing) } : {}),
  } as AuditEvent;
  if (isWrite || JSON.stringify(bounded).length <= MAX_EVENT) return bounded;
  return {
    ...bounded,
    values: groups > 0 ? { groupCount: groups } : {},
    ...(narrowing ? { narrowing: { ...bounded.narrowing, ...(groups > 0 ? { groups: [] } : {}) } } : {}),
  };
}

const cutRestrictions = ({ capabilities, groups }: AuditRestrictions): AuditRestrictions => ({
  ...(capabilities ? { capabilities: capabilities.map(cutText) } : {}),
  ...(groups ? { groups: groups.slice(0, MAX_GROUPS) } : {}),
});

const cutMembers = (members: object = {}): object =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      typeof value === "string" && !isUid(value) ? cutText(value) : value,
    ]),
  );

const cutText = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}...` : text);
