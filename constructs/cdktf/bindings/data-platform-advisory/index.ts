// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataPlatformAdvisoryConfig extends cdktf.TerraformMetaArguments {
  /**
  * The advisory's unique identifier: its group's uid followed by one more segment.
  */
  readonly uid: string;
}
export interface DataPlatformAdvisoryEventsAnalysisNotPlanned {
}

export function dataPlatformAdvisoryEventsAnalysisNotPlannedToTerraform(struct?: DataPlatformAdvisoryEventsAnalysisNotPlanned): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoryEventsAnalysisNotPlannedToHclTerraform(struct?: DataPlatformAdvisoryEventsAnalysisNotPlanned): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoryEventsAnalysisNotPlannedOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoryEventsAnalysisNotPlanned | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoryEventsAnalysisNotPlanned | undefined) {
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
export interface DataPlatformAdvisoryEventsDetectionManual {
}

export function dataPlatformAdvisoryEventsDetectionManualToTerraform(struct?: DataPlatformAdvisoryEventsDetectionManual): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoryEventsDetectionManualToHclTerraform(struct?: DataPlatformAdvisoryEventsDetectionManual): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoryEventsDetectionManualOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoryEventsDetectionManual | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoryEventsDetectionManual | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }
}
export interface DataPlatformAdvisoryEventsDetectionNvdapi {
}

export function dataPlatformAdvisoryEventsDetectionNvdapiToTerraform(struct?: DataPlatformAdvisoryEventsDetectionNvdapi): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoryEventsDetectionNvdapiToHclTerraform(struct?: DataPlatformAdvisoryEventsDetectionNvdapi): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoryEventsDetectionNvdapiOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoryEventsDetectionNvdapi | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoryEventsDetectionNvdapi | undefined) {
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
export interface DataPlatformAdvisoryEventsDetectionScanv1 {
}

export function dataPlatformAdvisoryEventsDetectionScanv1ToTerraform(struct?: DataPlatformAdvisoryEventsDetectionScanv1): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoryEventsDetectionScanv1ToHclTerraform(struct?: DataPlatformAdvisoryEventsDetectionScanv1): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoryEventsDetectionScanv1OutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoryEventsDetectionScanv1 | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoryEventsDetectionScanv1 | undefined) {
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
export interface DataPlatformAdvisoryEventsDetection {
}

export function dataPlatformAdvisoryEventsDetectionToTerraform(struct?: DataPlatformAdvisoryEventsDetection): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoryEventsDetectionToHclTerraform(struct?: DataPlatformAdvisoryEventsDetection): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoryEventsDetectionOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoryEventsDetection | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoryEventsDetection | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // manual - computed: true, optional: false, required: false
  private _manual = new DataPlatformAdvisoryEventsDetectionManualOutputReference(this, "manual");
  public get manual() {
    return this._manual;
  }

  // nvdapi - computed: true, optional: false, required: false
  private _nvdapi = new DataPlatformAdvisoryEventsDetectionNvdapiOutputReference(this, "nvdapi");
  public get nvdapi() {
    return this._nvdapi;
  }

  // scanv1 - computed: true, optional: false, required: false
  private _scanv1 = new DataPlatformAdvisoryEventsDetectionScanv1OutputReference(this, "scanv1");
  public get scanv1() {
    return this._scanv1;
  }
}
export interface DataPlatformAdvisoryEventsFalsePositiveDetermination {
}

