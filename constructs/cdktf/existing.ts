import { Construct } from "constructs";
import { notAUid, uidPattern } from "../../src/model";
import { isUnknown, resolved, typeOfUid } from "./expression";
import { article, type Kind, kind, type OfKind } from "./kind";
import { pathOf } from "./validation";

/** What exists and stays as it is: only its uid is known. Throws an Error where the uid can be none of its kind. */
export class Existing<K extends Kind> extends Construct implements OfKind<K> {
  readonly #kind: K;

  constructor(
    scope: Construct,
    id: string,
    ofKind: K,
    readonly uid: string,
  ) {
    const problem = uidProblem(ofKind, uid);
    if (problem) throw new Error(`[${pathOf(scope, id)}] uid ${problem}`);
    super(scope, id);
    this.#kind = ofKind;
    this.node.addValidation({ validate: () => this.wrongTypes() });
  }

  get [kind](): K {
    return this.#kind;
  }

  /** A uid that is known only at deployment may still be that of another type. */
  private wrongTypes(): string[] {
    const type = typeOfUid(resolved(this, this.uid));
    return type === undefined || type === this.#kind
      ? []
      : [`uid must be that of ${article(this.#kind)}, not of ${article(type.replaceAll("_", " "))}`];
  }
}

function uidProblem(kind: Kind, uid: unknown): string | undefined {
  if (isUnknown(uid)) return undefined;
  if (typeof uid !== "string" || !uidPattern.test(uid)) return notAUid;
  // Groups at the top and built-in roles are all that lies in no group.
  const isFlat = !uid.includes("/");
  return isFlat && (kind === "identity" || kind === "repo")
    ? `must be the uid of ${article(kind)}, which begins with its group's: ${notAUid}`
    : undefined;
}
