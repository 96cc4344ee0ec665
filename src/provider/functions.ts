import { isAtOrBelow, isUid, parentOf, rootOf } from "../api";
import { invalidUid } from "../model";
import { FunctionError, type FunctionParameter, type ProviderFunction, type Value } from "./plugin";

/**
 * Provider functions for uids, which are paths, such as `provider::platform::uid_parent(uid)`. They make no requests.
 */

const uidParameter = (name: string, description: string): FunctionParameter => ({ name, type: "string", description });

/** Builds a function of one or two uids. Throws FunctionError with the argument's index if an argument is not a uid. */
function uidFunction(
  definition: Omit<ProviderFunction, "call">,
  compute: (...uids: readonly [string, string]) => Value,
): ProviderFunction {
  return {
    ...definition,
    call(args) {
      const invalidIndex = args.findIndex((uid) => !isUid(String(uid)));
      if (invalidIndex >= 0) {
        const { name } = definition.parameters[invalidIndex]!;
        throw new FunctionError(`${name} ${invalidUid}; got ${JSON.stringify(args[invalidIndex])}`, invalidIndex);
      }
      return compute(...(args as readonly [string, string]));
    },
  };
}

export const functions: Readonly<Record<string, ProviderFunction>> = {
  uid_parent: uidFunction(
    {
      summary: "The uid of a resource's parent",
      description: "Returns the uid of the parent of the resource with the given uid; null for a root group.",
      parameters: [uidParameter("uid", "The uid of a resource.")],
      returns: "string",
    },
    (uid) => parentOf(uid) ?? null,
  ),

  uid_root: uidFunction(
    {
      summary: "The uid of a resource's organization",
      description: "Returns the uid of the organization that the resource belongs to; for a root group, its own uid.",
      parameters: [uidParameter("uid", "The uid of a resource.")],
      returns: "string",
    },
    rootOf,
  ),

  uid_contains: uidFunction(
    {
      summary: "Whether a resource is below another",
      description: "Returns whether the resource with the given uid is the ancestor itself or anywhere below it.",
      parameters: [
        uidParameter("ancestor", "The uid of a group or another resource."),
        uidParameter("uid", "The uid of the resource that may be below it."),
      ],
      returns: "bool",
    },
    (ancestor, uid) => isAtOrBelow(uid, ancestor),
  ),
};