export function dataPlatformAdvisoryEventsFalsePositiveDeterminationToTerraform(struct?: DataPlatformAdvisoryEventsFalsePositiveDetermination): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoryEventsFalsePositiveDeterminationToHclTerraform(struct?: DataPlatformAdvisoryEventsFalsePositiveDetermination): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoryEventsFalsePositiveDeterminationOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoryEventsFalsePositiveDetermination | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoryEventsFalsePositiveDetermination | undefined) {
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
export interface DataPlatformAdvisoryEventsFixNotPlanned {
}

export function dataPlatformAdvisoryEventsFixNotPlannedToTerraform(struct?: DataPlatformAdvisoryEventsFixNotPlanned): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoryEventsFixNotPlannedToHclTerraform(struct?: DataPlatformAdvisoryEventsFixNotPlanned): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoryEventsFixNotPlannedOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoryEventsFixNotPlanned | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoryEventsFixNotPlanned | undefined) {
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
export interface DataPlatformAdvisoryEventsFixed {
}

export function dataPlatformAdvisoryEventsFixedToTerraform(struct?: DataPlatformAdvisoryEventsFixed): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoryEventsFixedToHclTerraform(struct?: DataPlatformAdvisoryEventsFixed): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoryEventsFixedOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoryEventsFixed | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoryEventsFixed | undefined) {
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
export interface DataPlatformAdvisoryEventsPatched {
}

export function dataPlatformAdvisoryEventsPatchedToTerraform(struct?: DataPlatformAdvisoryEventsPatched): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoryEventsPatchedToHclTerraform(struct?: DataPlatformAdvisoryEventsPatched): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoryEventsPatchedOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoryEventsPatched | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoryEventsPatched | undefined) {
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
export interface DataPlatformAdvisoryEventsPendingUpstreamFix {
}

export function dataPlatformAdvisoryEventsPendingUpstreamFixToTerraform(struct?: DataPlatformAdvisoryEventsPendingUpstreamFix): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoryEventsPendingUpstreamFixToHclTerraform(struct?: DataPlatformAdvisoryEventsPendingUpstreamFix): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoryEventsPendingUpstreamFixOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoryEventsPendingUpstreamFix | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoryEventsPendingUpstreamFix | undefined) {
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
export interface DataPlatformAdvisoryEventsTruePositiveDetermination {
}

export function dataPlatformAdvisoryEventsTruePositiveDeterminationToTerraform(struct?: DataPlatformAdvisoryEventsTruePositiveDetermination): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoryEventsTruePositiveDeterminationToHclTerraform(struct?: DataPlatformAdvisoryEventsTruePositiveDetermination): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoryEventsTruePositiveDeterminationOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformAdvisoryEventsTruePositiveDetermination | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoryEventsTruePositiveDetermination | undefined) {
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
export interface DataPlatformAdvisoryEvents {
}

export function dataPlatformAdvisoryEventsToTerraform(struct?: DataPlatformAdvisoryEvents): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisoryEventsToHclTerraform(struct?: DataPlatformAdvisoryEvents): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisoryEventsOutputReference extends cdktf.ComplexObject {
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

  public get internalValue(): DataPlatformAdvisoryEvents | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisoryEvents | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // analysis_not_planned - computed: true, optional: false, required: false
  private _analysisNotPlanned = new DataPlatformAdvisoryEventsAnalysisNotPlannedOutputReference(this, "analysis_not_planned");
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
  private _detection = new DataPlatformAdvisoryEventsDetectionOutputReference(this, "detection");
  public get detection() {
    return this._detection;
  }

  // false_positive_determination - computed: true, optional: false, required: false
  private _falsePositiveDetermination = new DataPlatformAdvisoryEventsFalsePositiveDeterminationOutputReference(this, "false_positive_determination");
  public get falsePositiveDetermination() {
    return this._falsePositiveDetermination;
  }

  // findings - computed: true, optional: false, required: false
  public get findings() {
    return this.getStringAttribute('findings');
  }

  // fix_not_planned - computed: true, optional: false, required: false
  private _fixNotPlanned = new DataPlatformAdvisoryEventsFixNotPlannedOutputReference(this, "fix_not_planned");
  public get fixNotPlanned() {
    return this._fixNotPlanned;
  }

  // fixed - computed: true, optional: false, required: false
  private _fixed = new DataPlatformAdvisoryEventsFixedOutputReference(this, "fixed");
  public get fixed() {
    return this._fixed;
  }

  // issue - computed: true, optional: false, required: false
  public get issue() {
    return this.getStringAttribute('issue');
  }

  // patched - computed: true, optional: false, required: false
  private _patched = new DataPlatformAdvisoryEventsPatchedOutputReference(this, "patched");
  public get patched() {
    return this._patched;
  }

  // pending_upstream_fix - computed: true, optional: false, required: false
  private _pendingUpstreamFix = new DataPlatformAdvisoryEventsPendingUpstreamFixOutputReference(this, "pending_upstream_fix");
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
  private _truePositiveDetermination = new DataPlatformAdvisoryEventsTruePositiveDeterminationOutputReference(this, "true_positive_determination");
  public get truePositiveDetermination() {
    return this._truePositiveDetermination;
  }

  // uid - computed: true, optional: false, required: false
  public get uid() {
    return this.getStringAttribute('uid');
  }
}

export class DataPlatformAdvisoryEventsList extends cdktf.ComplexList {

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
  public get(index: number): DataPlatformAdvisoryEventsOutputReference {
    return new DataPlatformAdvisoryEventsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface DataPlatformAdvisorySeverities {
}

export function dataPlatformAdvisorySeveritiesToTerraform(struct?: DataPlatformAdvisorySeverities): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformAdvisorySeveritiesToHclTerraform(struct?: DataPlatformAdvisorySeverities): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformAdvisorySeveritiesOutputReference extends cdktf.ComplexObject {
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

  public get internalValue(): DataPlatformAdvisorySeverities | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformAdvisorySeverities | undefined) {
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

export class DataPlatformAdvisorySeveritiesList extends cdktf.ComplexList {

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
  public get(index: number): DataPlatformAdvisorySeveritiesOutputReference {
    return new DataPlatformAdvisorySeveritiesOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a platform_advisory
*/
export class DataPlatformAdvisory extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "platform_advisory";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataPlatformAdvisory resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataPlatformAdvisory to import
  * @param importFromId The id of the existing DataPlatformAdvisory that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataPlatformAdvisory to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "platform_advisory", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new platform_advisory Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataPlatformAdvisoryConfig
  */
  public constructor(scope: Construct, id: string, config: DataPlatformAdvisoryConfig) {
    super(scope, id, {
      terraformResourceType: 'platform_advisory',
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
    this._uid = config.uid;
  }

  // ==========
  // ATTRIBUTES
  // ==========

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
  private _events = new DataPlatformAdvisoryEventsList(this, "events", false);
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
  private _severities = new DataPlatformAdvisorySeveritiesList(this, "severities", false);
  public get severities() {
    return this._severities;
  }

  // uid - computed: false, optional: false, required: true
  private _uid?: string;
  public get uid() {
    return this.getStringAttribute('uid');
  }
  public set uid(value: string) {
    this._uid = value;
  }
  // Temporarily expose input value. Use with caution.
  public get uidInput() {
    return this._uid;
  }

  // update_time - computed: true, optional: false, required: false
  public get updateTime() {
    return this.getStringAttribute('update_time');
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      uid: cdktf.stringToTerraform(this._uid),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      uid: {
        value: cdktf.stringToHclTerraform(this._uid),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
