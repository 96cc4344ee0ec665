import type { ResourceDefinition } from "../model";

/** The version segments that serve the v2 shapes. */
export const apiVersions = ["v2beta1", "v2"] as const;
export type ApiVersion = (typeof apiVersions)[number];

/** `/iam/v2beta1/groups` */
export const collectionPath = (definition: ResourceDefinition, version: ApiVersion = "v2beta1"): string =>
  `/${definition.domain}/${version}/${definition.plural}`;

/** `/iam/v2beta1/groups/{uid}`; also where children of the group with that uid are created. The slashes of a uid stay. */
export const resourcePath = (definition: ResourceDefinition, uid: string, version: ApiVersion = "v2beta1"): string =>
  `${collectionPath(definition, version)}/${uid}`;

export const EXCHANGE_PATH = "/sts/exchange";

/** The header by which a create that is sent twice happens once. */
export const IDEMPOTENCY_KEY = "idempotency-key";
