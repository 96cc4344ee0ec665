import {
  type Block,
  type Context,
  type DataSource,
  type EphemeralResource,
  type ManagedResource,
  mapRecord,
  planByDefault,
  unknown,
  type ValueRecord,
} from "./plugin";
import type { Session } from "./session";

/**
 * Defers operations to a later plan while provider settings are unknown, for engines that support it. With other
 * engines, each operation that needs the service fails with an error that names those settings.
 */
const deferred = "providerConfigUnknown";

const isDeferred = (session: () => Session, { capabilities }: Context): boolean =>
  capabilities.deferralAllowed && session().hasUnknownSettings;

/** Returns the configuration with all computed attributes unknown. */
const withComputedUnknown = (schema: Block, config: ValueRecord): ValueRecord =>
  planByDefault(schema, { prior: null, proposed: config, config });

/** Adds deferral of plans, reads and imports to a managed resource. */
export function withDeferral(resource: ManagedResource, session: () => Session): ManagedResource {
  const { schema, plan, read, importState } = resource;
  return {
    ...resource,
    plan: async (request, context) => ({
      ...(await plan!(request, context)),
      ...(isDeferred(session, context) ? { deferred } : {}),
    }),
    read: (request, context) =>
      isDeferred(session, context) ? { state: request.state, deferred } : read(request, context),
    importState: (request, context) =>
      isDeferred(session, context)
        ? { resources: [{ state: mapRecord(schema.attributes, () => unknown) }], deferred }
        : importState!(request, context),
  };
}

/** Adds deferral of reads to a data source. */
export function dataSourceWithDeferral(source: DataSource, session: () => Session): DataSource {
  return {
    ...source,
    read: (request, context) =>
      isDeferred(session, context)
        ? { state: withComputedUnknown(source.schema, request.config), deferred }
        : source.read(request, context),
  };
}

/** Adds deferral of opening to an ephemeral resource. */
export function ephemeralWithDeferral(resource: EphemeralResource, session: () => Session): EphemeralResource {
  return {
    ...resource,
    open: (request, context) =>
      isDeferred(session, context)
        ? { result: withComputedUnknown(resource.schema, request.config), deferred }
        : resource.open(request, context),
  };
}
