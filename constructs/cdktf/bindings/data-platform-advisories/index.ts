// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataPlatformAdvisoriesConfig extends cdktf.TerraformMetaArguments {
  /**
  * Return only advisories with one of these IDs.
  */
  readonly advisoryIds?: string[];
  /**
  * Return only advisories with one of these aliases.
  */
  readonly aliases?: string[];
  /**
  * Return only advisories with one of these architectures.
  */
  readonly artifactArchitectures?: string[];
  /**
  * Return only advisories with one of these artifacts.
  */
  readonly artifactNames?: string[];
  /**
  * Return only advisories with one of these artifact types.
  */
  readonly artifactTypes?: string[];
  /**
  * Deprecated name of group_uid.
  */
  readonly childrenOf?: string;
  /**
  * Return only advisories with one of these locations.
  */
  readonly componentLocations?: string[];
  /**
  * Return only advisories with one of these components.
  */
  readonly componentNames?: string[];
  /**
  * Return only advisories with one of these component types.
  */
  readonly componentTypes?: string[];
  /**
  * The uid of a group; lists resources anywhere below it.
  */
  readonly descendantsOf?: string;
  /**
  * Return only advisories with one of these event authors.
  */
  readonly eventAuthors?: string[];
  /**
  * Return only advisories that have an event with one of these review states. One of REVIEW_STATE_UNSPECIFIED, REVIEW_STATE_PENDING, REVIEW_STATE_APPROVED, REVIEW_STATE_REQUEST_CHANGES, REVIEW_STATE_REJECTED.
  */
  readonly eventReviewStates?: string[];
  /**
  * Return only advisories with one of these event reviewers.
  */
  readonly eventReviewers?: string[];
  /**
  * Return only advisories that have an event of one of these types. One of EVENT_TYPE_FILTER_DETECTION, EVENT_TYPE_FILTER_TRUE_POSITIVE_DETERMINATION, EVENT_TYPE_FILTER_FIXED, EVENT_TYPE_FILTER_FALSE_POSITIVE_DETERMINATION, EVENT_TYPE_FILTER_ANALYSIS_NOT_PLANNED, EVENT_TYPE_FILTER_FIX_NOT_PLANNED, EVENT_TYPE_FILTER_PENDING_UPSTREAM_FIX, EVENT_TYPE_FILTER_PATCHED.
  */
  readonly eventTypes?: string[];
  /**
  * Exclude advisories with one of these event authors.
  */
  readonly excludeEventAuthors?: string[];
  /**
  * The uid of a group; lists resources directly in it.
  */
  readonly groupUid?: string;
  /**
  * Return only advisories whose latest event is of this type. One of EVENT_TYPE_FILTER_DETECTION, EVENT_TYPE_FILTER_TRUE_POSITIVE_DETERMINATION, EVENT_TYPE_FILTER_FIXED, EVENT_TYPE_FILTER_FALSE_POSITIVE_DETERMINATION, EVENT_TYPE_FILTER_ANALYSIS_NOT_PLANNED, EVENT_TYPE_FILTER_FIX_NOT_PLANNED, EVENT_TYPE_FILTER_PENDING_UPSTREAM_FIX, EVENT_TYPE_FILTER_PATCHED.
  */
  readonly latestEventType?: string;
  /**
  * Return only advisories with one of these legacy IDs.
  */
  readonly legacyAdvisoryIds?: string[];
  /**
  * Return only advisories for artifacts from this origin.
  */
  readonly origin?: string;
  /**
  * Return only advisories whose ID, aliases, artifact or component contains this string.
  */
  readonly query?: string;
}
export interface DataPlatformAdvisoriesAdvisoriesEventsAnalysisNotPlanned {
}

export function dataPlatformAdvisoriesAdvisoriesEventsAnalysisNotPlannedToTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsAnalysisNotPlanned): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesEventsAnalysisNotPlannedToHclTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsAnalysisNotPlanned): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesEventsAnalysisNotPlannedOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisoriesEventsAnalysisNotPlanned | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisoriesEventsAnalysisNotPlanned | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // note - computed: true, optional: false, required: false
  public get note() {
    return this.getStringAttribute('note');
  }
}
export interface DataPlatformAdvisoriesAdvisoriesEventsDetectionManual {
}

