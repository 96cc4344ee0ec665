import { methodPath } from "../../api";
import { type MethodDefinition, methodsOf, type ResourceDefinition } from "../../model";
import type { Declarations } from "./declarations";
import { EMPTY, message, type ProtoMessage, type ProtoMethod } from "./file";

/** The type that a file is generated for. */
export interface FileContext {
  readonly definition: ResourceDefinition;
  readonly declarations: Declarations;
  /** Returns the full name of a message in the file. */
  readonly inPackage: (name: string) => string;
}

/** The methods of a service beyond the standard operations, with their request and response messages. */
interface CustomMethods {
  readonly methods: readonly ProtoMethod[];
  readonly messages: readonly ProtoMessage[];
}

/** Returns the name of a custom method in gRPC: `BatchCreateRoleBindings`. */
export const rpcName = ({ name }: MethodDefinition): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns a method's comment: its REST method and path, and the capabilities that it requires. */
export const methodComment = (rest: string, capabilities: readonly string[] = []): string =>
  `${rest}. Requires ${capabilities.join(" and ") || "no capability"}.`;

export function customMethodsOf(context: FileContext): CustomMethods {
  const all = methodsOf(context.definition).map((method) => customMethod(context, method));
  return { methods: all.flatMap(({ methods }) => methods), messages: all.flatMap(({ messages }) => messages) };
}

function customMethod({ declarations, inPackage }: FileContext, method: MethodDefinition): CustomMethods {
  const { http, capabilities, summary } = method;
  const name = rpcName(method);
  const request = message(`${name}Request`, declarations.fields(method.request));
  const response = message(`${name}Response`, declarations.fields(method.response));
  const isEmpty = response.fields.length === 0;
  return {
    methods: [
      {
        name,
        comment: `${summary}. ${methodComment(`${http} ${methodPath(method, "{uid}")}`, capabilities)}`,
        input: inPackage(request.name),
        output: isEmpty ? EMPTY : inPackage(response.name),
      },
    ],
    messages: isEmpty ? [request] : [request, response],
  };
}
