import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import type { IGroup } from "./group";
import { validateAgainst } from "./validation";

/** A repo of this program's, or one that exists. */
export interface IRepo {
  readonly uid: string;
}

export interface RepoProps extends Omit<bindings.repo.RepoConfig, "groupUid"> {
  /** The group that holds it. */
  readonly group: IGroup;
}

/** A repository of images in the registry. */
export class Repo extends bindings.repo.Repo implements IRepo {
  constructor(scope: Construct, id: string, { group, ...props }: RepoProps) {
    super(scope, id, { ...props, groupUid: group.uid });
    validateAgainst(registry.repos, this);
  }
}