export function dataPlatformAdvisoriesAdvisoriesEventsDetectionManualToTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsDetectionManual): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesEventsDetectionManualToHclTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsDetectionManual): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesEventsDetectionManualOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisoriesEventsDetectionManual | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisoriesEventsDetectionManual | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }
}
export interface DataPlatformAdvisoriesAdvisoriesEventsDetectionNvdapi {
}

export function dataPlatformAdvisoriesAdvisoriesEventsDetectionNvdapiToTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsDetectionNvdapi): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesEventsDetectionNvdapiToHclTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsDetectionNvdapi): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesEventsDetectionNvdapiOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisoriesEventsDetectionNvdapi | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisoriesEventsDetectionNvdapi | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // cpe_found - computed: true, optional: false, required: false
  public get cpeFound() {
    return this.getStringAttribute('cpe_found');
  }

  // cpe_searched - computed: true, optional: false, required: false
  public get cpeSearched() {
    return this.getStringAttribute('cpe_searched');
  }
}
export interface DataPlatformAdvisoriesAdvisoriesEventsDetectionScanv1 {
}

export function dataPlatformAdvisoriesAdvisoriesEventsDetectionScanv1ToTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsDetectionScanv1): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesEventsDetectionScanv1ToHclTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsDetectionScanv1): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesEventsDetectionScanv1OutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisoriesEventsDetectionScanv1 | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisoriesEventsDetectionScanv1 | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // artifact_version - computed: true, optional: false, required: false
  public get artifactVersion() {
    return this.getStringAttribute('artifact_version');
  }

  // component - computed: true, optional: false, required: false
  public get component() {
    return this.getStringAttribute('component');
  }

  // component_id - computed: true, optional: false, required: false
  public get componentId() {
    return this.getStringAttribute('component_id');
  }

  // component_location - computed: true, optional: false, required: false
  public get componentLocation() {
    return this.getStringAttribute('component_location');
  }

  // component_type - computed: true, optional: false, required: false
  public get componentType() {
    return this.getStringAttribute('component_type');
  }

  // component_version - computed: true, optional: false, required: false
  public get componentVersion() {
    return this.getStringAttribute('component_version');
  }

  // grype_db_built - computed: true, optional: false, required: false
  public get grypeDbBuilt() {
    return this.getStringAttribute('grype_db_built');
  }

  // grype_db_checksum - computed: true, optional: false, required: false
  public get grypeDbChecksum() {
    return this.getStringAttribute('grype_db_checksum');
  }

  // scanner - computed: true, optional: false, required: false
  public get scanner() {
    return this.getStringAttribute('scanner');
  }

  // scanner_version - computed: true, optional: false, required: false
  public get scannerVersion() {
    return this.getStringAttribute('scanner_version');
  }

  // subpackage - computed: true, optional: false, required: false
  public get subpackage() {
    return this.getStringAttribute('subpackage');
  }
}
export interface DataPlatformAdvisoriesAdvisoriesEventsDetection {
}

export function dataPlatformAdvisoriesAdvisoriesEventsDetectionToTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsDetection): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesEventsDetectionToHclTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsDetection): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesEventsDetectionOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisoriesEventsDetection | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisoriesEventsDetection | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // manual - computed: true, optional: false, required: false
  private _manual = new DataPlatformAdvisoriesAdvisoriesEventsDetectionManualOutputReference(this, "manual");
  public get manual() {
    return this._manual;
  }

  // nvdapi - computed: true, optional: false, required: false
  private _nvdapi = new DataPlatformAdvisoriesAdvisoriesEventsDetectionNvdapiOutputReference(this, "nvdapi");
  public get nvdapi() {
    return this._nvdapi;
  }

  // scanv1 - computed: true, optional: false, required: false
  private _scanv1 = new DataPlatformAdvisoriesAdvisoriesEventsDetectionScanv1OutputReference(this, "scanv1");
  public get scanv1() {
    return this._scanv1;
  }
}
export interface DataPlatformAdvisoriesAdvisoriesEventsFalsePositiveDetermination {
}

