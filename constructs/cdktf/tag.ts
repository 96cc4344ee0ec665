import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import { checked } from "./checked";
import type { IRepo } from "./interfaces";
import { configOf } from "./references";
import { constructOf, type Identified, referentOf } from "./referents";
import { validateAgainst } from "./validation";

export interface TagProps extends Omit<bindings.tag.TagConfig, "repoUid"> {
  /** The parent repo. */
  readonly repo: IRepo;
}

/** A name in a repo that refers to an image digest. A changed digest replaces the tag. */
export class Tag extends checked(registry.tags, bindings.tag.Tag) {
  readonly #repo: () => IRepo | Identified;

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
