// Generated from src/model by `npm run generate`.
import type { Uid } from "../../../src/model";
import type { WithInputs } from "../types";

/** Found in the National Vulnerability Database. */
export interface AdvisoryEventDetectionNvdapi {
  /** The CPE that was searched for. */
  readonly cpeSearched?: string | undefined;
  /** The CPE that was found. */
  readonly cpeFound?: string | undefined;
}

/** Entered manually. */
export interface AdvisoryEventDetectionManual {
}

/** Found by a scanner. */
export interface AdvisoryEventDetectionScanv1 {
  /** The scanner. */
  readonly scanner?: string | undefined;
  /** The package component. */
  readonly subpackage?: string | undefined;
  /** The component's ID. */
  readonly componentId?: string | undefined;
  /** The component. */
  readonly component?: string | undefined;
  /** The component's version. */
  readonly componentVersion?: string | undefined;
  /** The component's type. */
  readonly componentType?: string | undefined;
  /** The component's location. */
  readonly componentLocation?: string | undefined;
  /** The artifact's version. */
  readonly artifactVersion?: string | undefined;
  /** The scanner's version. */
  readonly scannerVersion?: string | undefined;
  /** The build time of the scanner's database. */
  readonly grypeDbBuilt?: string | undefined;
  /** The checksum of the scanner's database. */
  readonly grypeDbChecksum?: string | undefined;
}

/** The vulnerability was detected. */
export interface AdvisoryEventDetection {
  /** Found in the National Vulnerability Database. */
  readonly nvdapi?: AdvisoryEventDetectionNvdapi | undefined;
  /** Entered manually. */
  readonly manual?: AdvisoryEventDetectionManual | undefined;
  /** Found by a scanner. */
  readonly scanv1?: AdvisoryEventDetectionScanv1 | undefined;
}

/** The vulnerability was fixed. */
export interface AdvisoryEventFixed {
  /** The version that contains the fix. */
  readonly fixedVersion?: string | undefined;
  /** A note. */
  readonly note?: string | undefined;
  /** The scanner's version. */
  readonly scannerVersion?: string | undefined;
  /** The build time of the scanner's database. */
  readonly grypeDbBuilt?: string | undefined;
  /** The checksum of the scanner's database. */
  readonly grypeDbChecksum?: string | undefined;
}

/** Determined to be a false positive. */
export interface AdvisoryEventFalsePositiveDetermination {
  /** The reason for the false positive. */
  readonly type?: "TYPE_UNSPECIFIED" | "TYPE_VULNERABILITY_RECORD_ANALYSIS_CONTESTED" | "TYPE_COMPONENT_VULNERABILITY_MISMATCH" | "TYPE_VULNERABLE_CODE_VERSION_NOT_USED" | "TYPE_VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE" | "TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH" | "TYPE_VULNERABLE_CODE_CANNOT_BE_CONTROLLED_BY_ADVERSARY" | "TYPE_INLINE_MITIGATIONS_EXIST" | undefined;
  /** A note. */
  readonly note?: string | undefined;
}

/** Analysis is not planned. */
export interface AdvisoryEventAnalysisNotPlanned {
  /** A note. */
  readonly note?: string | undefined;
}

/** A fix is not planned. */
export interface AdvisoryEventFixNotPlanned {
  /** A note. */
  readonly note?: string | undefined;
}

/** A fix from upstream is pending. */
export interface AdvisoryEventPendingUpstreamFix {
  /** A note. */
  readonly note?: string | undefined;
}

/** Determined to be a true positive. */
export interface AdvisoryEventTruePositiveDetermination {
  /** A note. */
  readonly note?: string | undefined;
}

/** The vulnerability was patched. */
export interface AdvisoryEventPatched {
  /** The patched versions. */
  readonly patchedVersions?: readonly string[] | undefined;
  /** A note. */
  readonly note?: string | undefined;
}

/** An event in the history of an advisory. */
export interface AdvisoryEvent {
  /** The event's ID. */
  readonly uid?: string | undefined;
  /** The time of the event. */
  readonly createTime?: string | undefined;
  /** The scanner's report, in base64. */
  readonly findings?: string | undefined;
  /** The event's author. */
  readonly author?: string | undefined;
  /** The event's reviewer. */
  readonly reviewer?: string | undefined;
  /** The result of the review. */
  readonly reviewState?: "REVIEW_STATE_UNSPECIFIED" | "REVIEW_STATE_PENDING" | "REVIEW_STATE_APPROVED" | "REVIEW_STATE_REQUEST_CHANGES" | "REVIEW_STATE_REJECTED" | undefined;
  /** The URL of the discussion. */
  readonly issue?: string | undefined;
  /** The vulnerability was detected. */
  readonly detection?: AdvisoryEventDetection | undefined;
  /** The vulnerability was fixed. */
  readonly fixed?: AdvisoryEventFixed | undefined;
  /** Determined to be a false positive. */
  readonly falsePositiveDetermination?: AdvisoryEventFalsePositiveDetermination | undefined;
  /** Analysis is not planned. */
  readonly analysisNotPlanned?: AdvisoryEventAnalysisNotPlanned | undefined;
  /** A fix is not planned. */
  readonly fixNotPlanned?: AdvisoryEventFixNotPlanned | undefined;
  /** A fix from upstream is pending. */
  readonly pendingUpstreamFix?: AdvisoryEventPendingUpstreamFix | undefined;
  /** Determined to be a true positive. */
  readonly truePositiveDetermination?: AdvisoryEventTruePositiveDetermination | undefined;
  /** The vulnerability was patched. */
  readonly patched?: AdvisoryEventPatched | undefined;
}

