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
 * What is put off to a later plan while the provider's settings are not known, by engines that allow it. For the
 * others, whatever needs the service fails, and says which settings it is.
 */
const deferred = "providerConfigUnknown";

const isDeferred = (session: () => Session, { capabilities }: Context): boolean =>
  capabilities.deferralAllowed && session().awaitsSettings;

/** What is configured, and unknown for all that would have to be asked for. */
const asFarAsKnown = (schema: Block, config: ValueRecord): ValueRecord =>
  planByDefault(schema, { prior: null, proposed: config, config });

/** A resource that puts off plans, reads and imports. */
export function deferrable(resource: ManagedResource, session: () => Session): ManagedResource {
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

/** A data source that puts off reads. */
export function deferrableSource(source: DataSource, session: () => Session): DataSource {
  return {
    ...source,
    read: (request, context) =>
      isDeferred(session, context)
        ? { state: asFarAsKnown(source.schema, request.config), deferred }
        : source.read(request, context),
  };
}

/** An ephemeral resource that puts off its opening. */
export function deferrableEphemeral(resource: EphemeralResource, session: () => Session): EphemeralResource {
  return {
    ...resource,
    open: (request, context) =>
      isDeferred(session, context)
        ? { result: asFarAsKnown(resource.schema, request.config), deferred }
        : resource.open(request, context),
  };
}
