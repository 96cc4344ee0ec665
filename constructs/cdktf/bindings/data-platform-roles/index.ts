// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataPlatformRolesConfig extends cdktf.TerraformMetaArguments {
  /**
  * Deprecated name of group_uid.
  */
  readonly childrenOf?: string;
  /**
  * The uid of a group; lists resources anywhere below it.
  */
  readonly descendantsOf?: string;
  /**
  * The uid of a group; lists resources directly in it.
  */
  readonly groupUid?: string;
  /**
  * Return only resources with exactly this name.
  */
  readonly name?: string;
}
export interface DataPlatformRolesRoles {
}

export function dataPlatformRolesRolesToTerraform(struct?: DataPlatformRolesRoles): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformRolesRolesToHclTerraform(struct?: DataPlatformRolesRoles): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformRolesRolesOutputReference extends cdktf.ComplexObject {
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

  public get internalValue(): DataPlatformRolesRoles | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformRolesRoles | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // capabilities - computed: true, optional: false, required: false
  public get capabilities() {
    return cdktf.Fn.tolist(this.getListAttribute('capabilities'));
  }

  // create_time - computed: true, optional: false, required: false
  public get createTime() {
    return this.getStringAttribute('create_time');
  }

  // description - computed: true, optional: false, required: false
  public get description() {
    return this.getStringAttribute('description');
  }

  // group_uid - computed: true, optional: false, required: false
  public get groupUid() {
    return this.getStringAttribute('group_uid');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // name - computed: true, optional: false, required: false
  public get name() {
    return this.getStringAttribute('name');
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

export class DataPlatformRolesRolesList extends cdktf.ComplexList {

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
  public get(index: number): DataPlatformRolesRolesOutputReference {
    return new DataPlatformRolesRolesOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a platform_roles
*/
export class DataPlatformRoles extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "platform_roles";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataPlatformRoles resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataPlatformRoles to import
  * @param importFromId The id of the existing DataPlatformRoles that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataPlatformRoles to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "platform_roles", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new platform_roles Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataPlatformRolesConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataPlatformRolesConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'platform_roles',
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
    this._groupUid = config.groupUid;
    this._name = config.name;
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

  // roles - computed: true, optional: false, required: false
  private _roles = new DataPlatformRolesRolesList(this, "roles", false);
  public get roles() {
    return this._roles;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      children_of: cdktf.stringToTerraform(this._childrenOf),
      descendants_of: cdktf.stringToTerraform(this._descendantsOf),
      group_uid: cdktf.stringToTerraform(this._groupUid),
      name: cdktf.stringToTerraform(this._name),
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
      group_uid: {
        value: cdktf.stringToHclTerraform(this._groupUid),
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
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