export function dataPlatformAdvisoriesAdvisoriesEventsFalsePositiveDeterminationToTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsFalsePositiveDetermination): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesEventsFalsePositiveDeterminationToHclTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsFalsePositiveDetermination): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesEventsFalsePositiveDeterminationOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisoriesEventsFalsePositiveDetermination | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisoriesEventsFalsePositiveDetermination | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // note - computed: true, optional: false, required: false
  public get note() {
    return this.getStringAttribute('note');
  }

  // type - computed: true, optional: false, required: false
  public get type() {
    return this.getStringAttribute('type');
  }
}
export interface DataPlatformAdvisoriesAdvisoriesEventsFixNotPlanned {
}

export function dataPlatformAdvisoriesAdvisoriesEventsFixNotPlannedToTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsFixNotPlanned): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesEventsFixNotPlannedToHclTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsFixNotPlanned): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesEventsFixNotPlannedOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisoriesEventsFixNotPlanned | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisoriesEventsFixNotPlanned | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // note - computed: true, optional: false, required: false
  public get note() {
    return this.getStringAttribute('note');
  }
}
export interface DataPlatformAdvisoriesAdvisoriesEventsFixed {
}

export function dataPlatformAdvisoriesAdvisoriesEventsFixedToTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsFixed): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesEventsFixedToHclTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsFixed): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesEventsFixedOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisoriesEventsFixed | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisoriesEventsFixed | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // fixed_version - computed: true, optional: false, required: false
  public get fixedVersion() {
    return this.getStringAttribute('fixed_version');
  }

  // grype_db_built - computed: true, optional: false, required: false
  public get grypeDbBuilt() {
    return this.getStringAttribute('grype_db_built');
  }

  // grype_db_checksum - computed: true, optional: false, required: false
  public get grypeDbChecksum() {
    return this.getStringAttribute('grype_db_checksum');
  }

  // note - computed: true, optional: false, required: false
  public get note() {
    return this.getStringAttribute('note');
  }

  // scanner_version - computed: true, optional: false, required: false
  public get scannerVersion() {
    return this.getStringAttribute('scanner_version');
  }
}
export interface DataPlatformAdvisoriesAdvisoriesEventsPatched {
}

export function dataPlatformAdvisoriesAdvisoriesEventsPatchedToTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsPatched): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesEventsPatchedToHclTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsPatched): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesEventsPatchedOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisoriesEventsPatched | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisoriesEventsPatched | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // note - computed: true, optional: false, required: false
  public get note() {
    return this.getStringAttribute('note');
  }

  // patched_versions - computed: true, optional: false, required: false
  public get patchedVersions() {
    return this.getListAttribute('patched_versions');
  }
}
export interface DataPlatformAdvisoriesAdvisoriesEventsPendingUpstreamFix {
}

export function dataPlatformAdvisoriesAdvisoriesEventsPendingUpstreamFixToTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsPendingUpstreamFix): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesEventsPendingUpstreamFixToHclTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsPendingUpstreamFix): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesEventsPendingUpstreamFixOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisoriesEventsPendingUpstreamFix | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisoriesEventsPendingUpstreamFix | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // note - computed: true, optional: false, required: false
  public get note() {
    return this.getStringAttribute('note');
  }
}
export interface DataPlatformAdvisoriesAdvisoriesEventsTruePositiveDetermination {
}

export function dataPlatformAdvisoriesAdvisoriesEventsTruePositiveDeterminationToTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsTruePositiveDetermination): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesEventsTruePositiveDeterminationToHclTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEventsTruePositiveDetermination): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesEventsTruePositiveDeterminationOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisoriesEventsTruePositiveDetermination | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisoriesEventsTruePositiveDetermination | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // note - computed: true, optional: false, required: false
  public get note() {
    return this.getStringAttribute('note');
  }
}
export interface DataPlatformAdvisoriesAdvisoriesEvents {
}