/** The vulnerability's severity. */
export interface AdvisorySeverity {
  /** The scoring system. */
  readonly type?: "TYPE_UNSPECIFIED" | "TYPE_CVSS_V2" | "TYPE_CVSS_V3" | "TYPE_CVSS_V4" | undefined;
  /** The score. */
  readonly score?: string | undefined;
}

/** An advisory as lookups return it. Information about a vulnerability in a component of an artifact. Advisories are imported by the operator. */
export interface GetAdvisoryResult {
  /** The advisory's unique identifier: its group's uid followed by one more segment. */
  readonly uid: Uid<"Advisory">;
  /** The uid of the parent group. */
  readonly groupUid: Uid<"Group">;
  /** The advisory's ID, unique in its group. */
  readonly advisoryId: string;
  /** The time at which the resource was created. */
  readonly createTime: string;
  /** The time at which the resource was last updated. */
  readonly updateTime: string;
  /** The time at which the advisory was withdrawn. */
  readonly deleteTime: string;
  /** The advisory's author. */
  readonly author: string;
  /** The artifact's name. */
  readonly artifactName: string;
  /** The artifact's type. */
  readonly artifactType: string;
  /** The artifact's architecture. */
  readonly artifactArchitecture: string;
  /** The component's name. */
  readonly componentName: string;
  /** The component's location. */
  readonly componentLocation: string;
  /** The component's type. */
  readonly componentType: string;
  /** Other IDs of the vulnerability. */
  readonly aliases: readonly string[];
  /** The advisory's events, oldest first. */
  readonly events: readonly AdvisoryEvent[];
  /** The advisory's legacy ID. */
  readonly legacyAdvisoryId: string;
  /** The vulnerability's severity. */
  readonly severities: readonly AdvisorySeverity[];
}

/** Selects an advisory by uid. */
export interface GetAdvisoryByUidArgs {
  /** The uid of the advisory. */
  readonly uid: Uid<"Advisory">;
}

/** Selects an advisory. */
export type GetAdvisoryArgs = GetAdvisoryByUidArgs;

/** {@link GetAdvisoryArgs} any of which may be outputs. */
export type GetAdvisoryOutputArgs = WithInputs<GetAdvisoryArgs>;

/** The arguments of a list of advisories. At most one of `groupUid`, `descendantsOf` may be set. */
export interface GetAdvisoriesArgs {
  /** The uid of a group: lists resources directly in it. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The uid of a group: lists resources anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
  /** Return only advisories with one of these IDs. */
  readonly advisoryIds?: readonly string[] | undefined;
  /** Return only advisories with one of these legacy IDs. */
  readonly legacyAdvisoryIds?: readonly string[] | undefined;
  /** Return only advisories with one of these artifacts. */
  readonly artifactNames?: readonly string[] | undefined;
  /** Return only advisories with one of these artifact types. */
  readonly artifactTypes?: readonly string[] | undefined;
  /** Return only advisories with one of these architectures. */
  readonly artifactArchitectures?: readonly string[] | undefined;
  /** Return only advisories with one of these components. */
  readonly componentNames?: readonly string[] | undefined;
  /** Return only advisories with one of these component types. */
  readonly componentTypes?: readonly string[] | undefined;
  /** Return only advisories with one of these locations. */
  readonly componentLocations?: readonly string[] | undefined;
  /** Return only advisories with one of these aliases. */
  readonly aliases?: readonly string[] | undefined;
  /** Return only advisories for artifacts from this origin. */
  readonly origin?: string | undefined;
  /** Return only advisories that have an event with one of these review states. */
  readonly eventReviewStates?: readonly ("" | "REVIEW_STATE_UNSPECIFIED" | "REVIEW_STATE_PENDING" | "REVIEW_STATE_APPROVED" | "REVIEW_STATE_REQUEST_CHANGES" | "REVIEW_STATE_REJECTED")[] | undefined;
  /** Return only advisories with one of these event authors. */
  readonly eventAuthors?: readonly string[] | undefined;
  /** Exclude advisories with one of these event authors. */
  readonly excludeEventAuthors?: readonly string[] | undefined;
  /** Return only advisories with one of these event reviewers. */
  readonly eventReviewers?: readonly string[] | undefined;
  /** Return only advisories that have an event of one of these types. */
  readonly eventTypes?: readonly ("" | "EVENT_TYPE_FILTER_DETECTION" | "EVENT_TYPE_FILTER_TRUE_POSITIVE_DETERMINATION" | "EVENT_TYPE_FILTER_FIXED" | "EVENT_TYPE_FILTER_FALSE_POSITIVE_DETERMINATION" | "EVENT_TYPE_FILTER_ANALYSIS_NOT_PLANNED" | "EVENT_TYPE_FILTER_FIX_NOT_PLANNED" | "EVENT_TYPE_FILTER_PENDING_UPSTREAM_FIX" | "EVENT_TYPE_FILTER_PATCHED")[] | undefined;
  /** Return only advisories whose latest event is of this type. */
  readonly latestEventType?: "EVENT_TYPE_FILTER_DETECTION" | "EVENT_TYPE_FILTER_TRUE_POSITIVE_DETERMINATION" | "EVENT_TYPE_FILTER_FIXED" | "EVENT_TYPE_FILTER_FALSE_POSITIVE_DETERMINATION" | "EVENT_TYPE_FILTER_ANALYSIS_NOT_PLANNED" | "EVENT_TYPE_FILTER_FIX_NOT_PLANNED" | "EVENT_TYPE_FILTER_PENDING_UPSTREAM_FIX" | "EVENT_TYPE_FILTER_PATCHED" | undefined;
  /** Return only advisories whose ID, aliases, artifact or component contains this string. */
  readonly query?: string | undefined;
}

/** {@link GetAdvisoriesArgs} any of which may be outputs. */
export type GetAdvisoriesOutputArgs = WithInputs<GetAdvisoriesArgs>;
