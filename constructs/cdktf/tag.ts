import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import type { IRepo } from "./repo";
import { validateAgainst } from "./validation";

export interface TagProps extends Omit<bindings.tag.TagConfig, "repoUid"> {
  /** The repo that holds it. */
  readonly repo: IRepo;
}

/** A name in a repo that stands for an image. Another digest is another tag. */
export class Tag extends bindings.tag.Tag {
  constructor(scope: Construct, id: string, { repo, ...props }: TagProps) {
    super(scope, id, { ...props, repoUid: repo.uid });
    validateAgainst(registry.tags, this);
  }
}
