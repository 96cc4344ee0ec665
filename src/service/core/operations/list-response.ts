import { invalidArgument, type Parameters, parseListQuery } from "../../../api";
import type { JsonObject, MethodDefinition, MethodName, Methods, ResourceDefinition } from "../../../model";
import type { ListQueue } from "../../net/list-queue";
import type { ResponseShare } from "../../net/response-limit";
import type { Caller } from "../access";
import type { Operations } from ".";

/** Parses the parameters of a List and returns its response when it is its turn. Throws PlatformError. */
export async function listResponse(
  { operations, listQueue }: { readonly operations: Operations; readonly listQueue: ListQueue },
  definition: ResourceDefinition,
  caller: Caller,
  parameters: Parameters,
  share: ResponseShare,
): Promise<JsonObject> {
  const parsed = parseListQuery(definition, parameters);
  if ("violations" in parsed) throw invalidArgument(parsed.violations);
  const { items, nextPageToken, totalCount, skipped } = await listQueue.run(caller.identityUid, share, () =>
    operations.list(definition, caller, parsed.request),
  );
  return {
    [definition.plural]: items,
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
    totalCount: String(totalCount),
    skipped,
  };
}

interface MethodRequest {
  readonly request: JsonObject;
  readonly idempotencyKey: string | undefined;
  readonly share: () => ResponseShare;
}

/** Runs a custom method, when it is its turn if it reads as much as a list. Throws PlatformError. */
export function methodResponse<M extends Methods[MethodName]>(
  { operations, listQueue }: { readonly operations: Operations; readonly listQueue: ListQueue },
  method: M,
  caller: Caller,
  { request, idempotencyKey, share }: MethodRequest,
) {
  const run = () => operations.call(method, caller, request, idempotencyKey);
  const { isQueued }: MethodDefinition = method;
  return isQueued ? listQueue.run(caller.identityUid, share(), run) : run();
}
