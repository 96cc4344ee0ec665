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
    description: "Somebody entered it.",
  },
);

const detection = object(
  {
    nvdapi: object(
      { cpeSearched: text(1, "What was searched for."), cpeFound: text(2, "What was found.") },
      {
        number: 1,
        typeName: "AdvisoryEvent.Detection.NVDAPI",
        oneof: "type",
        description: "Found in the national database.",
      },
    ),
    manual,
    scanv1: object(
      {
        scanner: text(1, "The scanner."),
        subpackage: text(2, "The part of the package."),
        componentId: text(3, "The component's id."),
        component: text(4, "The component."),
        componentVersion: text(5, "The component's version."),
        componentType: text(6, "The component's type."),
        componentLocation: text(7, "Where the component lies."),
        artifactVersion: text(8, "The artifact's version."),
        scannerVersion: text(9, "The scanner's version."),
        grypeDbBuilt: text(10, "When the scanner's database was built."),
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
    fixedVersion: text(1, "The version that is fixed."),
    note: text(2, "A note."),
    scannerVersion: text(3, "The scanner's version."),
    grypeDbBuilt: text(4, "When the scanner's database was built."),
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
      description: "Why it is a false positive.",
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
    description: "It turned out to be no vulnerability.",
  },
);

const noted = (number: number, typeName: string, description: string) =>
  object({ note: text(1, "A note.") }, { number, typeName, oneof: "type", mayBeEmpty: true, description });

const patched = object(
  {
    patchedVersions: list(text(1, "A version."), { number: 1, description: "The versions that are patched." }),
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
    uid: text(1, "The event's id."),
    createTime: timestamp({ number: 2, description: "When it happened." }),
    findings: bytes({ number: 3, description: "What a scanner said of it, in base64." }),
    author: indexedText(4, "Who said so."),
    reviewer: indexedText(5, "Who reviewed it."),
    reviewState: enumeration({
      number: 6,
      typeName: "ReviewState",
      numbers: reviewStates,
      description: "What the review came to.",
    }),
    issue: string({ number: 7, presence: true, description: "Where it is discussed." }),
    detection,
    fixed,
    falsePositiveDetermination,
    analysisNotPlanned: noted(13, "AdvisoryEvent.AnalysisNotPlanned", "It will not be analysed."),
    fixNotPlanned: noted(14, "AdvisoryEvent.FixNotPlanned", "It will not be fixed."),
    pendingUpstreamFix: noted(15, "AdvisoryEvent.PendingUpstreamFix", "It waits for a fix from elsewhere."),
    truePositiveDetermination: noted(
      16,
      "AdvisoryEvent.TruePositiveDetermination",
      "It turned out to be a vulnerability.",
    ),
    patched,
  },
  {
    number: 14,
    typeName: "AdvisoryEvent",
    rules: [exactlyOneOf(...Object.values(eventTypes))],
    description: "Something that happened.",
  },
);
