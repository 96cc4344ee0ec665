import { Construct } from "constructs";
import { pathOf } from "./arguments";
import { recordParent } from "./hierarchy";
import type { IGroup } from "./interfaces";
import { type Kind, kind, type OfKind, typeOfKind } from "./kind";
import { literalUidProblem, uidProblem } from "./uids";

/**
 * An existing resource that the program does not manage; only its uid is known. Throws an Error if the uid cannot be
 * one of its type.
 */
export class Existing<K extends Kind> extends Construct implements OfKind<K> {
  readonly #kind: K;

  constructor(
    scope: Construct,
    id: string,
    ofKind: K,
    readonly uid: string,
  ) {
    const path = pathOf(scope, id);
    const problem = literalUidProblem(typeOfKind[ofKind], uid);
    if (problem) throw new Error(`[${path}] uid ${problem}`);
    super(scope, id);
    this.#kind = ofKind;
    // A uid known only at deployment may be that of another type.
    this.node.addValidation({
      validate: () => {
        const problem = uidProblem(this, typeOfKind[ofKind], uid);
        return problem ? [`uid ${problem}`] : [];
      },
    });
  }

  get [kind](): K {
    return this.#kind;
  }
}

/** An existing resource in a group, which is known if the resource was looked up in it. */
export class ExistingInGroup<K extends Exclude<Kind, "group">> extends Existing<K> {
  constructor(
    scope: Construct,
    id: string,
    ofKind: K,
    uid: string,
    /** The parent group; undefined if unknown. */
    readonly group?: IGroup,
  ) {
    super(scope, id, ofKind, uid);
    recordParent(this, group);
  }
}
