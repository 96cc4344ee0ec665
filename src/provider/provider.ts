import { clientDefinitions, type ResourceDefinition } from "../model";
import { access } from "./access";
import { listing, lookup } from "./data-source";
import { deferrable, deferrableEphemeral, deferrableSource } from "./deferral";
import { functions } from "./functions";
import { lazyRecord, type Maker } from "./lazy";
import { listResource } from "./list-resource";
import { pluralTypeName, typeName } from "./names";
import type { DataSource, ManagedResource, Provider } from "./plugin";
import { managedResource } from "./resource";
import { providerSchema } from "./schema";
import { Session, validateSettings } from "./session";
import { platformToken } from "./token";
import { upgradable, upgrades } from "./upgrade";

/** Creates the provider with all types of the registry. Settings that are not configured are read from `env`. */
export function createProvider(env: NodeJS.ProcessEnv = process.env, stateUpgrades = upgrades): Provider {
  let opened: Session | undefined;
  const session = (): Session => {
    if (!opened) throw new Error("the provider was not configured");
    return opened;
  };
  const managed = where("create");
  const source = (made: DataSource): DataSource => deferrableSource(made, session);
  const resource = (definition: ResourceDefinition): ManagedResource =>
    upgradable(deferrable(managedResource(definition, session), session), stateUpgrades[typeName(definition)]);
  return {
    schema: providerSchema(),
    resources: lazyRecord(byName(managed, typeName, resource)),
    listResources: lazyRecord(byName(managed, typeName, (definition) => listResource(definition, session))),
    dataSources: lazyRecord([
      ...byName(where("get"), typeName, (definition) => source(lookup(definition, session))),
      ...byName(where("list"), pluralTypeName, (definition) => source(listing(definition, session))),
      ["platform_access", () => source(access(session))],
    ]),
    ephemeralResources: lazyRecord([["platform_token", () => deferrableEphemeral(platformToken(session), session)]]),
    functions,
    validateConfig: (config) => validateSettings(config, env),
    configure(config, { log }) {
      opened = Session.open(config, env, log);
    },
    end: () => opened?.end(),
  };
}

const where = (operation: ResourceDefinition["operations"][number]): readonly ResourceDefinition[] =>
  clientDefinitions.filter(({ operations }) => operations.includes(operation));

const byName = <T>(
  types: readonly ResourceDefinition[],
  name: (definition: ResourceDefinition) => string,
  make: (definition: ResourceDefinition) => T,
): Maker<T>[] => types.map((definition) => [name(definition), () => make(definition)]);
