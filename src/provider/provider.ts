import type { ResolvedSettings } from "../client";
import { clientDefinitions, groupAccess, type ResourceDefinition } from "../model";
import { access } from "./access";
import { listDataSource, lookupDataSource } from "./data-source";
import { dataSourceWithDeferral, ephemeralWithDeferral, withDeferral } from "./deferral";
import { functions } from "./functions";
import { groupAccessResource } from "./group-access/resource";
import { listResource } from "./list-resource";
import { pluralTypeName, typeName } from "./names";
import type { DataSource, ManagedResource, Provider } from "./plugin";
import { managedResource } from "./resource";
import { providerSchema } from "./schema";
import { resolveAs, Session, validateSettings } from "./session";
import { platformToken } from "./token";
import { upgrades, withStateUpgrades } from "./upgrade";
import { verifyAccess } from "./verify-access";

/** Creates the provider with all types of the registry. Settings that are not configured are read from `env`. */
export function createProvider(env: NodeJS.ProcessEnv = process.env, stateUpgrades = upgrades): Provider {
  let configured: Session | undefined;
  const session = (): Session => {
    if (!configured) throw new Error("the provider was not configured");
    return configured;
  };
  let settingsAs = (_identity: string): ResolvedSettings => {
    throw new Error("the provider was not configured");
  };
  const managed = definitionsWith("create");
  const source = (dataSource: DataSource): DataSource => dataSourceWithDeferral(dataSource, session);
  const complete = (definition: ResourceDefinition, resource: ManagedResource): ManagedResource =>
    withStateUpgrades(withDeferral(resource, session), stateUpgrades[typeName(definition)]);
  const resource = (definition: ResourceDefinition) => complete(definition, managedResource(definition, session));
  return {
    schema: providerSchema(),
    resources: lazyRecord([
      ...byName(managed, typeName, resource),
      [typeName(groupAccess), () => complete(groupAccess, groupAccessResource(session))],
    ]),
    listResources: lazyRecord(byName(managed, typeName, (definition) => listResource(definition, session))),
    dataSources: lazyRecord([
      ...byName(definitionsWith("get"), typeName, (definition) => source(lookupDataSource(definition, session))),
      ...byName(definitionsWith("list"), pluralTypeName, (definition) => source(listDataSource(definition, session))),
      ["platform_access", () => source(access(session))],
    ]),
    ephemeralResources: lazyRecord([["platform_token", () => ephemeralWithDeferral(platformToken(session), session)]]),
    functions,
    actions: lazyRecord([["platform_verify_access", () => verifyAccess((identity) => settingsAs(identity))]]),
    validateConfig: (config) => validateSettings(config, env),
    configure(config, { log }) {
      settingsAs = (identity) => resolveAs(identity, config, env);
      configured = Session.open(config, env, log);
    },
    end: () => configured?.end(),
  };
}

const definitionsWith = (operation: ResourceDefinition["operations"][number]): readonly ResourceDefinition[] =>
  clientDefinitions.filter(({ operations }) => operations.includes(operation));

const byName = <T>(
  types: readonly ResourceDefinition[],
  name: (definition: ResourceDefinition) => string,
  create: (definition: ResourceDefinition) => T,
): LazyMember<T>[] => types.map((definition) => [name(definition), () => create(definition)]);

/** The name of a record's member and the function that creates its value. */
type LazyMember<T> = readonly [name: string, create: () => T];

/**
 * Returns a record that creates each member on first access. Each process of a command would otherwise create all
 * resource types, of which it uses a few.
 */
function lazyRecord<T>(members: readonly LazyMember<T>[]): Readonly<Record<string, T>> {
  const record: Record<string, T> = {};
  for (const [name, create] of members) {
    const get = () => {
      const value = create();
      Object.defineProperty(record, name, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(record, name, { get, enumerable: true, configurable: true });
  }
  return record;
}
