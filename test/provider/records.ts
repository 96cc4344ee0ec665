import type { ResourceDefinition } from "../../src/model";
import { type Attribute, isRecord, mapRecord, type Value, type ValueRecord } from "../../src/provider/plugin";
import { resourceSchema } from "../../src/provider/schema";

/** Returns a configuration or state as Terraform sends it: with every attribute, null if not given. */
export const recordOf = (definition: ResourceDefinition, given: ValueRecord): ValueRecord =>
  complete(resourceSchema(definition).attributes, given);

/** Does the same for any attributes, such as a provider's settings or a data source. */
export function complete(attributes: Readonly<Record<string, Attribute>>, given: ValueRecord): ValueRecord {
  const stray = Object.keys(given).filter((name) => !Object.hasOwn(attributes, name));
  if (stray.length > 0) throw new Error(`no attributes are named ${stray.join(", ")}`);
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, completeValue(attribute, given[name] ?? null)]),
  );
}

function completeValue({ nested }: Attribute, given: Value): Value {
  if (nested && Array.isArray(given)) return given.map((each) => complete(nested.attributes, each as ValueRecord));
  if (nested?.nesting === "map" && isRecord(given))
    return mapRecord(given, (each) => complete(nested.attributes, each as ValueRecord));
  return nested && isRecord(given) ? complete(nested.attributes, given) : given;
}
