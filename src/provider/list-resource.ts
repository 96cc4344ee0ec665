import type { ResourceDefinition } from "../model";
import { checkListing, found } from "./data-source";
import { identityOf } from "./import";
import { nouns } from "./names";
import type { ListedResource, ListRequest, ListResource } from "./plugin";
import { listParameters } from "./schema";
import type { Session } from "./session";
import { stateOf } from "./values";

/** What `terraform query` lists of a type: the scope and filters of its plural data source. */
export function listResource(definition: ResourceDefinition, session: () => Session): ListResource {
  const { description, attributes } = listParameters(definition);
  return {
    schema: { description, attributes },

    validate: (config) => checkListing(definition, config),

    async *list({ config, limit, includeResource }: ListRequest, { signal }): AsyncIterable<ListedResource> {
      const items = await session().run(`Cannot list ${nouns(definition)}`, definition, ({ client }) =>
        found(client, definition, config, { signal, limit }),
      );
      for (const item of items) {
        yield {
          identity: identityOf(item),
          displayName: String(item.name || item.uid),
          ...(includeResource ? { resource: { ...stateOf(definition, item, {}), timeouts: null } } : {}),
        };
      }
    },
  };
}
