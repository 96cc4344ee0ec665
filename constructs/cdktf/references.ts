import type { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import type { ResourceDefinition } from "../../src/model";
import { type Kind, requireKind } from "./kind";
import { checkProperties } from "./properties";
import { requirePlatformProvider } from "./provider-of";
import type { IRole } from "./role";
import { pathOf } from "./validation";

/** A property that takes a construct, and the resource's attribute that takes its uid. */
export interface Reference {
  readonly kind: Kind;
  readonly attribute: string;
  readonly optional?: true;
}

type References = Readonly<Record<string, Reference>>;

/** The properties of a construct as its generated class takes them: uids stand where constructs stood. */
export type Config<P, R extends References> = Omit<P, keyof R> & {
  readonly [K in keyof R as R[K]["attribute"]]: R[K] extends { readonly optional: true } ? string | undefined : string;
};

/**
 * Checks the properties that a construct is made with, and puts uids in the place of constructs. Throws an Error that
 * begins with the construct's path for a property that there is not, or one that takes a construct and has another.
 */
export function configOf<P extends object, const R extends References>(
  definition: ResourceDefinition,
  scope: Construct,
  id: string,
  props: P,
  references: R,
): Config<P, R> {
  const path = pathOf(scope, id);
  const given = (props ?? {}) as Readonly<Record<string, unknown>> & { readonly provider?: TerraformProvider };
  checkProperties(definition, path, given, Object.keys(references));
  requirePlatformProvider(path, given.provider);
  const config: Record<string, unknown> = { ...given };
  for (const [property, { kind, attribute, optional }] of Object.entries(references)) {
    const value = given[property];
    delete config[property];
    if (optional && value === undefined) continue;
    requireKind(path, property, value, kind);
    config[attribute] =
      kind === "role" ? (value as IRole).uidIn(scope, given) : (value as { readonly uid: string }).uid;
  }
  return config as Config<P, R>;
}
