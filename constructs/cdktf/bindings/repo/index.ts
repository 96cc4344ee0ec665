// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface RepoConfig extends cdktf.TerraformMetaArguments {
  /**
  * The tags that receive updates. Removing it from the configuration keeps its value; set it to [] to clear it.
  */
  readonly activeTags?: string[];
  /**
  * Other names of the repo.
  */
  readonly aliases?: string[];
  /**
  * The bundles that the repo belongs to.
  */
  readonly bundles?: string[];
  /**
  * The catalog tier that the repo belongs to. One of CATALOG_TIER_APPLICATION, CATALOG_TIER_BASE, CATALOG_TIER_FIPS, CATALOG_TIER_AI, CATALOG_TIER_DEVTOOLS, CATALOG_TIER_COMMERCIAL.
  */
  readonly catalogTier?: string;
  /**
  * Customizations for every image of the repo.
  */
  readonly customOverlay?: RepoCustomOverlay;
  /**
  * A description.
  */
  readonly description?: string;
  /**
  * The uid of the parent group. Changing it creates a new repo.
  */
  readonly groupUid: string;
  /**
  * The repo's name, unique in its group.
  */
  readonly name: string;
  /**
  * The repo's readme, in Markdown.
  */
  readonly readme?: string;
  /**
  * The source from which the repo's images are copied.
  */
  readonly syncConfig?: RepoSyncConfig;
  /**
  * Timeouts per operation.
  */
  readonly timeouts?: RepoTimeouts;
}
export interface RepoCustomOverlayAccountsGroups {
  /**
  * The group ID (GID).
  */
  readonly gid?: number;
  /**
  * The group's name.
  */
  readonly groupname?: string;
  /**
  * The names of the group's members.
  */
  readonly members?: string[];
}

export function repoCustomOverlayAccountsGroupsToTerraform(struct?: RepoCustomOverlayAccountsGroups | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    gid: cdktf.numberToTerraform(struct!.gid),
    groupname: cdktf.stringToTerraform(struct!.groupname),
    members: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.members),
  }
}


