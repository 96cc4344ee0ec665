import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import { checked } from "./checked";
import type { IGroup, IRepo, LookupOptions } from "./interfaces";
import { lookupConfig } from "./lookup";
import { configOf } from "./references";
import { constructOf, type Identified, referentOf } from "./referents";
import { validateAgainst } from "./validation";

export interface TagProps extends Omit<bindings.tag.TagConfig, "repoUid"> {
  /** The parent repo. */
  readonly repo: IRepo;
}

/** Selects one tag by name; several matches are an error. */
export interface TagLookupProps extends LookupOptions {
  /** The name of the tag. */
  readonly name: string;
  /** The parent repo. */
  readonly repo?: IRepo;
  /** An ancestor group at any level. */
  readonly descendantsOf?: IGroup;
}

/** A name in a repo that refers to an image digest. A changed digest replaces the tag. */
export class Tag extends checked(registry.tags, bindings.tag.Tag) {
  readonly #repo: () => IRepo | Identified;

  /** Looks up an existing tag during deployment, without managing it. The result has all its attributes. */
  static fromLookup(scope: Construct, id: string, props: TagLookupProps): bindings.dataPlatformTag.DataPlatformTag {
    const config = lookupConfig(scope, id, registry.tags, "repo", props);
    return new bindings.dataPlatformTag.DataPlatformTag(scope, id, config);
  }

  constructor(scope: Construct, id: string, props: TagProps) {
    super(scope, id, configOf(registry.tags, scope, id, props));
    this.#repo = referentOf(this, "repoUid", props.repo);
    validateAgainst(registry.tags, this);
  }

  /** The parent repo. */
  get repo(): IRepo {
    return constructOf(this, "repoUid", this.#repo());
  }
}
