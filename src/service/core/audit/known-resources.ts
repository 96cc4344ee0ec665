import { type AuditEvent, type Database, resources } from "../../store";

/**
 * Moves resources that do not exist into the events' values: an unauthenticated client named them, and an event belongs
 * to its resource's organization.
 */
export async function withoutUnknownResources(db: Database, events: readonly AuditEvent[]): Promise<AuditEvent[]> {
  const named = events.flatMap(({ actor, resourceType, resource }) =>
    actor !== "" || !resourceType || !resource ? [] : [{ resourceType, resource }],
  );
  const known = new Set<string>();
  for (const type of new Set(named.map(({ resourceType }) => resourceType))) {
    const uids = named.flatMap(({ resourceType, resource }) => (resourceType === type ? [resource] : []));
    for (const uid of (await resources.getMany(db, type, uids)).keys()) known.add(`${type} ${uid}`);
  }
  return events.map((event) => {
    const { resourceType, resource, ...others } = event;
    const isUnknown = event.actor === "" && resourceType && resource && !known.has(`${resourceType} ${resource}`);
    return isUnknown ? { ...others, values: { ...others.values, [resourceType.toLowerCase()]: resource } } : event;
  });
}
