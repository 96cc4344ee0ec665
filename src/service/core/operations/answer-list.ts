import { invalidArgument, type Parameters, parseListQuery } from "../../../api";
import type { JsonObject, ResourceDefinition } from "../../../model";
import type { Caller } from "../access";
import type { Operations } from ".";

/** Parses the parameters of a List and returns its response. Throws PlatformError. */
export async function answerList(
  operations: Operations,
  definition: ResourceDefinition,
  caller: Caller,
  parameters: Parameters,
): Promise<JsonObject> {
  const parsed = parseListQuery(definition, parameters);
  if ("violations" in parsed) throw invalidArgument(parsed.violations);
  const { items, nextPageToken, totalCount, skipped } = await operations.list(definition, caller, parsed.request);
  return {
    [definition.plural]: items,
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
    totalCount: String(totalCount),
    skipped,
  };
}
