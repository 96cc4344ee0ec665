import type { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import type { ReferencedType, ResourceDefinition } from "../../src/model";
import { pathOf } from "./arguments";
import type { IRole } from "./interfaces";
import { type Kind, requireKind } from "./kind";
import { checkProperties } from "./properties";
import { requirePlatformProvider } from "./provider-of";

/** The attributes of a type that contain uids. */
type Attribute<D extends ResourceDefinition> =
  | D["parent"]["attribute"]
  | {
      [K in keyof D["fields"] & string]: D["fields"][K] extends { readonly refersTo: string } ? K : never;
    }[keyof D["fields"] & string];

/** The property that takes a construct instead of the attribute's uid: `role` for `roleUid`. */
type Property<A extends string> = A extends `${infer Noun}Uid` ? Noun : A;

/** A construct's properties as its generated class takes them: with uids instead of constructs. */
export type Config<P, D extends ResourceDefinition> = Omit<P, Property<Attribute<D>>> & {
  readonly [A in Attribute<D>]: Property<A> extends keyof P
    ? undefined extends P[Property<A>]
      ? string | undefined
      : string
    : never;
};

/** A property that takes a construct, with the resource's attribute for its uid. */
interface Reference {
  readonly property: string;
  readonly kind: Kind;
  readonly attribute: string;
  readonly optional: boolean | undefined;
}

function referencesOf({ name, parent, fields }: ResourceDefinition): Reference[] {
  const reference = (attribute: string, type: ReferencedType, optional?: boolean): Reference => ({
    property: attribute.replace(/Uid$/, ""),
    kind: type.toLowerCase() as Kind,
    attribute,
    optional,
  });
  const referring = Object.entries(fields).flatMap(([attribute, { refersTo, required }]) =>
    refersTo ? [reference(attribute, refersTo, !required)] : [],
  );
  // Only groups may omit the parent: organizations are imported, built-in roles cannot be.
  return [reference(parent.attribute, parent.type, parent.optional && parent.type === name), ...referring];
}

/**
 * Checks a construct's properties and replaces constructs by uids. Throws an Error that begins with the construct's
 * path for an unknown property, or for a construct of the wrong kind.
 */
export function configOf<P extends object, D extends ResourceDefinition>(
  definition: D,
  scope: Construct,
  id: string,
  props: P,
): Config<P, D> {
  const path = pathOf(scope, id);
  const given = props as Readonly<Record<string, unknown>> & { readonly provider?: TerraformProvider };
  const references = referencesOf(definition);
  checkProperties(
    definition,
    path,
    given,
    references.map(({ property }) => property),
  );
  requirePlatformProvider(path, scope, given.provider);
  const config: Record<string, unknown> = { ...given };
  for (const { property, kind, attribute, optional } of references) {
    const value = given[property];
    delete config[property];
    if (optional && value === undefined) continue;
    requireKind(path, property, value, kind);
    config[attribute] =
      kind === "role"
        ? (value as IRole).uidIn(scope, { provider: given.provider })
        : (value as { readonly uid: string }).uid;
  }
  return config as Config<P, D>;
}
