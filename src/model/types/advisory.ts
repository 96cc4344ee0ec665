import { enumeration, list, object, set, string, timestamp } from "../kinds";
import { defineResource, type Filter } from "../resource";
import { advisoryEvent, eventTypes, reviewStates } from "./advisory-event";
import { createTime, indexedText, MAX_NAME, uid, updateTime } from "./common";

const anyOf = (number: number, what: string): Filter => ({
  kind: "strings",
  number,
  description: `Return only advisories with one of these ${what}.`,
});
const reviewState = { typeName: "ReviewState", values: Object.keys(reviewStates) };
const eventType = { typeName: "EventTypeFilter", values: Object.keys(eventTypes) };
const enums = (
  number: number,
  what: string,
  type: Pick<Filter, "typeName" | "values">,
  kind: "enum" | "enums" = "enums",
): Filter => ({
  kind,
  number,
  ...type,
  description: `Return only advisories ${what}.`,
});

const severity = object(
  {
    type: enumeration({
      number: 1,
      typeName: "Severity.Type",
      description: "The scoring system.",
      numbers: { TYPE_UNSPECIFIED: 0, TYPE_CVSS_V2: 1, TYPE_CVSS_V3: 2, TYPE_CVSS_V4: 3 },
    }),
    score: indexedText(2, "The score."),
  },
  { number: 16, typeName: "Severity", description: "The vulnerability's severity." },
);

export const advisory = defineResource({
  name: "Advisory",
  plural: "advisories",
  domain: "vulnerabilities",
  description:
    "Information about a vulnerability in a component of an artifact. Advisories are imported by the operator.",
  parent: { type: "Group", attribute: "groupUid" },
  operations: ["list", "get"],
  capabilities: { list: ["advisories.list"], get: ["advisories.list"] },
  filters: {
    advisoryIds: anyOf(2, "IDs"),
    legacyAdvisoryIds: anyOf(3, "legacy IDs"),
    artifactNames: anyOf(4, "artifacts"),
    artifactTypes: anyOf(5, "artifact types"),
    artifactArchitectures: anyOf(6, "architectures"),
    componentNames: anyOf(7, "components"),
    componentTypes: anyOf(8, "component types"),
    componentLocations: anyOf(9, "locations"),
    aliases: anyOf(10, "aliases"),
    origin: {
      kind: "string",
      number: 11,
      presence: true,
      description: "Return only advisories for artifacts from this origin.",
    },
    eventReviewStates: enums(21, "that have an event with one of these review states", reviewState),
    eventAuthors: anyOf(22, "event authors"),
    excludeEventAuthors: {
      kind: "strings",
      number: 23,
      description: "Exclude advisories with one of these event authors.",
    },
    eventReviewers: anyOf(24, "event reviewers"),
    eventTypes: enums(25, "that have an event of one of these types", eventType),
    latestEventType: { ...enums(26, "whose latest event is of this type", eventType, "enum"), presence: true },
    query: {
      kind: "string",
      number: 35,
      description: "Return only advisories whose ID, aliases, artifact or component contains this string.",
    },
  },
  pageSizeNumber: 30,
  skipNumber: 34,
  unique: ["advisoryId"],
  fields: {
    uid: uid("The advisory's unique identifier: its group's uid followed by one more segment."),
    advisoryId: string({
      number: 2,
      output: true,
      required: true,
      maxLength: MAX_NAME,
      description: "The advisory's ID, unique in its group.",
    }),
    createTime: createTime(3),
    updateTime: updateTime(4),
    deleteTime: timestamp({
      number: 5,
      output: true,
      presence: true,
      description: "The time at which the advisory was withdrawn.",
    }),
    author: indexedText(6, "The advisory's author."),
    artifactName: indexedText(7, "The artifact's name."),
    artifactType: indexedText(8, "The artifact's type."),
    artifactArchitecture: indexedText(9, "The artifact's architecture."),
    componentName: indexedText(10, "The component's name."),
    componentLocation: indexedText(11, "The component's location."),
    componentType: indexedText(12, "The component's type."),
    aliases: set(indexedText(13, "An alias."), { number: 13, description: "Other IDs of the vulnerability." }),
    events: list(advisoryEvent, { number: 14, description: "The advisory's events, oldest first." }),
    legacyAdvisoryId: string({
      number: 15,
      output: true,
      presence: true,
      maxLength: MAX_NAME,
      description: "The advisory's legacy ID.",
    }),
    severities: list(severity, { number: 16, output: true, description: "The vulnerability's severity." }),
  },
});
