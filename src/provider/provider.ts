import { definitions, type ResourceDefinition } from "../model";
import { access } from "./access";
import { listing, lookup } from "./data-source";
import { deferrable, deferrableEphemeral, deferrableSource } from "./deferral";
import { functions } from "./functions";
import { listResource } from "./list-resource";
import { pluralTypeName, typeName } from "./names";
import { mapRecord, type Provider } from "./plugin";
import { managedResource } from "./resource";
import { providerSchema } from "./schema";
import { Session } from "./session";
import { platformToken } from "./token";
import { upgradable, upgrades } from "./upgrade";

/** The provider: what the registry's types can do, they can do in Terraform. Reads settings from `env` where the configuration is silent. */
export function createProvider(env: NodeJS.ProcessEnv = process.env, stateUpgrades = upgrades): Provider {
  let opened: Session | undefined;
  const session = (): Session => {
    if (!opened) throw new Error("the provider was not configured");
    return opened;
  };
  const managed = where("create");
  const sources = {
    ...byName(where("get"), typeName, (definition) => lookup(definition, session)),
    ...byName(where("list"), pluralTypeName, (definition) => listing(definition, session)),
    platform_access: access(session),
  };
  return {
    schema: providerSchema(),
    resources: byName(managed, typeName, (definition) =>
      upgradable(deferrable(managedResource(definition, session), session), stateUpgrades[typeName(definition)]),
    ),
    listResources: byName(managed, typeName, (definition) => listResource(definition, session)),
    dataSources: mapRecord(sources, (source) => deferrableSource(source, session)),
    ephemeralResources: { platform_token: deferrableEphemeral(platformToken(session), session) },
    functions,
    configure(config, { log }) {
      opened = Session.open(config, env, log);
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
