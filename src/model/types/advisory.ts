import { enumeration, list, object, set, string, timestamp } from "../kinds";
import { defineResource, type Filter } from "../resource";
import { advisoryEvent, eventTypes, reviewStates } from "./advisory-event";
import { createTime, indexedText, MAX_NAME, uid, updateTime } from "./common";

const anyOf = (number: number, what: string): Filter => ({
  kind: "strings",
  number,
  description: `Only advisories with one of these ${what}.`,
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
  description: `Only advisories ${what}.`,
});

const severity = object(
  {
    type: enumeration({
      number: 1,
      typeName: "Severity.Type",
      description: "How the score is written.",
      numbers: { TYPE_UNSPECIFIED: 0, TYPE_CVSS_V2: 1, TYPE_CVSS_V3: 2, TYPE_CVSS_V4: 3 },
    }),
    score: indexedText(2, "The score."),
  },
  { number: 16, typeName: "Severity", description: "How severe the vulnerability is." },
);

export const advisory = defineResource({
  name: "Advisory",
  plural: "advisories",
  domain: "vulnerabilities",
  description:
    "What is known of a vulnerability in a component of an artifact. Advisories are imported by the operator.",
  parent: { type: "Group", attribute: "groupUid" },
  operations: ["list", "get"],
  capabilities: { list: ["advisories.list"], get: ["advisories.list"] },
  filters: {
    advisoryIds: anyOf(2, "ids"),
    legacyAdvisoryIds: anyOf(3, "earlier ids"),
    artifactNames: anyOf(4, "artifacts"),
    artifactTypes: anyOf(5, "types of artifact"),
    artifactArchitectures: anyOf(6, "architectures"),
    componentNames: anyOf(7, "components"),
    componentTypes: anyOf(8, "types of component"),
    componentLocations: anyOf(9, "locations"),
    aliases: anyOf(10, "aliases"),
    origin: {
      kind: "string",
      number: 11,
      presence: true,
      description: "Only advisories on artifacts of this origin.",
    },
    eventReviewStates: enums(21, "with an event whose review came to one of these", reviewState),
    eventAuthors: anyOf(22, "authors of events"),
    excludeEventAuthors: {
      kind: "strings",
      number: 23,
      description: "No advisories with one of these authors of events.",
    },
    eventReviewers: anyOf(24, "reviewers of events"),
    eventTypes: enums(25, "with an event of one of these types", eventType),
    latestEventType: { ...enums(26, "whose latest event is of this type", eventType, "enum"), presence: true },
    query: {
      kind: "string",
      number: 35,
      description: "Only advisories in whose id, aliases, artifact or component this text stands.",
    },
  },
  pageSizeNumber: 30,
  skipNumber: 34,
  unique: ["advisoryId"],
  fields: {
    uid: uid("The advisory's unique identifier: its group's, and one segment of its own."),
    advisoryId: string({
      number: 2,
      output: true,
      required: true,
      maxLength: MAX_NAME,
      description: "The id by which the advisory is known, once in its group.",
    }),
    createTime: createTime(3),
    updateTime: updateTime(4),
    deleteTime: timestamp({ number: 5, output: true, presence: true, description: "When it was withdrawn." }),
    author: indexedText(6, "Who wrote it."),
    artifactName: indexedText(7, "The artifact's name."),
    artifactType: indexedText(8, "The artifact's type."),
    artifactArchitecture: indexedText(9, "The artifact's architecture."),
    componentName: indexedText(10, "The component's name."),
    componentLocation: indexedText(11, "Where the component lies."),
    componentType: indexedText(12, "The component's type."),
    aliases: set(indexedText(13, "An alias."), { number: 13, description: "Other ids of the vulnerability." }),
    events: list(advisoryEvent, { number: 14, description: "What happened, oldest first." }),
    legacyAdvisoryId: string({
      number: 15,
      output: true,
      presence: true,
      maxLength: MAX_NAME,
      description: "The id by which it was known earlier.",
    }),
    severities: list(severity, { number: 16, output: true, description: "How severe the vulnerability is." }),
  },
});
