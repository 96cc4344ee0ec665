import { bytes, enumeration, list, object, string, timestamp } from "../kinds";
import { atMostOneOf, exactlyOneOf } from "../rules";
import { indexedText, text } from "./common";

/** The events of an advisory. Each event has exactly one of the types at the end of this file. */

const manual = object(
  {},
  {
    number: 2,
    typeName: "AdvisoryEvent.Detection.Manual",
    oneof: "type",
    mayBeEmpty: true,
    description: "Entered manually.",
  },
);

const detection = object(
  {
    nvdapi: object(
      { cpeSearched: text(1, "The CPE that was searched for."), cpeFound: text(2, "The CPE that was found.") },
      {
        number: 1,
        typeName: "AdvisoryEvent.Detection.NVDAPI",
        oneof: "type",
        description: "Found in the National Vulnerability Database.",
      },
    ),
    manual,
    scanv1: object(
      {
        scanner: text(1, "The scanner."),
        subpackage: text(2, "The package component."),
        componentId: text(3, "The component's ID."),
        component: text(4, "The component."),
        componentVersion: text(5, "The component's version."),
        componentType: text(6, "The component's type."),
        componentLocation: text(7, "The component's location."),
        artifactVersion: text(8, "The artifact's version."),
        scannerVersion: text(9, "The scanner's version."),
        grypeDbBuilt: text(10, "The build time of the scanner's database."),
        grypeDbChecksum: text(11, "The checksum of the scanner's database."),
      },
      { number: 3, typeName: "AdvisoryEvent.Detection.ScanV1", oneof: "type", description: "Found by a scanner." },
    ),
  },
  {
    number: 10,
    typeName: "AdvisoryEvent.Detection",
    oneof: "type",
    mayBeEmpty: true,
    rules: [atMostOneOf("nvdapi", "manual", "scanv1")],
    description: "The vulnerability was detected.",
  },
);

const fixed = object(
  {
    fixedVersion: text(1, "The version that contains the fix."),
    note: text(2, "A note."),
    scannerVersion: text(3, "The scanner's version."),
    grypeDbBuilt: text(4, "The build time of the scanner's database."),
    grypeDbChecksum: text(5, "The checksum of the scanner's database."),
  },
  {
    number: 11,
    typeName: "AdvisoryEvent.Fixed",
    oneof: "type",
    mayBeEmpty: true,
    description: "The vulnerability was fixed.",
  },
);

const falsePositiveDetermination = object(
  {
    type: enumeration({
      number: 1,
      typeName: "AdvisoryEvent.FalsePositiveDetermination.Type",
      description: "The reason for the false positive.",
      numbers: {
        TYPE_UNSPECIFIED: 0,
        TYPE_VULNERABILITY_RECORD_ANALYSIS_CONTESTED: 1,
        TYPE_COMPONENT_VULNERABILITY_MISMATCH: 2,
        TYPE_VULNERABLE_CODE_VERSION_NOT_USED: 3,
        TYPE_VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE: 4,
        TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH: 5,
        TYPE_VULNERABLE_CODE_CANNOT_BE_CONTROLLED_BY_ADVERSARY: 6,
        TYPE_INLINE_MITIGATIONS_EXIST: 7,
      },
    }),
    note: text(2, "A note."),
  },
  {
    number: 12,
    typeName: "AdvisoryEvent.FalsePositiveDetermination",
    oneof: "type",
    mayBeEmpty: true,
    description: "Determined to be a false positive.",
  },
);

const eventWithNote = (number: number, typeName: string, description: string) =>
  object({ note: text(1, "A note.") }, { number, typeName, oneof: "type", mayBeEmpty: true, description });

const patched = object(
  {
    patchedVersions: list(text(1, "A version."), { number: 1, description: "The patched versions." }),
    note: text(2, "A note."),
  },
  {
    number: 17,
    typeName: "AdvisoryEvent.Patched",
    oneof: "type",
    mayBeEmpty: true,
    description: "The vulnerability was patched.",
  },
);

export const reviewStates = {
  REVIEW_STATE_UNSPECIFIED: 0,
  REVIEW_STATE_PENDING: 1,
  REVIEW_STATE_APPROVED: 2,
  REVIEW_STATE_REQUEST_CHANGES: 3,
  REVIEW_STATE_REJECTED: 4,
} as const;

/** The event types by their values in list filters. */
export const eventTypes = {
  EVENT_TYPE_FILTER_DETECTION: "detection",
  EVENT_TYPE_FILTER_TRUE_POSITIVE_DETERMINATION: "truePositiveDetermination",
  EVENT_TYPE_FILTER_FIXED: "fixed",
  EVENT_TYPE_FILTER_FALSE_POSITIVE_DETERMINATION: "falsePositiveDetermination",
  EVENT_TYPE_FILTER_ANALYSIS_NOT_PLANNED: "analysisNotPlanned",
  EVENT_TYPE_FILTER_FIX_NOT_PLANNED: "fixNotPlanned",
  EVENT_TYPE_FILTER_PENDING_UPSTREAM_FIX: "pendingUpstreamFix",
  EVENT_TYPE_FILTER_PATCHED: "patched",
} as const;

export const advisoryEvent = object(
  {
    uid: text(1, "The event's ID."),
    createTime: timestamp({ number: 2, description: "The time of the event." }),
    findings: bytes({ number: 3, description: "The scanner's report, in base64." }),
    author: indexedText(4, "The event's author."),
    reviewer: indexedText(5, "The event's reviewer."),
    reviewState: enumeration({
      number: 6,
      typeName: "ReviewState",
      numbers: reviewStates,
      description: "The result of the review.",
    }),
    issue: string({ number: 7, presence: true, description: "The URL of the discussion." }),
    detection,
    fixed,
    falsePositiveDetermination,
    analysisNotPlanned: eventWithNote(13, "AdvisoryEvent.AnalysisNotPlanned", "Analysis is not planned."),
    fixNotPlanned: eventWithNote(14, "AdvisoryEvent.FixNotPlanned", "A fix is not planned."),
    pendingUpstreamFix: eventWithNote(15, "AdvisoryEvent.PendingUpstreamFix", "A fix from upstream is pending."),
    truePositiveDetermination: eventWithNote(
      16,
      "AdvisoryEvent.TruePositiveDetermination",
      "Determined to be a true positive.",
    ),
    patched,
  },
  {
    number: 14,
    typeName: "AdvisoryEvent",
    rules: [exactlyOneOf(...Object.values(eventTypes))],
    description: "An event in the history of an advisory.",
  },
);