export function dataPlatformAdvisoriesAdvisoriesEventsToTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEvents): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesEventsToHclTerraform(struct?: DataPlatformAdvisoriesAdvisoriesEvents): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesEventsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisoriesEvents | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisoriesEvents | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // analysis_not_planned - computed: true, optional: false, required: false
  private _analysisNotPlanned = new DataPlatformAdvisoriesAdvisoriesEventsAnalysisNotPlannedOutputReference(this, "analysis_not_planned");
  public get analysisNotPlanned() {
    return this._analysisNotPlanned;
  }

  // author - computed: true, optional: false, required: false
  public get author() {
    return this.getStringAttribute('author');
  }

  // create_time - computed: true, optional: false, required: false
  public get createTime() {
    return this.getStringAttribute('create_time');
  }

  // detection - computed: true, optional: false, required: false
  private _detection = new DataPlatformAdvisoriesAdvisoriesEventsDetectionOutputReference(this, "detection");
  public get detection() {
    return this._detection;
  }

  // false_positive_determination - computed: true, optional: false, required: false
  private _falsePositiveDetermination = new DataPlatformAdvisoriesAdvisoriesEventsFalsePositiveDeterminationOutputReference(this, "false_positive_determination");
  public get falsePositiveDetermination() {
    return this._falsePositiveDetermination;
  }

  // findings - computed: true, optional: false, required: false
  public get findings() {
    return this.getStringAttribute('findings');
  }

  // fix_not_planned - computed: true, optional: false, required: false
  private _fixNotPlanned = new DataPlatformAdvisoriesAdvisoriesEventsFixNotPlannedOutputReference(this, "fix_not_planned");
  public get fixNotPlanned() {
    return this._fixNotPlanned;
  }

  // fixed - computed: true, optional: false, required: false
  private _fixed = new DataPlatformAdvisoriesAdvisoriesEventsFixedOutputReference(this, "fixed");
  public get fixed() {
    return this._fixed;
  }

  // issue - computed: true, optional: false, required: false
  public get issue() {
    return this.getStringAttribute('issue');
  }

  // patched - computed: true, optional: false, required: false
  private _patched = new DataPlatformAdvisoriesAdvisoriesEventsPatchedOutputReference(this, "patched");
  public get patched() {
    return this._patched;
  }

  // pending_upstream_fix - computed: true, optional: false, required: false
  private _pendingUpstreamFix = new DataPlatformAdvisoriesAdvisoriesEventsPendingUpstreamFixOutputReference(this, "pending_upstream_fix");
  public get pendingUpstreamFix() {
    return this._pendingUpstreamFix;
  }

  // review_state - computed: true, optional: false, required: false
  public get reviewState() {
    return this.getStringAttribute('review_state');
  }

  // reviewer - computed: true, optional: false, required: false
  public get reviewer() {
    return this.getStringAttribute('reviewer');
  }

  // true_positive_determination - computed: true, optional: false, required: false
  private _truePositiveDetermination = new DataPlatformAdvisoriesAdvisoriesEventsTruePositiveDeterminationOutputReference(this, "true_positive_determination");
  public get truePositiveDetermination() {
    return this._truePositiveDetermination;
  }

  // uid - computed: true, optional: false, required: false
  public get uid() {
    return this.getStringAttribute('uid');
  }
}

export class DataPlatformAdvisoriesAdvisoriesEventsList extends cdktf.ComplexList {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected override terraformResource: cdktf.IInterpolatingParent, protected override terraformAttribute: string, protected override wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): DataPlatformAdvisoriesAdvisoriesEventsOutputReference {
    return new DataPlatformAdvisoriesAdvisoriesEventsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface DataPlatformAdvisoriesAdvisoriesSeverities {
}

export function dataPlatformAdvisoriesAdvisoriesSeveritiesToTerraform(struct?: DataPlatformAdvisoriesAdvisoriesSeverities): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesSeveritiesToHclTerraform(struct?: DataPlatformAdvisoriesAdvisoriesSeverities): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesSeveritiesOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisoriesSeverities | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisoriesSeverities | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // score - computed: true, optional: false, required: false
  public get score() {
    return this.getStringAttribute('score');
  }

