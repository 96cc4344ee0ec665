import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import { checked } from "./checked";
import { configOf } from "./references";
import type { IRepo } from "./repo";
import { validateAgainst } from "./validation";

export interface TagProps extends Omit<bindings.tag.TagConfig, "repoUid"> {
  /** The parent repo. */
  readonly repo: IRepo;
}

/** A name in a repo that refers to an image digest. A changed digest replaces the tag. */
export class Tag extends checked(registry.tags, bindings.tag.Tag) {
  constructor(scope: Construct, id: string, props: TagProps) {
    super(scope, id, configOf(registry.tags, scope, id, props));
    validateAgainst(registry.tags, this);
  }
}
