import type { Construct, IConstruct } from "constructs";
import { clientRegistry } from "../../src/model";
import { pathOf, rejectSurplusArguments } from "./arguments";
import * as bindings from "./bindings";
import { checked } from "./checked";
import { Existing } from "./existing";
import type { IGroup } from "./group";
import { kind, type OfKind } from "./kind";
import { type LookupOptions, lookupConfig } from "./lookup";
import { configOf } from "./references";
import { validateAgainst } from "./validation";

/** A repo, created by this program or existing. */
export interface IRepo extends IConstruct, OfKind<"repo"> {
  readonly uid: string;
}

export interface RepoProps extends Omit<bindings.repo.RepoConfig, "groupUid"> {
  /** The parent group. */
  readonly group: IGroup;
}

/** Selects one repo by name; several matches are an error. */
export interface RepoLookupProps extends LookupOptions {
  readonly name: string;
  /** The direct parent. */
  readonly group?: IGroup;
  /** An ancestor at any level. */
  readonly descendantsOf?: IGroup;
}

/** A repository of images in the registry. */
export class Repo extends checked(clientRegistry.repos, bindings.repo.Repo) implements IRepo {
  /** Refers to an existing repo by uid, without managing it. */
  static fromUid(scope: Construct, id: string, uid: string): IRepo;
  static fromUid(scope: Construct, id: string, uid: string, ...further: unknown[]): IRepo {
    rejectSurplusArguments(pathOf(scope, id), "Repo.fromUid", further);
    return new Existing(scope, id, "repo", uid);
  }

  /** Looks up an existing repo during deployment, without managing it. */
  static fromLookup(scope: Construct, id: string, props: RepoLookupProps): IRepo {
    const config = lookupConfig(scope, id, "repo", "group", props);
    const found = new bindings.dataPlatformRepo.DataPlatformRepo(scope, `${id}-lookup`, config);
    return new Existing(scope, id, "repo", found.uid);
  }

  constructor(scope: Construct, id: string, props: RepoProps) {
    super(scope, id, configOf(clientRegistry.repos, scope, id, props));
    validateAgainst(clientRegistry.repos, this);
  }

  get [kind](): "repo" {
    return "repo";
  }
}
