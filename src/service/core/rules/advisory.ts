import type { FilterValue } from "../../../api";
import { eventTypes, type JsonObject, objectOrEmpty } from "../../../model";
import type { Rules } from "./rules";

/** Filters on a field of the advisory or of its events. */
const own = {
  advisoryIds: "advisoryId",
  legacyAdvisoryIds: "legacyAdvisoryId",
  artifactNames: "artifactName",
  artifactTypes: "artifactType",
  artifactArchitectures: "artifactArchitecture",
  componentNames: "componentName",
  componentTypes: "componentType",
  componentLocations: "componentLocation",
  aliases: "aliases",
  origin: "origin",
} as const;
const ofEvents = { eventAuthors: "author", eventReviewers: "reviewer", eventReviewStates: "reviewState" } as const;

/** The fields that the filter `query` searches. */
const searched = ["advisoryId", "legacyAdvisoryId", "aliases", "artifactName", "componentName"] as const;

export const advisory: Rules = {
  indexEntries({ fields }) {
    const events = Array.isArray(fields.events) ? fields.events.map(objectOrEmpty) : [];
    const latest = events.toSorted(byTime).at(-1);
    return {
      ...mapped(own, (field) => texts(fields[field])),
      ...mapped(ofEvents, (field) => events.flatMap((event) => texts(event[field]))),
      eventTypes: events.flatMap(typeOf),
      latestEventType: latest ? typeOf(latest) : [],
      query: searched.flatMap((field) => texts(fields[field])).map((text) => text.toLowerCase()),
    };
  },

  conditions: {
    excludeEventAuthors: (authors) => ({ field: "eventAuthors", excludes: [authors].flat().map(String) }),
    query: (text: FilterValue) => ({ field: "query", contains: String(text).toLowerCase() }),
  },
};

const texts = (value: unknown): string[] => (value === undefined || value === "" ? [] : [value].flat().map(String));

const typeOf = (event: JsonObject): string[] =>
  Object.entries(eventTypes).flatMap(([type, field]) => (event[field] === undefined ? [] : [type]));

const byTime = (one: JsonObject, other: JsonObject): number =>
  Date.parse(String(one.createTime)) - Date.parse(String(other.createTime));

const mapped = <K extends string>(
  fields: Readonly<Record<string, K>>,
  valuesOf: (field: K) => string[],
): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields).map(([filter, field]) => [filter, valuesOf(field)]));
