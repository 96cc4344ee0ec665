// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataPlatformTagsConfig extends cdktf.TerraformMetaArguments {
  /**
  * Deprecated name of repo_uid.
  */
  readonly childrenOf?: string;
  /**
  * The uid of a group; lists resources anywhere below it.
  */
  readonly descendantsOf?: string;
  /**
  * Return only tags that refer to the image with this digest.
  */
  readonly digest?: string;
  /**
  * Whether to include tags that end in a date.
  */
  readonly includeDates?: boolean | cdktf.IResolvable;
  /**
  * Whether to include tags that end in an epoch.
  */
  readonly includeEpochs?: boolean | cdktf.IResolvable;
  /**
  * Whether to include tags that only refer to another image.
  */
  readonly includeReferrers?: boolean | cdktf.IResolvable;
  /**
  * Return only resources with exactly this name.
  */
  readonly name?: string;
  /**
  * The uid of a repo; lists resources directly in it.
  */
  readonly repoUid?: string;
  /**
  * Return only tags that were updated at or after this time.
  */
  readonly updatedSince?: string;
}
export interface DataPlatformTagsTags {
}

export function dataPlatformTagsTagsToTerraform(struct?: DataPlatformTagsTags): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformTagsTagsToHclTerraform(struct?: DataPlatformTagsTags): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformTagsTagsOutputReference extends cdktf.ComplexObject {
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

  public get internalValue(): DataPlatformTagsTags | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformTagsTags | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // bundles - computed: true, optional: false, required: false
  public get bundles() {
    return cdktf.Fn.tolist(this.getListAttribute('bundles'));
  }

  // create_time - computed: true, optional: false, required: false
  public get createTime() {
    return this.getStringAttribute('create_time');
  }

  // deprecated - computed: true, optional: false, required: false
  public get deprecated() {
    return this.getBooleanAttribute('deprecated');
  }

  // digest - computed: true, optional: false, required: false
  public get digest() {
    return this.getStringAttribute('digest');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // name - computed: true, optional: false, required: false
  public get name() {
    return this.getStringAttribute('name');
  }

  // repo_uid - computed: true, optional: false, required: false
  public get repoUid() {
    return this.getStringAttribute('repo_uid');
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

export class DataPlatformTagsTagsList extends cdktf.ComplexList {

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
  public get(index: number): DataPlatformTagsTagsOutputReference {
    return new DataPlatformTagsTagsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a platform_tags
*/
export class DataPlatformTags extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "platform_tags";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataPlatformTags resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataPlatformTags to import
  * @param importFromId The id of the existing DataPlatformTags that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataPlatformTags to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "platform_tags", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new platform_tags Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataPlatformTagsConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataPlatformTagsConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'platform_tags',
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
    this._childrenOf = config.childrenOf;
    this._descendantsOf = config.descendantsOf;
    this._digest = config.digest;
    this._includeDates = config.includeDates;
    this._includeEpochs = config.includeEpochs;
    this._includeReferrers = config.includeReferrers;
    this._name = config.name;
    this._repoUid = config.repoUid;
    this._updatedSince = config.updatedSince;
  }

  // ==========
  // ATTRIBUTES
  // ==========

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

  // digest - computed: false, optional: true, required: false
  private _digest?: string;
  public get digest() {
    return this.getStringAttribute('digest');
  }
  public set digest(value: string) {
    this._digest = value;
  }
  public resetDigest() {
    this._digest = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get digestInput() {
    return this._digest;
  }

  // include_dates - computed: false, optional: true, required: false
  private _includeDates?: boolean | cdktf.IResolvable;
  public get includeDates() {
    return this.getBooleanAttribute('include_dates');
  }
  public set includeDates(value: boolean | cdktf.IResolvable) {
    this._includeDates = value;
  }
  public resetIncludeDates() {
    this._includeDates = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get includeDatesInput() {
    return this._includeDates;
  }

  // include_epochs - computed: false, optional: true, required: false
  private _includeEpochs?: boolean | cdktf.IResolvable;
  public get includeEpochs() {
    return this.getBooleanAttribute('include_epochs');
  }
  public set includeEpochs(value: boolean | cdktf.IResolvable) {
    this._includeEpochs = value;
  }
  public resetIncludeEpochs() {
    this._includeEpochs = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get includeEpochsInput() {
    return this._includeEpochs;
  }

  // include_referrers - computed: false, optional: true, required: false
  private _includeReferrers?: boolean | cdktf.IResolvable;
  public get includeReferrers() {
    return this.getBooleanAttribute('include_referrers');
  }
  public set includeReferrers(value: boolean | cdktf.IResolvable) {
    this._includeReferrers = value;
  }
  public resetIncludeReferrers() {
    this._includeReferrers = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get includeReferrersInput() {
    return this._includeReferrers;
  }

  // name - computed: false, optional: true, required: false
  private _name?: string;
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  public resetName() {
    this._name = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // repo_uid - computed: false, optional: true, required: false
  private _repoUid?: string;
  public get repoUid() {
    return this.getStringAttribute('repo_uid');
  }
  public set repoUid(value: string) {
    this._repoUid = value;
  }
  public resetRepoUid() {
    this._repoUid = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get repoUidInput() {
    return this._repoUid;
  }

  // tags - computed: true, optional: false, required: false
  private _tags = new DataPlatformTagsTagsList(this, "tags", false);
  public get tags() {
    return this._tags;
  }

  // updated_since - computed: false, optional: true, required: false
  private _updatedSince?: string;
  public get updatedSince() {
    return this.getStringAttribute('updated_since');
  }
  public set updatedSince(value: string) {
    this._updatedSince = value;
  }
  public resetUpdatedSince() {
    this._updatedSince = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get updatedSinceInput() {
    return this._updatedSince;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      children_of: cdktf.stringToTerraform(this._childrenOf),
      descendants_of: cdktf.stringToTerraform(this._descendantsOf),
      digest: cdktf.stringToTerraform(this._digest),
      include_dates: cdktf.booleanToTerraform(this._includeDates),
      include_epochs: cdktf.booleanToTerraform(this._includeEpochs),
      include_referrers: cdktf.booleanToTerraform(this._includeReferrers),
      name: cdktf.stringToTerraform(this._name),
      repo_uid: cdktf.stringToTerraform(this._repoUid),
      updated_since: cdktf.stringToTerraform(this._updatedSince),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      children_of: {
        value: cdktf.stringToHclTerraform(this._childrenOf),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      descendants_of: {
        value: cdktf.stringToHclTerraform(this._descendantsOf),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      digest: {
        value: cdktf.stringToHclTerraform(this._digest),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      include_dates: {
        value: cdktf.booleanToHclTerraform(this._includeDates),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      include_epochs: {
        value: cdktf.booleanToHclTerraform(this._includeEpochs),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      include_referrers: {
        value: cdktf.booleanToHclTerraform(this._includeReferrers),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      name: {
        value: cdktf.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      repo_uid: {
        value: cdktf.stringToHclTerraform(this._repoUid),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      updated_since: {
        value: cdktf.stringToHclTerraform(this._updatedSince),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
