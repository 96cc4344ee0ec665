import type { JsonObject, ResourceDefinition } from "../model";
import { listMatching, validateListArguments } from "./data-source";
import { identityOf } from "./import";
import { nouns } from "./names";
import type { ListedResource, ListRequest, ListResource } from "./plugin";
import { listParameters } from "./schema";
import type { Session } from "./session";
import { stateOf } from "./values";

/** The list resource of a type for `terraform query`, with the scope and filters of its plural data source. */
export function listResource(definition: ResourceDefinition, session: () => Session): ListResource {
  const { description, attributes } = listParameters(definition);
  return {
    schema: { description, attributes },

    validate: (config) => validateListArguments(definition, config),

    async *list({ config, limit, includeResource }: ListRequest, { signal }): AsyncIterable<ListedResource> {
      const items = await session().run(`Cannot list ${nouns(definition)}`, definition, ({ client }) =>
        listMatching(client, definition, config, { signal, limit }),
      );
      for (const item of items) {
        yield {
          identity: identityOf(item),
          displayName: displayNameOf(definition, item),
          ...(includeResource ? { resource: { ...stateOf(definition, item, {}), timeouts: null } } : {}),
        };
      }
    },
  };
}

/** Returns the resource's name or, for types without one, the names of the resources it connects; otherwise its uid. */
function displayNameOf({ fields }: ResourceDefinition, item: JsonObject): string {
  const parts = Object.keys(fields).filter((name) => fields[name]!.hydratedFrom !== undefined);
  const names = parts.map((part) => (item[part] as JsonObject | undefined)?.name).filter(Boolean);
  return String(item.name || names.join(", ") || item.uid);
}
