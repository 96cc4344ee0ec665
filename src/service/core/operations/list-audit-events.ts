import { invalidArgument, type ListRequest } from "../../../api";
import { auditEvent, canonicalTimestamp, type JsonObject, type ResourceDefinition } from "../../../model";
import { auditList, type StoredAuditEvent } from "../../store";
import type { Caller } from "../access";
import { requestedScopes } from "./list";
import type { Dependencies, ListResponse } from "./types";

const definition: ResourceDefinition = auditEvent;

/** The maximum number of scopes in one statement, because engines limit the number of conditions. */
const MAX_SCOPES = 200;

/** Lists the audit events of resources in the scopes where the caller has the capability, newest first by default. */
export function listAuditEvents(
  { access, store: { db }, cursors }: Dependencies,
  caller: Caller,
  request: ListRequest,
): Promise<ListResponse> {
  return access.read(caller, async (seen) => {
    const { order, pageSize, skip, pageToken, filters } = request;
    const scopes = seen.scopesWithin(auditEvent.capabilities.list, requestedScopes(definition, request));
    if (scopes.size > MAX_SCOPES)
      throw invalidArgument({
        path: ["uidp.descendants_of"],
        problem:
          "is required: the caller may list audit events in too many groups; name a group to list the events below it",
      });
    const selection = { ...stringFilters(filters), ...times(filters), scopes };
    const query = [definition.name, seen.identityUid, scopes.list, filters, order];
    const cursor = pageToken === undefined ? undefined : cursors.read(query, pageToken);
    const key = order.key === "uid" ? "uid" : "createTime";
    const [found, totalCount] = await Promise.all([
      auditList.page(db, selection, {
        key,
        descending: order.descending,
        after: cursor?.after,
        skip,
        limit: pageSize + 1,
      }),
      cursor?.total?.count ?? auditList.count(db, selection),
    ]);
    const page = found.slice(0, pageSize);
    const response = { items: page.map(presentAuditEvent), totalCount, skipped: skip };
    const last = page.at(-1);
    if (found.length <= pageSize || !last) return response;
    return {
      ...response,
      nextPageToken: cursors.write(query, {
        after: [last.createTime, last.uid],
        total: { count: totalCount, within: "" },
      }),
    };
  });
}

/** Converts times to the store's format. */
const times = ({ startTime, endTime }: ListRequest["filters"]) => ({
  ...(startTime === undefined ? {} : { startTime: inStore(startTime) }),
  ...(endTime === undefined ? {} : { endTime: inStore(endTime) }),
});

/** The request is valid, so the time is a timestamp. */
const inStore = (time: unknown): string => new Date(canonicalTimestamp(String(time)) ?? "").toISOString();

/** Returns the string filters. */
const stringFilters = ({ actor, action, resource }: ListRequest["filters"]) => ({
  ...(actor === undefined ? {} : { actor: String(actor) }),
  ...(action === undefined ? {} : { action: String(action) }),
  ...(resource === undefined ? {} : { resource: String(resource) }),
});

/** Converts an event to its API form, including fields with zero values. */
function presentAuditEvent({ narrowing: restrictions, values, count = 1, ...event }: StoredAuditEvent): JsonObject {
  const written = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const all: JsonObject = { ...event, count, ...restrictions, values: Object.fromEntries(written) };
  return Object.fromEntries(
    Object.entries(definition.fields).map(([name, field]) => [name, field.normalize(all[name])]),
  );
}
