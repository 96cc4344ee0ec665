// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataPlatformGroupConfig extends cdktf.TerraformMetaArguments {
  /**
  * The uid of a group; the name is looked up anywhere below it.
  */
  readonly descendantsOf?: string;
  /**
  * The group's name. Groups with the same parent may share a name.
  */
  readonly name?: string;
  /**
  * The uid of the parent group.
  */
  readonly parentUid?: string;
  /**
  * The group's unique identifier: its parent's uid followed by one more segment.
  */
  readonly uid?: string;
}

/**
* Represents a platform_group
*/
export class DataPlatformGroup extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "platform_group";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataPlatformGroup resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataPlatformGroup to import
  * @param importFromId The id of the existing DataPlatformGroup that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataPlatformGroup to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "platform_group", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new platform_group Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataPlatformGroupConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataPlatformGroupConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'platform_group',
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
    this._descendantsOf = config.descendantsOf;
    this._name = config.name;
    this._parentUid = config.parentUid;
    this._uid = config.uid;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // create_time - computed: true, optional: false, required: false
  public get createTime() {
    return this.getStringAttribute('create_time');
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

  // description - computed: true, optional: false, required: false
  public get description() {
    return this.getStringAttribute('description');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // kind - computed: true, optional: false, required: false
  public get kind() {
    return this.getStringAttribute('kind');
  }

  // name - computed: true, optional: true, required: false
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

  // parent_uid - computed: true, optional: true, required: false
  private _parentUid?: string;
  public get parentUid() {
    return this.getStringAttribute('parent_uid');
  }
  public set parentUid(value: string) {
    this._parentUid = value;
  }
  public resetParentUid() {
    this._parentUid = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get parentUidInput() {
    return this._parentUid;
  }

  // resource_limits - computed: true, optional: false, required: false
  private _resourceLimits = new cdktf.NumberMap(this, "resource_limits");
  public get resourceLimits() {
    return this._resourceLimits;
  }

  // status - computed: true, optional: false, required: false
  public get status() {
    return this.getStringAttribute('status');
  }

  // uid - computed: true, optional: true, required: false
  private _uid?: string;
  public get uid() {
    return this.getStringAttribute('uid');
  }
  public set uid(value: string) {
    this._uid = value;
  }
  public resetUid() {
    this._uid = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get uidInput() {
    return this._uid;
  }

  // update_time - computed: true, optional: false, required: false
  public get updateTime() {
    return this.getStringAttribute('update_time');
  }

  // verified - computed: true, optional: false, required: false
  public get verified() {
    return this.getBooleanAttribute('verified');
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      descendants_of: cdktf.stringToTerraform(this._descendantsOf),
      name: cdktf.stringToTerraform(this._name),
      parent_uid: cdktf.stringToTerraform(this._parentUid),
      uid: cdktf.stringToTerraform(this._uid),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      descendants_of: {
        value: cdktf.stringToHclTerraform(this._descendantsOf),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      name: {
        value: cdktf.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      parent_uid: {
        value: cdktf.stringToHclTerraform(this._parentUid),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
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
