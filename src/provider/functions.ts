import { isAtOrBelow, isUid, parentOf, rootOf } from "../api";
import { invalidUid } from "../model";
import { FunctionError, type FunctionParameter, type ProviderFunction, type Value } from "./plugin";

/**
 * Provider functions for uids, which are paths, such as `provider::platform::uid_parent(uid)`. They make no requests.
 */

const uidParameter = (name: string, description: string): FunctionParameter => ({ name, type: "string", description });

/** Builds a function of one or two uids. Throws FunctionError with the argument's index if an argument is not a uid. */
function ofUids(
  own: Omit<ProviderFunction, "call">,
  calculate: (...uids: readonly [string, string]) => Value,
): ProviderFunction {
  return {
    ...own,
    call(given) {
      const wrong = given.findIndex((uid) => !isUid(String(uid)));
      if (wrong >= 0) {
        const { name } = own.parameters[wrong]!;
        throw new FunctionError(`${name} ${invalidUid}; it is ${JSON.stringify(given[wrong])}`, wrong);
      }
      return calculate(...(given as readonly [string, string]));
    },
  };
}

export const functions: Readonly<Record<string, ProviderFunction>> = {
  uid_parent: ofUids(
    {
      summary: "The uid of what holds something",
      description: "Gives the uid of what holds the resource with a uid; null for what stands at the top.",
      parameters: [uidParameter("uid", "The uid of a resource.")],
      returns: "string",
    },
    (uid) => parentOf(uid) ?? null,
  ),

  uid_root: ofUids(
    {
      summary: "The uid of the organization that something belongs to",
      description: "Gives the uid of the root group above the resource with a uid, or its own if it stands at the top.",
      parameters: [uidParameter("uid", "The uid of a resource.")],
      returns: "string",
    },
    rootOf,
  ),

  uid_contains: ofUids(
    {
      summary: "Whether something lies below something else",
      description: "Tells whether the resource with the uid is the ancestor itself or lies anywhere below it.",
      parameters: [
        uidParameter("ancestor", "The uid of a group, or of anything else."),
        uidParameter("uid", "The uid of what may lie below it."),
      ],
      returns: "bool",
    },
    (ancestor, uid) => isAtOrBelow(uid, ancestor),
  ),
};
