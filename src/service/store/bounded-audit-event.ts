import { isUid } from "../../api";
import type { AuditEvent, AuditNarrowing } from "./audit-event";

/** The most of a text, in characters: whoever is refused may have written it. */
const MAX_TEXT = 256;
/** The most of an event, in characters of JSON. */
const MAX_EVENT = 4096;
/** How many of the groups that a token is narrowed to an event names. */
const MAX_GROUPS = 10;

/**
 * An audit event of bounded size: long texts are cut, what is no uid is no resource, and of many groups the first stand
 * with their count among the values. Values that a write stored are whole: the types of resources bound them.
 */
export function boundedAuditEvent(event: AuditEvent): AuditEvent {
  const { resource, narrowing, values, fields, ...others } = event;
  const isWrite = fields !== undefined;
  const groups = narrowing?.groups?.length ?? 0;
  const details = {
    ...(isWrite ? values : cutMembers(values)),
    ...(groups > MAX_GROUPS ? { groupCount: groups } : {}),
  };
  const bounded = {
    ...cutMembers(others),
    ...(resource !== undefined && isUid(resource) ? { resource } : {}),
    ...(fields ? { fields } : {}),
    ...(values || groups > MAX_GROUPS ? { values: details } : {}),
    ...(narrowing ? { narrowing: cutNarrowing(narrowing) } : {}),
  } as AuditEvent;
  if (isWrite || JSON.stringify(bounded).length <= MAX_EVENT) return bounded;
  return {
    ...bounded,
    values: groups > 0 ? { groupCount: groups } : {},
    ...(narrowing ? { narrowing: { ...bounded.narrowing, ...(groups > 0 ? { groups: [] } : {}) } } : {}),
  };
}

const cutNarrowing = ({ capabilities, groups }: AuditNarrowing): AuditNarrowing => ({
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
