import { definitions, type ResourceDefinition } from "../model";
import { listing, lookup } from "./data-source";
import { functions } from "./functions";
import { pluralTypeName, typeName } from "./names";
import type { Provider } from "./plugin";
import { managedResource } from "./resource";
import { providerSchema } from "./schema";
import { Session } from "./session";

/** The provider: what the registry's types can do, they can do in Terraform. Reads settings from `env` where the configuration is silent. */
export function createProvider(env: NodeJS.ProcessEnv = process.env): Provider {
  let opened: Session | undefined;
  const session = (): Session => {
    if (!opened) throw new Error("the provider was not configured");
    return opened;
  };
  return {
    schema: providerSchema(),
    resources: byName(where("create"), typeName, (definition) => managedResource(definition, session)),
    dataSources: {
      ...byName(where("get"), typeName, (definition) => lookup(definition, session)),
      ...byName(where("list"), pluralTypeName, (definition) => listing(definition, session)),
    },
    functions,
    configure(config) {
      opened = Session.open(config, env);
    },
  };
}

const where = (operation: ResourceDefinition["operations"][number]): readonly ResourceDefinition[] =>
  definitions.filter(({ operations }) => operations.includes(operation));

function byName<T>(
  types: readonly ResourceDefinition[],
  name: (definition: ResourceDefinition) => string,
  make: (definition: ResourceDefinition) => T,
): Record<string, T> {
  return Object.fromEntries(types.map((definition) => [name(definition), make(definition)]));
}