  // type - computed: true, optional: false, required: false
  public get type() {
    return this.getStringAttribute('type');
  }
}

export class DataPlatformAdvisoriesAdvisoriesSeveritiesList extends cdktf.ComplexList {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected override terraformResource: cdktf.IInterpolatingParent, protected override terraformAttribute: string, protected override wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): DataPlatformAdvisoriesAdvisoriesSeveritiesOutputReference {
    return new DataPlatformAdvisoriesAdvisoriesSeveritiesOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface DataPlatformAdvisoriesAdvisories {
}

export function dataPlatformAdvisoriesAdvisoriesToTerraform(struct?: DataPlatformAdvisoriesAdvisories): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoriesAdvisoriesToHclTerraform(struct?: DataPlatformAdvisoriesAdvisories): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoriesAdvisoriesOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): DataPlatformAdvisoriesAdvisories | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoriesAdvisories | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // advisory_id - computed: true, optional: false, required: false
  public get advisoryId() {
    return this.getStringAttribute('advisory_id');
  }

  // aliases - computed: true, optional: false, required: false
  public get aliases() {
    return cdktf.Fn.tolist(this.getListAttribute('aliases'));
  }

  // artifact_architecture - computed: true, optional: false, required: false
  public get artifactArchitecture() {
    return this.getStringAttribute('artifact_architecture');
  }

  // artifact_name - computed: true, optional: false, required: false
  public get artifactName() {
    return this.getStringAttribute('artifact_name');
  }

  // artifact_type - computed: true, optional: false, required: false
  public get artifactType() {
    return this.getStringAttribute('artifact_type');
  }

  // author - computed: true, optional: false, required: false
  public get author() {
    return this.getStringAttribute('author');
  }

  // component_location - computed: true, optional: false, required: false
  public get componentLocation() {
    return this.getStringAttribute('component_location');
  }

  // component_name - computed: true, optional: false, required: false
  public get componentName() {
    return this.getStringAttribute('component_name');
  }

  // component_type - computed: true, optional: false, required: false
  public get componentType() {
    return this.getStringAttribute('component_type');
  }

  // create_time - computed: true, optional: false, required: false
  public get createTime() {
    return this.getStringAttribute('create_time');
  }

  // delete_time - computed: true, optional: false, required: false
  public get deleteTime() {
    return this.getStringAttribute('delete_time');
  }

  // events - computed: true, optional: false, required: false
  private _events = new DataPlatformAdvisoriesAdvisoriesEventsList(this, "events", false);
  public get events() {
    return this._events;
  }

  // group_uid - computed: true, optional: false, required: false
  public get groupUid() {
    return this.getStringAttribute('group_uid');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // legacy_advisory_id - computed: true, optional: false, required: false
  public get legacyAdvisoryId() {
    return this.getStringAttribute('legacy_advisory_id');
  }

  // severities - computed: true, optional: false, required: false
  private _severities = new DataPlatformAdvisoriesAdvisoriesSeveritiesList(this, "severities", false);
  public get severities() {
    return this._severities;
  }

  // uid - computed: true, optional: false, required: false
  public get uid() {
    return this.getStringAttribute('uid');
  }

  // update_time - computed: true, optional: false, required: false
  public get updateTime() {
    return this.getStringAttribute('update_time');
  }
}

