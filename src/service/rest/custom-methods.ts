import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";
import { apiVersions, collectionPath, IDEMPOTENCY_KEY, PlatformError } from "../../api";
import { type ResourceDefinition, registry } from "../../model";
import type { Caller } from "../core/access";
import type { Operations } from "../core/operations";
import { bodyOf } from "./bodies";
import { methodNotAllowed } from "./method-not-allowed";
import { capabilitiesOf, claimsOf, headerOf, maskOf } from "./requests";

/** Custom methods, named after a colon in the path, and parts of resources that have their own path. */

/** Methods of the published API that this service does not implement, on collections and on single resources. */
const unimplemented: Readonly<Record<string, { readonly collection?: Verbs; readonly resource?: readonly string[] }>> =
  {
    groups: { collection: { lookupGroup: "GET", checkEligibility: "GET" }, resource: ["requestGroupAccess"] },
    identities: { collection: { updateIdentityMetadata: "PATCH" } },
    identityProviders: {
      resource: ["generateScimToken", "regenerateScimToken", "revokeScimToken", "setScimEnabled"],
    },
    accountAssociations: { resource: ["checkAccountAssociation"] },
  };
type Verbs = Readonly<Record<string, HTTPMethods>>;

type Authenticate = (request: FastifyRequest) => Promise<void>;

/** Adds the custom methods of collections: `POST /iam/v2beta1/roleBindings:batchCreate`. */
export function customRoutes(app: FastifyInstance, operations: Operations, authenticate: Authenticate): void {
  const route = (
    definition: ResourceDefinition,
    verb: string,
    method: HTTPMethods,
    handle: (request: FastifyRequest) => unknown,
  ) => {
    for (const version of apiVersions) {
      // A single colon would begin a path parameter.
      const url = `${collectionPath(definition, version)}::${verb}`;
      app.route({ method, url, onRequest: authenticate, handler: handle });
      methodNotAllowed(app, url, [method]);
    }
  };
  route(registry.roleBindings, "batchCreate", "POST", (request) =>
    operations.batchCreateRoleBindings(request.caller!, bodyOf(request), headerOf(request, IDEMPOTENCY_KEY)),
  );
  route(registry.identities, "lookupIdentity", "GET", (request) =>
    operations.lookupIdentity(request.caller!, claimsOf(request)),
  );
  for (const [plural, { collection = {} }] of Object.entries(unimplemented))
    for (const [verb, method] of Object.entries(collection))
      route(registry[plural as keyof typeof registry], verb, method, () => {
        throw notOffered(verb);
      });
}

const REVOKE = "revokeTokens";

/** Handles requests below a resource; undefined if the path is a resource or unknown. */
export function answerPart(
  operations: Operations,
  definition: ResourceDefinition,
  { caller, uid, request }: { readonly caller: Caller; readonly uid: string; readonly request: FastifyRequest },
): Promise<unknown> | undefined {
  const verb = /:(\w+)$/.exec(uid)?.[1];
  if (verb === REVOKE && request.method === "POST" && definition.name === registry.identities.name)
    return operations.revokeTokens(caller, uid.slice(0, -`:${REVOKE}`.length));
  if (verb && request.method === "POST" && unimplemented[definition.plural]?.resource?.includes(verb))
    throw notOffered(verb);
  if (verb === "testCapabilities" && definition.name === "Group" && request.method === "GET")
    return operations.testCapabilities(caller, uid.slice(0, -verb.length - 1), capabilitiesOf(request));
  if (verb === "previewDelete" && definition.name === "Group" && request.method === "GET")
    return operations.previewDelete(caller, uid.slice(0, -verb.length - 1));
  const repo = definition.name === "Repo" ? /^(.*)\/readme$/.exec(uid)?.[1] : undefined;
  if (repo === undefined) return undefined;
  if (request.method === "GET") return operations.getReadme(caller, repo);
  if (request.method === "PATCH") return operations.updateReadme(caller, repo, bodyOf(request), maskOf(request));
  return undefined;
}

const notOffered = (verb: string): PlatformError =>
  new PlatformError("UNIMPLEMENTED", `Unimplemented: this service does not offer ${verb}`);
