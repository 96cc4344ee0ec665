import type { Construct } from "constructs";
import { clientRegistry } from "../../src/model";
import { pathOf, rejectExtraArguments } from "./arguments";
import * as bindings from "./bindings";
import { checked } from "./checked";
import { ExistingInGroup } from "./existing";
import type { IGroup, IRepo, LookupInGroup } from "./interfaces";
import { kind } from "./kind";
import { lookupConfig } from "./lookup";
import { configOf } from "./references";
import { constructOf, type Identified, referentOf } from "./referents";
import { validateAgainst } from "./validation";

export interface RepoProps extends Omit<bindings.repo.RepoConfig, "groupUid"> {
  /** The parent group. */
  readonly group: IGroup;
}

/** Selects one repo by name; several matches are an error. */
export type RepoLookupProps = LookupInGroup;

/** A repository of images in the registry. */
export class Repo extends checked(clientRegistry.repos, bindings.repo.Repo) implements IRepo {
  readonly #group: () => IGroup | Identified;

  /** Refers to an existing repo by uid, without managing it. */
  static fromUid(scope: Construct, id: string, uid: string): IRepo;
  static fromUid(scope: Construct, id: string, uid: string, ...extraArguments: unknown[]): IRepo {
    rejectExtraArguments(pathOf(scope, id), "Repo.fromUid", extraArguments);
    return new ExistingInGroup(scope, id, "repo", uid);
  }

  /** Looks up an existing repo during deployment, without managing it. */
  static fromLookup(scope: Construct, id: string, props: RepoLookupProps): IRepo {
    const config = lookupConfig(scope, id, clientRegistry.repos, "group", props);
    const found = new bindings.dataPlatformRepo.DataPlatformRepo(scope, `${id}-lookup`, config);
    return new ExistingInGroup(scope, id, "repo", found.uid, props.group);
  }

  constructor(scope: Construct, id: string, props: RepoProps) {
    super(scope, id, configOf(clientRegistry.repos, scope, id, props));
    this.#group = referentOf(this, "groupUid", props.group);
    validateAgainst(clientRegistry.repos, this);
  }

  /** The parent group. */
  get group(): IGroup {
    return constructOf(this, "groupUid", this.#group());
  }

  get [kind](): "repo" {
    return "repo";
  }
}