export function repoCustomOverlayAccountsGroupsToHclTerraform(struct?: RepoCustomOverlayAccountsGroups | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    gid: {
      value: cdktf.numberToHclTerraform(struct!.gid),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    groupname: {
      value: cdktf.stringToHclTerraform(struct!.groupname),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    members: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.members),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class RepoCustomOverlayAccountsGroupsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): RepoCustomOverlayAccountsGroups | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._gid !== undefined) {
      hasAnyValues = true;
      internalValueResult.gid = this._gid;
    }
    if (this._groupname !== undefined) {
      hasAnyValues = true;
      internalValueResult.groupname = this._groupname;
    }
    if (this._members !== undefined) {
      hasAnyValues = true;
      internalValueResult.members = this._members;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RepoCustomOverlayAccountsGroups | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._gid = undefined;
      this._groupname = undefined;
      this._members = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._gid = value.gid;
      this._groupname = value.groupname;
      this._members = value.members;
    }
  }

  // gid - computed: false, optional: true, required: false
  private _gid?: number;
  public get gid() {
    return this.getNumberAttribute('gid');
  }
  public set gid(value: number) {
    this._gid = value;
  }
  public resetGid() {
    this._gid = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get gidInput() {
    return this._gid;
  }

  // groupname - computed: false, optional: true, required: false
  private _groupname?: string;
  public get groupname() {
    return this.getStringAttribute('groupname');
  }
  public set groupname(value: string) {
    this._groupname = value;
  }
  public resetGroupname() {
    this._groupname = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get groupnameInput() {
    return this._groupname;
  }

  // members - computed: false, optional: true, required: false
  private _members?: string[];
  public get members() {
    return this.getListAttribute('members');
  }
  public set members(value: string[]) {
    this._members = value;
  }
  public resetMembers() {
    this._members = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get membersInput() {
    return this._members;
  }
}

export class RepoCustomOverlayAccountsGroupsList extends cdktf.ComplexList {
  public internalValue? : RepoCustomOverlayAccountsGroups[] | cdktf.IResolvable

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
  public get(index: number): RepoCustomOverlayAccountsGroupsOutputReference {
    return new RepoCustomOverlayAccountsGroupsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface RepoCustomOverlayAccountsUsers {
  /**
  * The ID of the user's primary group (GID).
  */
  readonly gid?: number;
  /**
  * The name of the user's group.
  */
  readonly groupName?: string;
  /**
  * The user's home directory.
  */
  readonly homeDir?: string;
  /**
  * The user's shell.
  */
  readonly shell?: string;
  /**
  * The user ID (UID).
  */
  readonly uid?: number;
  /**
  * The user's name.
  */
  readonly username?: string;
}

export function repoCustomOverlayAccountsUsersToTerraform(struct?: RepoCustomOverlayAccountsUsers | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    gid: cdktf.numberToTerraform(struct!.gid),
    group_name: cdktf.stringToTerraform(struct!.groupName),
    home_dir: cdktf.stringToTerraform(struct!.homeDir),
    shell: cdktf.stringToTerraform(struct!.shell),
    uid: cdktf.numberToTerraform(struct!.uid),
    username: cdktf.stringToTerraform(struct!.username),
  }
}


export function repoCustomOverlayAccountsUsersToHclTerraform(struct?: RepoCustomOverlayAccountsUsers | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    gid: {
      value: cdktf.numberToHclTerraform(struct!.gid),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    group_name: {
      value: cdktf.stringToHclTerraform(struct!.groupName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    home_dir: {
      value: cdktf.stringToHclTerraform(struct!.homeDir),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    shell: {
      value: cdktf.stringToHclTerraform(struct!.shell),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    uid: {
      value: cdktf.numberToHclTerraform(struct!.uid),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    username: {
      value: cdktf.stringToHclTerraform(struct!.username),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class RepoCustomOverlayAccountsUsersOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): RepoCustomOverlayAccountsUsers | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._gid !== undefined) {
      hasAnyValues = true;
      internalValueResult.gid = this._gid;
    }
    if (this._groupName !== undefined) {
      hasAnyValues = true;
      internalValueResult.groupName = this._groupName;
    }
    if (this._homeDir !== undefined) {
      hasAnyValues = true;
      internalValueResult.homeDir = this._homeDir;
    }
    if (this._shell !== undefined) {
      hasAnyValues = true;
      internalValueResult.shell = this._shell;
    }
    if (this._uid !== undefined) {
      hasAnyValues = true;
      internalValueResult.uid = this._uid;
    }
    if (this._username !== undefined) {
      hasAnyValues = true;
      internalValueResult.username = this._username;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RepoCustomOverlayAccountsUsers | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._gid = undefined;
      this._groupName = undefined;
      this._homeDir = undefined;
      this._shell = undefined;
      this._uid = undefined;
      this._username = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._gid = value.gid;
      this._groupName = value.groupName;
      this._homeDir = value.homeDir;
      this._shell = value.shell;
      this._uid = value.uid;
      this._username = value.username;
    }
  }

  // gid - computed: false, optional: true, required: false
  private _gid?: number;
  public get gid() {
    return this.getNumberAttribute('gid');
  }
  public set gid(value: number) {
    this._gid = value;
  }
  public resetGid() {
    this._gid = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get gidInput() {
    return this._gid;
  }

  // group_name - computed: false, optional: true, required: false
  private _groupName?: string;
  public get groupName() {
    return this.getStringAttribute('group_name');
  }
  public set groupName(value: string) {
    this._groupName = value;
  }
  public resetGroupName() {
    this._groupName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get groupNameInput() {
    return this._groupName;
  }

  // home_dir - computed: false, optional: true, required: false
  private _homeDir?: string;
  public get homeDir() {
    return this.getStringAttribute('home_dir');
  }
  public set homeDir(value: string) {
    this._homeDir = value;
  }
  public resetHomeDir() {
    this._homeDir = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get homeDirInput() {
    return this._homeDir;
  }

  // shell - computed: false, optional: true, required: false
  private _shell?: string;
  public get shell() {
    return this.getStringAttribute('shell');
  }
  public set shell(value: string) {
    this._shell = value;
  }
  public resetShell() {
    this._shell = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get shellInput() {
    return this._shell;
  }

  // uid - computed: false, optional: true, required: false
  private _uid?: number;
  public get uid() {
    return this.getNumberAttribute('uid');
  }
  public set uid(value: number) {
    this._uid = value;
  }
  public resetUid() {
    this._uid = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get uidInput() {
    return this._uid;
  }

  // username - computed: false, optional: true, required: false
  private _username?: string;
  public get username() {
    return this.getStringAttribute('username');
  }
  public set username(value: string) {
    this._username = value;
  }
  public resetUsername() {
    this._username = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get usernameInput() {
    return this._username;
  }
}

export class RepoCustomOverlayAccountsUsersList extends cdktf.ComplexList {
  public internalValue? : RepoCustomOverlayAccountsUsers[] | cdktf.IResolvable

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
  public get(index: number): RepoCustomOverlayAccountsUsersOutputReference {
    return new RepoCustomOverlayAccountsUsersOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface RepoCustomOverlayAccounts {
  /**
  * Groups of users to create in the image.
  */
  readonly groups?: RepoCustomOverlayAccountsGroups[] | cdktf.IResolvable;
  /**
  * The user that the image runs as.
  */
  readonly runAs?: string;
  /**
  * Users to create in the image.
  */
  readonly users?: RepoCustomOverlayAccountsUsers[] | cdktf.IResolvable;
}

export function repoCustomOverlayAccountsToTerraform(struct?: RepoCustomOverlayAccounts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    groups: cdktf.listMapper(repoCustomOverlayAccountsGroupsToTerraform, false)(struct!.groups),
    run_as: cdktf.stringToTerraform(struct!.runAs),
    users: cdktf.listMapper(repoCustomOverlayAccountsUsersToTerraform, false)(struct!.users),
  }
}


export function repoCustomOverlayAccountsToHclTerraform(struct?: RepoCustomOverlayAccounts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    groups: {
      value: cdktf.listMapperHcl(repoCustomOverlayAccountsGroupsToHclTerraform, false)(struct!.groups),
      isBlock: false,
      type: "list",
      storageClassType: "RepoCustomOverlayAccountsGroupsList",
    },
    run_as: {
      value: cdktf.stringToHclTerraform(struct!.runAs),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    users: {
      value: cdktf.listMapperHcl(repoCustomOverlayAccountsUsersToHclTerraform, false)(struct!.users),
      isBlock: false,
      type: "list",
      storageClassType: "RepoCustomOverlayAccountsUsersList",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class RepoCustomOverlayAccountsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): RepoCustomOverlayAccounts | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._groups?.internalValue !== undefined) {
      hasAnyValues = true;
      internalValueResult.groups = this._groups?.internalValue;
    }
    if (this._runAs !== undefined) {
      hasAnyValues = true;
      internalValueResult.runAs = this._runAs;
    }
    if (this._users?.internalValue !== undefined) {
      hasAnyValues = true;
      internalValueResult.users = this._users?.internalValue;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RepoCustomOverlayAccounts | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._groups.internalValue = undefined;
      this._runAs = undefined;
      this._users.internalValue = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._groups.internalValue = value.groups;
      this._runAs = value.runAs;
      this._users.internalValue = value.users;
    }
  }

  // groups - computed: false, optional: true, required: false
  private _groups = new RepoCustomOverlayAccountsGroupsList(this, "groups", false);
  public get groups() {
    return this._groups;
  }
  public putGroups(value: RepoCustomOverlayAccountsGroups[] | cdktf.IResolvable) {
    this._groups.internalValue = value;
  }
  public resetGroups() {
    this._groups.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get groupsInput() {
    return this._groups.internalValue;
  }

  // run_as - computed: false, optional: true, required: false
  private _runAs?: string;
  public get runAs() {
    return this.getStringAttribute('run_as');
  }
  public set runAs(value: string) {
    this._runAs = value;
  }
  public resetRunAs() {
    this._runAs = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get runAsInput() {
    return this._runAs;
  }

  // users - computed: false, optional: true, required: false
  private _users = new RepoCustomOverlayAccountsUsersList(this, "users", false);
  public get users() {
    return this._users;
  }
  public putUsers(value: RepoCustomOverlayAccountsUsers[] | cdktf.IResolvable) {
    this._users.internalValue = value;
  }
  public resetUsers() {
    this._users.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get usersInput() {
    return this._users.internalValue;
  }
}
export interface RepoCustomOverlayCertificatesAdditional {
  /**
  * The certificate.
  */
  readonly content?: string;
  /**
  * The certificate's file name.
  */
  readonly name?: string;
}

export function repoCustomOverlayCertificatesAdditionalToTerraform(struct?: RepoCustomOverlayCertificatesAdditional | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    content: cdktf.stringToTerraform(struct!.content),
    name: cdktf.stringToTerraform(struct!.name),
  }
}


export function repoCustomOverlayCertificatesAdditionalToHclTerraform(struct?: RepoCustomOverlayCertificatesAdditional | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    content: {
      value: cdktf.stringToHclTerraform(struct!.content),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    name: {
      value: cdktf.stringToHclTerraform(struct!.name),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class RepoCustomOverlayCertificatesAdditionalOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): RepoCustomOverlayCertificatesAdditional | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._content !== undefined) {
      hasAnyValues = true;
      internalValueResult.content = this._content;
    }
    if (this._name !== undefined) {
      hasAnyValues = true;
      internalValueResult.name = this._name;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RepoCustomOverlayCertificatesAdditional | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._content = undefined;
      this._name = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._content = value.content;
      this._name = value.name;
    }
  }

  // content - computed: false, optional: true, required: false
  private _content?: string;
  public get content() {
    return this.getStringAttribute('content');
  }
  public set content(value: string) {
    this._content = value;
  }
  public resetContent() {
    this._content = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get contentInput() {
    return this._content;
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
}

export class RepoCustomOverlayCertificatesAdditionalList extends cdktf.ComplexList {
  public internalValue? : RepoCustomOverlayCertificatesAdditional[] | cdktf.IResolvable

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
  public get(index: number): RepoCustomOverlayCertificatesAdditionalOutputReference {
    return new RepoCustomOverlayCertificatesAdditionalOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface RepoCustomOverlayCertificates {
  /**
  * Certificates that the image trusts.
  */
  readonly additional?: RepoCustomOverlayCertificatesAdditional[] | cdktf.IResolvable;
  /**
  * Providers whose certificates the image trusts.
  */
  readonly providers?: string[];
}

export function repoCustomOverlayCertificatesToTerraform(struct?: RepoCustomOverlayCertificates | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    additional: cdktf.listMapper(repoCustomOverlayCertificatesAdditionalToTerraform, false)(struct!.additional),
    providers: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.providers),
  }
}


export function repoCustomOverlayCertificatesToHclTerraform(struct?: RepoCustomOverlayCertificates | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    additional: {
      value: cdktf.listMapperHcl(repoCustomOverlayCertificatesAdditionalToHclTerraform, false)(struct!.additional),
      isBlock: false,
      type: "list",
      storageClassType: "RepoCustomOverlayCertificatesAdditionalList",
    },
    providers: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.providers),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class RepoCustomOverlayCertificatesOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): RepoCustomOverlayCertificates | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._additional?.internalValue !== undefined) {
      hasAnyValues = true;
      internalValueResult.additional = this._additional?.internalValue;
    }
    if (this._providers !== undefined) {
      hasAnyValues = true;
      internalValueResult.providers = this._providers;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RepoCustomOverlayCertificates | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._additional.internalValue = undefined;
      this._providers = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._additional.internalValue = value.additional;
      this._providers = value.providers;
    }
  }

  // additional - computed: false, optional: true, required: false
  private _additional = new RepoCustomOverlayCertificatesAdditionalList(this, "additional", false);
  public get additional() {
    return this._additional;
  }
  public putAdditional(value: RepoCustomOverlayCertificatesAdditional[] | cdktf.IResolvable) {
    this._additional.internalValue = value;
  }
  public resetAdditional() {
    this._additional.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get additionalInput() {
    return this._additional.internalValue;
  }

  // providers - computed: false, optional: true, required: false
  private _providers?: string[];
  public get providers() {
    return this.getListAttribute('providers');
  }
  public set providers(value: string[]) {
    this._providers = value;
  }
  public resetProviders() {
    this._providers = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get providersInput() {
    return this._providers;
  }
}
export interface RepoCustomOverlayContentsRuntimeKeyring {
  /**
  * The key.
  */
  readonly content?: string;
  /**
  * The key's file name.
  */
  readonly name?: string;
}

export function repoCustomOverlayContentsRuntimeKeyringToTerraform(struct?: RepoCustomOverlayContentsRuntimeKeyring | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    content: cdktf.stringToTerraform(struct!.content),
    name: cdktf.stringToTerraform(struct!.name),
  }
}


export function repoCustomOverlayContentsRuntimeKeyringToHclTerraform(struct?: RepoCustomOverlayContentsRuntimeKeyring | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    content: {
      value: cdktf.stringToHclTerraform(struct!.content),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    name: {
      value: cdktf.stringToHclTerraform(struct!.name),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class RepoCustomOverlayContentsRuntimeKeyringOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): RepoCustomOverlayContentsRuntimeKeyring | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._content !== undefined) {
      hasAnyValues = true;
      internalValueResult.content = this._content;
    }
    if (this._name !== undefined) {
      hasAnyValues = true;
      internalValueResult.name = this._name;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RepoCustomOverlayContentsRuntimeKeyring | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._content = undefined;
      this._name = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._content = value.content;
      this._name = value.name;
    }
  }

  // content - computed: false, optional: true, required: false
  private _content?: string;
  public get content() {
    return this.getStringAttribute('content');
  }
  public set content(value: string) {
    this._content = value;
  }
  public resetContent() {
    this._content = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get contentInput() {
    return this._content;
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
}

export class RepoCustomOverlayContentsRuntimeKeyringList extends cdktf.ComplexList {
  public internalValue? : RepoCustomOverlayContentsRuntimeKeyring[] | cdktf.IResolvable

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
  public get(index: number): RepoCustomOverlayContentsRuntimeKeyringOutputReference {
    return new RepoCustomOverlayContentsRuntimeKeyringOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface RepoCustomOverlayContents {
  /**
  * Packages to add to the image.
  */
  readonly packages?: string[];
  /**
  * Keys that the image trusts at runtime.
  */
  readonly runtimeKeyring?: RepoCustomOverlayContentsRuntimeKeyring[] | cdktf.IResolvable;
  /**
  * Package repositories that the image uses at runtime.
  */
  readonly runtimeRepositories?: string[];
}

export function repoCustomOverlayContentsToTerraform(struct?: RepoCustomOverlayContents | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    packages: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.packages),
    runtime_keyring: cdktf.listMapper(repoCustomOverlayContentsRuntimeKeyringToTerraform, false)(struct!.runtimeKeyring),
    runtime_repositories: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.runtimeRepositories),
  }
}


export function repoCustomOverlayContentsToHclTerraform(struct?: RepoCustomOverlayContents | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    packages: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.packages),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
    runtime_keyring: {
      value: cdktf.listMapperHcl(repoCustomOverlayContentsRuntimeKeyringToHclTerraform, false)(struct!.runtimeKeyring),
      isBlock: false,
      type: "list",
      storageClassType: "RepoCustomOverlayContentsRuntimeKeyringList",
    },
    runtime_repositories: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.runtimeRepositories),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class RepoCustomOverlayContentsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): RepoCustomOverlayContents | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._packages !== undefined) {
      hasAnyValues = true;
      internalValueResult.packages = this._packages;
    }
    if (this._runtimeKeyring?.internalValue !== undefined) {
      hasAnyValues = true;
      internalValueResult.runtimeKeyring = this._runtimeKeyring?.internalValue;
    }
    if (this._runtimeRepositories !== undefined) {
      hasAnyValues = true;
      internalValueResult.runtimeRepositories = this._runtimeRepositories;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RepoCustomOverlayContents | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._packages = undefined;
      this._runtimeKeyring.internalValue = undefined;
      this._runtimeRepositories = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._packages = value.packages;
      this._runtimeKeyring.internalValue = value.runtimeKeyring;
      this._runtimeRepositories = value.runtimeRepositories;
    }
  }

  // packages - computed: false, optional: true, required: false
  private _packages?: string[];
  public get packages() {
    return this.getListAttribute('packages');
  }
  public set packages(value: string[]) {
    this._packages = value;
  }
  public resetPackages() {
    this._packages = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get packagesInput() {
    return this._packages;
  }

  // runtime_keyring - computed: false, optional: true, required: false
  private _runtimeKeyring = new RepoCustomOverlayContentsRuntimeKeyringList(this, "runtime_keyring", false);
  public get runtimeKeyring() {
    return this._runtimeKeyring;
  }
  public putRuntimeKeyring(value: RepoCustomOverlayContentsRuntimeKeyring[] | cdktf.IResolvable) {
    this._runtimeKeyring.internalValue = value;
  }
  public resetRuntimeKeyring() {
    this._runtimeKeyring.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get runtimeKeyringInput() {
    return this._runtimeKeyring.internalValue;
  }

  // runtime_repositories - computed: false, optional: true, required: false
  private _runtimeRepositories?: string[];
  public get runtimeRepositories() {
    return this.getListAttribute('runtime_repositories');
  }
  public set runtimeRepositories(value: string[]) {
    this._runtimeRepositories = value;
  }
  public resetRuntimeRepositories() {
    this._runtimeRepositories = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get runtimeRepositoriesInput() {
    return this._runtimeRepositories;
  }
}
export interface RepoCustomOverlay {
  /**
  * The accounts of the image.
  */
  readonly accounts?: RepoCustomOverlayAccounts;
  /**
  * Annotations of the image.
  */
  readonly annotations?: { [key: string]: string };
  /**
  * The certificates that the image trusts.
  */
  readonly certificates?: RepoCustomOverlayCertificates;
  /**
  * Content to add to the image.
  */
  readonly contents?: RepoCustomOverlayContents;
  /**
  * Environment variables of the image.
  */
  readonly environment?: { [key: string]: string };
}

export function repoCustomOverlayToTerraform(struct?: RepoCustomOverlay | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    accounts: repoCustomOverlayAccountsToTerraform(struct!.accounts),
    annotations: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.annotations),
    certificates: repoCustomOverlayCertificatesToTerraform(struct!.certificates),
    contents: repoCustomOverlayContentsToTerraform(struct!.contents),
    environment: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.environment),
  }
}


export function repoCustomOverlayToHclTerraform(struct?: RepoCustomOverlay | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    accounts: {
      value: repoCustomOverlayAccountsToHclTerraform(struct!.accounts),
      isBlock: false,
      type: "list",
      storageClassType: "RepoCustomOverlayAccounts",
    },
    annotations: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.annotations),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
    certificates: {
      value: repoCustomOverlayCertificatesToHclTerraform(struct!.certificates),
      isBlock: false,
      type: "list",
      storageClassType: "RepoCustomOverlayCertificates",
    },
    contents: {
      value: repoCustomOverlayContentsToHclTerraform(struct!.contents),
      isBlock: false,
      type: "list",
      storageClassType: "RepoCustomOverlayContents",
    },
    environment: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.environment),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class RepoCustomOverlayOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): RepoCustomOverlay | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._accounts?.internalValue !== undefined) {
      hasAnyValues = true;
      internalValueResult.accounts = this._accounts?.internalValue;
    }
    if (this._annotations !== undefined) {
      hasAnyValues = true;
      internalValueResult.annotations = this._annotations;
    }
    if (this._certificates?.internalValue !== undefined) {
      hasAnyValues = true;
      internalValueResult.certificates = this._certificates?.internalValue;
    }
    if (this._contents?.internalValue !== undefined) {
      hasAnyValues = true;
      internalValueResult.contents = this._contents?.internalValue;
    }
    if (this._environment !== undefined) {
      hasAnyValues = true;
      internalValueResult.environment = this._environment;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RepoCustomOverlay | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._accounts.internalValue = undefined;
      this._annotations = undefined;
      this._certificates.internalValue = undefined;
      this._contents.internalValue = undefined;
      this._environment = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._accounts.internalValue = value.accounts;
      this._annotations = value.annotations;
      this._certificates.internalValue = value.certificates;
      this._contents.internalValue = value.contents;
      this._environment = value.environment;
    }
  }

  // accounts - computed: false, optional: true, required: false
  private _accounts = new RepoCustomOverlayAccountsOutputReference(this, "accounts");
  public get accounts() {
    return this._accounts;
  }
  public putAccounts(value: RepoCustomOverlayAccounts) {
    this._accounts.internalValue = value;
  }
  public resetAccounts() {
    this._accounts.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get accountsInput() {
    return this._accounts.internalValue;
  }

  // annotations - computed: false, optional: true, required: false
  private _annotations?: { [key: string]: string };
  public get annotations() {
    return this.getStringMapAttribute('annotations');
  }
  public set annotations(value: { [key: string]: string }) {
    this._annotations = value;
  }
  public resetAnnotations() {
    this._annotations = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get annotationsInput() {
    return this._annotations;
  }

  // certificates - computed: false, optional: true, required: false
  private _certificates = new RepoCustomOverlayCertificatesOutputReference(this, "certificates");
  public get certificates() {
    return this._certificates;
  }
  public putCertificates(value: RepoCustomOverlayCertificates) {
    this._certificates.internalValue = value;
  }
  public resetCertificates() {
    this._certificates.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get certificatesInput() {
    return this._certificates.internalValue;
  }

  // contents - computed: false, optional: true, required: false
  private _contents = new RepoCustomOverlayContentsOutputReference(this, "contents");
  public get contents() {
    return this._contents;
  }
  public putContents(value: RepoCustomOverlayContents) {
    this._contents.internalValue = value;
  }
  public resetContents() {
    this._contents.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get contentsInput() {
    return this._contents.internalValue;
  }

  // environment - computed: false, optional: true, required: false
  private _environment?: { [key: string]: string };
  public get environment() {
    return this.getStringMapAttribute('environment');
  }
  public set environment(value: { [key: string]: string }) {
    this._environment = value;
  }
  public resetEnvironment() {
    this._environment = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get environmentInput() {
    return this._environment;
  }
}
export interface RepoSyncConfig {
  /**
  * The destination in Amazon ECR.
  */
  readonly amazon?: string;
  /**
  * The apko overlay to apply to images.
  */
  readonly apkoOverlay?: string;
  /**
  * The destination in Azure Container Registry.
  */
  readonly azure?: string;
  /**
  * The time at which copying ends. Removing it from the configuration keeps its value; set it to "" to clear it.
  */
  readonly expirationTime?: string;
  /**
  * The destination in Google Artifact Registry.
  */
  readonly google?: string;
  /**
  * Whether copying continues for a grace period after the expiration. Removing it from the configuration keeps its value; set it to false to clear it.
  */
  readonly gracePeriod?: boolean | cdktf.IResolvable;
  /**
  * The uid of the repo from which images are copied.
  */
  readonly source: string;
  /**
  * Whether to copy only tags that refer to one image. Removing it from the configuration keeps its value; set it to false to clear it.
  */
  readonly uniqueTags?: boolean | cdktf.IResolvable;
}

export function repoSyncConfigToTerraform(struct?: RepoSyncConfig | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    amazon: cdktf.stringToTerraform(struct!.amazon),
    apko_overlay: cdktf.stringToTerraform(struct!.apkoOverlay),
    azure: cdktf.stringToTerraform(struct!.azure),
    expiration_time: cdktf.stringToTerraform(struct!.expirationTime),
    google: cdktf.stringToTerraform(struct!.google),
    grace_period: cdktf.booleanToTerraform(struct!.gracePeriod),
    source: cdktf.stringToTerraform(struct!.source),
    unique_tags: cdktf.booleanToTerraform(struct!.uniqueTags),
  }
}


export function repoSyncConfigToHclTerraform(struct?: RepoSyncConfig | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    amazon: {
      value: cdktf.stringToHclTerraform(struct!.amazon),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    apko_overlay: {
      value: cdktf.stringToHclTerraform(struct!.apkoOverlay),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    azure: {
      value: cdktf.stringToHclTerraform(struct!.azure),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    expiration_time: {
      value: cdktf.stringToHclTerraform(struct!.expirationTime),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    google: {
      value: cdktf.stringToHclTerraform(struct!.google),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    grace_period: {
      value: cdktf.booleanToHclTerraform(struct!.gracePeriod),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    source: {
      value: cdktf.stringToHclTerraform(struct!.source),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    unique_tags: {
      value: cdktf.booleanToHclTerraform(struct!.uniqueTags),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class RepoSyncConfigOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): RepoSyncConfig | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._amazon !== undefined) {
      hasAnyValues = true;
      internalValueResult.amazon = this._amazon;
    }
    if (this._apkoOverlay !== undefined) {
      hasAnyValues = true;
      internalValueResult.apkoOverlay = this._apkoOverlay;
    }
    if (this._azure !== undefined) {
      hasAnyValues = true;
      internalValueResult.azure = this._azure;
    }
    if (this._expirationTime !== undefined) {
      hasAnyValues = true;
      internalValueResult.expirationTime = this._expirationTime;
    }
    if (this._google !== undefined) {
      hasAnyValues = true;
      internalValueResult.google = this._google;
    }
    if (this._gracePeriod !== undefined) {
      hasAnyValues = true;
      internalValueResult.gracePeriod = this._gracePeriod;
    }
    if (this._source !== undefined) {
      hasAnyValues = true;
      internalValueResult.source = this._source;
    }
    if (this._uniqueTags !== undefined) {
      hasAnyValues = true;
      internalValueResult.uniqueTags = this._uniqueTags;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RepoSyncConfig | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._amazon = undefined;
      this._apkoOverlay = undefined;
      this._azure = undefined;
      this._expirationTime = undefined;
      this._google = undefined;
      this._gracePeriod = undefined;
      this._source = undefined;
      this._uniqueTags = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._amazon = value.amazon;
      this._apkoOverlay = value.apkoOverlay;
      this._azure = value.azure;
      this._expirationTime = value.expirationTime;
      this._google = value.google;
      this._gracePeriod = value.gracePeriod;
      this._source = value.source;
      this._uniqueTags = value.uniqueTags;
    }
  }

  // amazon - computed: false, optional: true, required: false
  private _amazon?: string;
  public get amazon() {
    return this.getStringAttribute('amazon');
  }
  public set amazon(value: string) {
    this._amazon = value;
  }
  public resetAmazon() {
    this._amazon = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get amazonInput() {
    return this._amazon;
  }

  // apko_overlay - computed: false, optional: true, required: false
  private _apkoOverlay?: string;
  public get apkoOverlay() {
    return this.getStringAttribute('apko_overlay');
  }
  public set apkoOverlay(value: string) {
    this._apkoOverlay = value;
  }
  public resetApkoOverlay() {
    this._apkoOverlay = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get apkoOverlayInput() {
    return this._apkoOverlay;
  }

  // azure - computed: false, optional: true, required: false
  private _azure?: string;
  public get azure() {
    return this.getStringAttribute('azure');
  }
  public set azure(value: string) {
    this._azure = value;
  }
  public resetAzure() {
    this._azure = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get azureInput() {
    return this._azure;
  }

  // expiration_time - computed: true, optional: true, required: false
  private _expirationTime?: string;
  public get expirationTime() {
    return this.getStringAttribute('expiration_time');
  }
  public set expirationTime(value: string) {
    this._expirationTime = value;
  }
  public resetExpirationTime() {
    this._expirationTime = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get expirationTimeInput() {
    return this._expirationTime;
  }

  // google - computed: false, optional: true, required: false
  private _google?: string;
  public get google() {
    return this.getStringAttribute('google');
  }
  public set google(value: string) {
    this._google = value;
  }
  public resetGoogle() {
    this._google = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get googleInput() {
    return this._google;
  }

  // grace_period - computed: true, optional: true, required: false
  private _gracePeriod?: boolean | cdktf.IResolvable;
  public get gracePeriod() {
    return this.getBooleanAttribute('grace_period');
  }
  public set gracePeriod(value: boolean | cdktf.IResolvable) {
    this._gracePeriod = value;
  }
  public resetGracePeriod() {
    this._gracePeriod = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get gracePeriodInput() {
    return this._gracePeriod;
  }

  // source - computed: false, optional: false, required: true
  private _source?: string;
  public get source() {
    return this.getStringAttribute('source');
  }
  public set source(value: string) {
    this._source = value;
  }
  // Temporarily expose input value. Use with caution.
  public get sourceInput() {
    return this._source;
  }

  // unique_tags - computed: true, optional: true, required: false
  private _uniqueTags?: boolean | cdktf.IResolvable;
  public get uniqueTags() {
    return this.getBooleanAttribute('unique_tags');
  }
  public set uniqueTags(value: boolean | cdktf.IResolvable) {
    this._uniqueTags = value;
  }
  public resetUniqueTags() {
    this._uniqueTags = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get uniqueTagsInput() {
    return this._uniqueTags;
  }
}
export interface RepoTimeouts {
  /**
  * Timeout for create, including retries, as a duration such as 30s or 1m30s. Defaults to 1m.
  */
  readonly create?: string;
  /**
  * Timeout for delete, including retries, as a duration such as 30s or 1m30s. Defaults to 1m.
  */
  readonly delete?: string;
  /**
  * Timeout for read, including retries, as a duration such as 30s or 1m30s. Defaults to 1m.
  */
  readonly read?: string;
  /**
  * Timeout for update, including retries, as a duration such as 30s or 1m30s. Defaults to 1m.
  */
  readonly update?: string;
}

export function repoTimeoutsToTerraform(struct?: RepoTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    create: cdktf.stringToTerraform(struct!.create),
    delete: cdktf.stringToTerraform(struct!.delete),
    read: cdktf.stringToTerraform(struct!.read),
    update: cdktf.stringToTerraform(struct!.update),
  }
}


export function repoTimeoutsToHclTerraform(struct?: RepoTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    create: {
      value: cdktf.stringToHclTerraform(struct!.create),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    delete: {
      value: cdktf.stringToHclTerraform(struct!.delete),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    read: {
      value: cdktf.stringToHclTerraform(struct!.read),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    update: {
      value: cdktf.stringToHclTerraform(struct!.update),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class RepoTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): RepoTimeouts | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._create !== undefined) {
      hasAnyValues = true;
      internalValueResult.create = this._create;
    }
    if (this._delete !== undefined) {
      hasAnyValues = true;
      internalValueResult.delete = this._delete;
    }
    if (this._read !== undefined) {
      hasAnyValues = true;
      internalValueResult.read = this._read;
    }
    if (this._update !== undefined) {
      hasAnyValues = true;
      internalValueResult.update = this._update;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RepoTimeouts | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._create = undefined;
      this._delete = undefined;
      this._read = undefined;
      this._update = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._create = value.create;
      this._delete = value.delete;
      this._read = value.read;
      this._update = value.update;
    }
  }

  // create - computed: false, optional: true, required: false
  private _create?: string;
  public get create() {
    return this.getStringAttribute('create');
  }
  public set create(value: string) {
    this._create = value;
  }
  public resetCreate() {
    this._create = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get createInput() {
    return this._create;
  }

  // delete - computed: false, optional: true, required: false
  private _delete?: string;
  public get delete() {
    return this.getStringAttribute('delete');
  }
  public set delete(value: string) {
    this._delete = value;
  }
  public resetDelete() {
    this._delete = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deleteInput() {
    return this._delete;
  }

  // read - computed: false, optional: true, required: false
  private _read?: string;
  public get read() {
    return this.getStringAttribute('read');
  }
  public set read(value: string) {
    this._read = value;
  }
  public resetRead() {
    this._read = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get readInput() {
    return this._read;
  }

  // update - computed: false, optional: true, required: false
  private _update?: string;
  public get update() {
    return this.getStringAttribute('update');
  }
  public set update(value: string) {
    this._update = value;
  }
  public resetUpdate() {
    this._update = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get updateInput() {
    return this._update;
  }
}

/**
* Represents a platform_repo
*/
export class Repo extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "platform_repo";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a Repo resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Repo to import
  * @param importFromId The id of the existing Repo that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the Repo to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "platform_repo", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new platform_repo Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options RepoConfig
  */
  public constructor(scope: Construct, id: string, config: RepoConfig) {
    super(scope, id, {
      terraformResourceType: 'platform_repo',
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
    this._activeTags = config.activeTags;
    this._aliases = config.aliases;
    this._bundles = config.bundles;
    this._catalogTier = config.catalogTier;
    this._customOverlay.internalValue = config.customOverlay;
    this._description = config.description;
    this._groupUid = config.groupUid;
    this._name = config.name;
    this._readme = config.readme;
    this._syncConfig.internalValue = config.syncConfig;
    this._timeouts.internalValue = config.timeouts;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // active_tags - computed: true, optional: true, required: false
  private _activeTags?: string[];
  public get activeTags() {
    return this.getListAttribute('active_tags');
  }
  public set activeTags(value: string[]) {
    this._activeTags = value;
  }
  public resetActiveTags() {
    this._activeTags = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get activeTagsInput() {
    return this._activeTags;
  }

  // aliases - computed: false, optional: true, required: false
  private _aliases?: string[];
  public get aliases() {
    return cdktf.Fn.tolist(this.getListAttribute('aliases'));
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

  // bundles - computed: false, optional: true, required: false
  private _bundles?: string[];
  public get bundles() {
    return cdktf.Fn.tolist(this.getListAttribute('bundles'));
  }
  public set bundles(value: string[]) {
    this._bundles = value;
  }
  public resetBundles() {
    this._bundles = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get bundlesInput() {
    return this._bundles;
  }

  // catalog_tier - computed: false, optional: true, required: false
  private _catalogTier?: string;
  public get catalogTier() {
    return this.getStringAttribute('catalog_tier');
  }
  public set catalogTier(value: string) {
    this._catalogTier = value;
  }
  public resetCatalogTier() {
    this._catalogTier = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get catalogTierInput() {
    return this._catalogTier;
  }

  // custom_overlay - computed: false, optional: true, required: false
  private _customOverlay = new RepoCustomOverlayOutputReference(this, "custom_overlay");
  public get customOverlay() {
    return this._customOverlay;
  }
  public putCustomOverlay(value: RepoCustomOverlay) {
    this._customOverlay.internalValue = value;
  }
  public resetCustomOverlay() {
    this._customOverlay.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get customOverlayInput() {
    return this._customOverlay.internalValue;
  }

  // description - computed: false, optional: true, required: false
  private _description?: string;
  public get description() {
    return this.getStringAttribute('description');
  }
  public set description(value: string) {
    this._description = value;
  }
  public resetDescription() {
    this._description = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get descriptionInput() {
    return this._description;
  }

  // group_uid - computed: false, optional: false, required: true
  private _groupUid?: string;
  public get groupUid() {
    return this.getStringAttribute('group_uid');
  }
  public set groupUid(value: string) {
    this._groupUid = value;
  }
  // Temporarily expose input value. Use with caution.
  public get groupUidInput() {
    return this._groupUid;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // name - computed: false, optional: false, required: true
  private _name?: string;
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // readme - computed: false, optional: true, required: false
  private _readme?: string;
  public get readme() {
    return this.getStringAttribute('readme');
  }
  public set readme(value: string) {
    this._readme = value;
  }
  public resetReadme() {
    this._readme = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get readmeInput() {
    return this._readme;
  }

  // sync_config - computed: false, optional: true, required: false
  private _syncConfig = new RepoSyncConfigOutputReference(this, "sync_config");
  public get syncConfig() {
    return this._syncConfig;
  }
  public putSyncConfig(value: RepoSyncConfig) {
    this._syncConfig.internalValue = value;
  }
  public resetSyncConfig() {
    this._syncConfig.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get syncConfigInput() {
    return this._syncConfig.internalValue;
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new RepoTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: RepoTimeouts) {
    this._timeouts.internalValue = value;
  }
  public resetTimeouts() {
    this._timeouts.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutsInput() {
    return this._timeouts.internalValue;
  }

  // uid - computed: true, optional: false, required: false
  public get uid() {
    return this.getStringAttribute('uid');
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      active_tags: cdktf.listMapper(cdktf.stringToTerraform, false)(this._activeTags),
      aliases: cdktf.listMapper(cdktf.stringToTerraform, false)(this._aliases),
      bundles: cdktf.listMapper(cdktf.stringToTerraform, false)(this._bundles),
      catalog_tier: cdktf.stringToTerraform(this._catalogTier),
      custom_overlay: repoCustomOverlayToTerraform(this._customOverlay.internalValue),
      description: cdktf.stringToTerraform(this._description),
      group_uid: cdktf.stringToTerraform(this._groupUid),
      name: cdktf.stringToTerraform(this._name),
      readme: cdktf.stringToTerraform(this._readme),
      sync_config: repoSyncConfigToTerraform(this._syncConfig.internalValue),
      timeouts: repoTimeoutsToTerraform(this._timeouts.internalValue),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      active_tags: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._activeTags),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      aliases: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._aliases),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      bundles: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._bundles),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      catalog_tier: {
        value: cdktf.stringToHclTerraform(this._catalogTier),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      custom_overlay: {
        value: repoCustomOverlayToHclTerraform(this._customOverlay.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "RepoCustomOverlay",
      },
      description: {
        value: cdktf.stringToHclTerraform(this._description),
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
      readme: {
        value: cdktf.stringToHclTerraform(this._readme),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      sync_config: {
        value: repoSyncConfigToHclTerraform(this._syncConfig.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "RepoSyncConfig",
      },
      timeouts: {
        value: repoTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "RepoTimeouts",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