export class DataPlatformAdvisoriesAdvisoriesList extends cdktf.ComplexList {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected override terraformResource: cdktf.IInterpolatingParent, protected override terraformAttribute: string, protected override wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): DataPlatformAdvisoriesAdvisoriesOutputReference {
    return new DataPlatformAdvisoriesAdvisoriesOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a platform_advisories
*/
export class DataPlatformAdvisories extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "platform_advisories";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataPlatformAdvisories resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataPlatformAdvisories to import
  * @param importFromId The id of the existing DataPlatformAdvisories that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataPlatformAdvisories to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "platform_advisories", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new platform_advisories Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataPlatformAdvisoriesConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataPlatformAdvisoriesConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'platform_advisories',
      terraformGeneratorMetadata: {
        providerName: 'platform',
        providerVersionConstraint: '>= 0.1, < 1'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._advisoryIds = config.advisoryIds;
    this._aliases = config.aliases;
    this._artifactArchitectures = config.artifactArchitectures;
    this._artifactNames = config.artifactNames;
    this._artifactTypes = config.artifactTypes;
    this._childrenOf = config.childrenOf;
    this._componentLocations = config.componentLocations;
    this._componentNames = config.componentNames;
    this._componentTypes = config.componentTypes;
    this._descendantsOf = config.descendantsOf;
    this._eventAuthors = config.eventAuthors;
    this._eventReviewStates = config.eventReviewStates;
    this._eventReviewers = config.eventReviewers;
    this._eventTypes = config.eventTypes;
    this._excludeEventAuthors = config.excludeEventAuthors;
    this._groupUid = config.groupUid;
    this._latestEventType = config.latestEventType;
    this._legacyAdvisoryIds = config.legacyAdvisoryIds;
    this._origin = config.origin;
    this._query = config.query;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // advisories - computed: true, optional: false, required: false
  private _advisories = new DataPlatformAdvisoriesAdvisoriesList(this, "advisories", false);
  public get advisories() {
    return this._advisories;
  }

  // advisory_ids - computed: false, optional: true, required: false
  private _advisoryIds?: string[];
  public get advisoryIds() {
    return this.getListAttribute('advisory_ids');
  }
  public set advisoryIds(value: string[]) {
    this._advisoryIds = value;
  }
  public resetAdvisoryIds() {
    this._advisoryIds = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get advisoryIdsInput() {
    return this._advisoryIds;
  }

  // aliases - computed: false, optional: true, required: false
  private _aliases?: string[];
  public get aliases() {
    return this.getListAttribute('aliases');
  }
  public set aliases(value: string[]) {
    this._aliases = value;
  }
  public resetAliases() {
    this._aliases = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get aliasesInput() {
    return this._aliases;
  }

  // artifact_architectures - computed: false, optional: true, required: false
  private _artifactArchitectures?: string[];
  public get artifactArchitectures() {
    return this.getListAttribute('artifact_architectures');
  }
  public set artifactArchitectures(value: string[]) {
    this._artifactArchitectures = value;
  }
  public resetArtifactArchitectures() {
    this._artifactArchitectures = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get artifactArchitecturesInput() {
    return this._artifactArchitectures;
  }

  // artifact_names - computed: false, optional: true, required: false
  private _artifactNames?: string[];
  public get artifactNames() {
    return this.getListAttribute('artifact_names');
  }
  public set artifactNames(value: string[]) {
    this._artifactNames = value;
  }
  public resetArtifactNames() {
    this._artifactNames = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get artifactNamesInput() {
    return this._artifactNames;
  }

  // artifact_types - computed: false, optional: true, required: false
  private _artifactTypes?: string[];
  public get artifactTypes() {
    return this.getListAttribute('artifact_types');
  }
  public set artifactTypes(value: string[]) {
    this._artifactTypes = value;
  }
  public resetArtifactTypes() {
    this._artifactTypes = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get artifactTypesInput() {
    return this._artifactTypes;
  }

  // children_of - computed: false, optional: true, required: false
  private _childrenOf?: string;
  public get childrenOf() {
    return this.getStringAttribute('children_of');
  }
  public set childrenOf(value: string) {
    this._childrenOf = value;
  }
  public resetChildrenOf() {
    this._childrenOf = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get childrenOfInput() {
    return this._childrenOf;
  }

  // component_locations - computed: false, optional: true, required: false
  private _componentLocations?: string[];
  public get componentLocations() {
    return this.getListAttribute('component_locations');
  }
  public set componentLocations(value: string[]) {
    this._componentLocations = value;
  }
  public resetComponentLocations() {
    this._componentLocations = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get componentLocationsInput() {
    return this._componentLocations;
  }

  // component_names - computed: false, optional: true, required: false
  private _componentNames?: string[];
  public get componentNames() {
    return this.getListAttribute('component_names');
  }
  public set componentNames(value: string[]) {
    this._componentNames = value;
  }
  public resetComponentNames() {
    this._componentNames = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get componentNamesInput() {
    return this._componentNames;
  }

  // component_types - computed: false, optional: true, required: false
  private _componentTypes?: string[];
  public get componentTypes() {
    return this.getListAttribute('component_types');
  }
  public set componentTypes(value: string[]) {
    this._componentTypes = value;
  }
  public resetComponentTypes() {
    this._componentTypes = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get componentTypesInput() {
    return this._componentTypes;
  }

  // descendants_of - computed: false, optional: true, required: false
  private _descendantsOf?: string;
  public get descendantsOf() {
    return this.getStringAttribute('descendants_of');
  }
  public set descendantsOf(value: string) {
    this._descendantsOf = value;
  }
  public resetDescendantsOf() {
    this._descendantsOf = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get descendantsOfInput() {
    return this._descendantsOf;
  }

  // event_authors - computed: false, optional: true, required: false
  private _eventAuthors?: string[];
  public get eventAuthors() {
    return this.getListAttribute('event_authors');
  }
  public set eventAuthors(value: string[]) {
    this._eventAuthors = value;
  }
  public resetEventAuthors() {
    this._eventAuthors = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get eventAuthorsInput() {
    return this._eventAuthors;
  }

  // event_review_states - computed: false, optional: true, required: false
  private _eventReviewStates?: string[];
  public get eventReviewStates() {
    return this.getListAttribute('event_review_states');
  }
  public set eventReviewStates(value: string[]) {
    this._eventReviewStates = value;
  }
  public resetEventReviewStates() {
    this._eventReviewStates = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get eventReviewStatesInput() {
    return this._eventReviewStates;
  }

  // event_reviewers - computed: false, optional: true, required: false
  private _eventReviewers?: string[];
  public get eventReviewers() {
    return this.getListAttribute('event_reviewers');
  }
  public set eventReviewers(value: string[]) {
    this._eventReviewers = value;
  }
  public resetEventReviewers() {
    this._eventReviewers = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get eventReviewersInput() {
    return this._eventReviewers;
  }

  // event_types - computed: false, optional: true, required: false
  private _eventTypes?: string[];
  public get eventTypes() {
    return this.getListAttribute('event_types');
  }
  public set eventTypes(value: string[]) {
    this._eventTypes = value;
  }
  public resetEventTypes() {
    this._eventTypes = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get eventTypesInput() {
    return this._eventTypes;
  }

  // exclude_event_authors - computed: false, optional: true, required: false
  private _excludeEventAuthors?: string[];
  public get excludeEventAuthors() {
    return this.getListAttribute('exclude_event_authors');
  }
  public set excludeEventAuthors(value: string[]) {
    this._excludeEventAuthors = value;
  }
  public resetExcludeEventAuthors() {
    this._excludeEventAuthors = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get excludeEventAuthorsInput() {
    return this._excludeEventAuthors;
  }

  // group_uid - computed: false, optional: true, required: false
  private _groupUid?: string;
  public get groupUid() {
    return this.getStringAttribute('group_uid');
  }
  public set groupUid(value: string) {
    this._groupUid = value;
  }
  public resetGroupUid() {
    this._groupUid = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get groupUidInput() {
    return this._groupUid;
  }

  // latest_event_type - computed: false, optional: true, required: false
  private _latestEventType?: string;
  public get latestEventType() {
    return this.getStringAttribute('latest_event_type');
  }
  public set latestEventType(value: string) {
    this._latestEventType = value;
  }
  public resetLatestEventType() {
    this._latestEventType = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get latestEventTypeInput() {
    return this._latestEventType;
  }

  // legacy_advisory_ids - computed: false, optional: true, required: false
  private _legacyAdvisoryIds?: string[];
  public get legacyAdvisoryIds() {
    return this.getListAttribute('legacy_advisory_ids');
  }
  public set legacyAdvisoryIds(value: string[]) {
    this._legacyAdvisoryIds = value;
  }
  public resetLegacyAdvisoryIds() {
    this._legacyAdvisoryIds = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get legacyAdvisoryIdsInput() {
    return this._legacyAdvisoryIds;
  }

  // origin - computed: false, optional: true, required: false
  private _origin?: string;
  public get origin() {
    return this.getStringAttribute('origin');
  }
  public set origin(value: string) {
    this._origin = value;
  }
  public resetOrigin() {
    this._origin = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get originInput() {
    return this._origin;
  }

  // query - computed: false, optional: true, required: false
  private _query?: string;
  public get query() {
    return this.getStringAttribute('query');
  }
  public set query(value: string) {
    this._query = value;
  }
  public resetQuery() {
    this._query = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get queryInput() {
    return this._query;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      advisory_ids: cdktf.listMapper(cdktf.stringToTerraform, false)(this._advisoryIds),
      aliases: cdktf.listMapper(cdktf.stringToTerraform, false)(this._aliases),
      artifact_architectures: cdktf.listMapper(cdktf.stringToTerraform, false)(this._artifactArchitectures),
      artifact_names: cdktf.listMapper(cdktf.stringToTerraform, false)(this._artifactNames),
      artifact_types: cdktf.listMapper(cdktf.stringToTerraform, false)(this._artifactTypes),
      children_of: cdktf.stringToTerraform(this._childrenOf),
      component_locations: cdktf.listMapper(cdktf.stringToTerraform, false)(this._componentLocations),
      component_names: cdktf.listMapper(cdktf.stringToTerraform, false)(this._componentNames),
      component_types: cdktf.listMapper(cdktf.stringToTerraform, false)(this._componentTypes),
      descendants_of: cdktf.stringToTerraform(this._descendantsOf),
      event_authors: cdktf.listMapper(cdktf.stringToTerraform, false)(this._eventAuthors),
      event_review_states: cdktf.listMapper(cdktf.stringToTerraform, false)(this._eventReviewStates),
      event_reviewers: cdktf.listMapper(cdktf.stringToTerraform, false)(this._eventReviewers),
      event_types: cdktf.listMapper(cdktf.stringToTerraform, false)(this._eventTypes),
      exclude_event_authors: cdktf.listMapper(cdktf.stringToTerraform, false)(this._excludeEventAuthors),
      group_uid: cdktf.stringToTerraform(this._groupUid),
      latest_event_type: cdktf.stringToTerraform(this._latestEventType),
      legacy_advisory_ids: cdktf.listMapper(cdktf.stringToTerraform, false)(this._legacyAdvisoryIds),
      origin: cdktf.stringToTerraform(this._origin),
      query: cdktf.stringToTerraform(this._query),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      advisory_ids: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._advisoryIds),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      aliases: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._aliases),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      artifact_architectures: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._artifactArchitectures),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      artifact_names: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._artifactNames),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      artifact_types: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._artifactTypes),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      children_of: {
        value: cdktf.stringToHclTerraform(this._childrenOf),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      component_locations: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._componentLocations),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      component_names: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._componentNames),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      component_types: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._componentTypes),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      descendants_of: {
        value: cdktf.stringToHclTerraform(this._descendantsOf),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      event_authors: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._eventAuthors),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      event_review_states: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._eventReviewStates),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      event_reviewers: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._eventReviewers),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      event_types: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._eventTypes),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      exclude_event_authors: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._excludeEventAuthors),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      group_uid: {
        value: cdktf.stringToHclTerraform(this._groupUid),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      latest_event_type: {
        value: cdktf.stringToHclTerraform(this._latestEventType),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      legacy_advisory_ids: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._legacyAdvisoryIds),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      origin: {
        value: cdktf.stringToHclTerraform(this._origin),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      query: {
        value: cdktf.stringToHclTerraform(this._query),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
