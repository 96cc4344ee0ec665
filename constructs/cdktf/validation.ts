import { Token } from "cdktf";
import type { Construct } from "constructs";
import {
  camelCase,
  check,
  dotted,
  fieldsOf,
  isInput,
  notAUid,
  type ResourceDefinition,
  uidPattern,
} from "../../src/model";

/**
 * Has a resource checked against the model when the app is synthesized, as the service would check it later. What is
 * known only at deployment is passed over. Each problem is one line that begins with the construct's path and the
 * property.
 */
export function validateAgainst(definition: ResourceDefinition, resource: Construct): void {
  resource.node.addValidation({
    validate: () =>
      check(definition.fields, definition.rules ?? [], inputsOf(definition, resource), {
        isUnknown,
        spell: camelCase,
      }).map(({ path: [field, ...below], problem }) => `${dotted([camelCase(String(field)), ...below])} ${problem}`),
  });
}

/** The present values of the properties by the names of their fields, from the getters that bindings have for them. */
function inputsOf(definition: ResourceDefinition, resource: Construct): Record<string, unknown> {
  const getters = resource as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    fieldsOf(definition)
      .filter(([, field]) => isInput(field))
      .map(([name]) => [name, getters[`${camelCase(name)}Input`]]),
  );
}

const isUnknown = (value: unknown): boolean => Token.isUnresolved(value);

/** Refuses a uid that could be none. Throws an Error that begins with the construct's path. */
export function checkUid(scope: Construct, id: string, uid: string): string {
  if (isUnknown(uid) || uidPattern.test(uid)) return uid;
  throw new Error(`[${pathOf(scope, id)}] uid ${notAUid}`);
}

/** The path of a construct that is about to be made. */
export const pathOf = (scope: Construct, id: string): string => [scope.node.path, id].filter(Boolean).join("/");
