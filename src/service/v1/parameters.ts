import { invalidArgument, notAFlag, type Parameters, readFlag } from "../../api";
import { camelCase, snakeCase } from "../../model";
import type { V1Type } from "./types";
import type { Names } from "./violations";

/** Where clients of v1 say that something has no parent, they write this for its uid. */
const NO_PARENT = "/";

/**
 * Parameters of v1 as those of v2. A `parent` or `group` is what v2 asks for children of; what is excluded, v2 does not
 * include, and all else it does. Those that v1 does not have mean nothing, as everywhere.
 */
export function inV2(type: V1Type, parameters: Parameters): Parameters {
  const read = new Map<string, readonly string[]>();
  for (const [given, values] of parameters) {
    const name = nameInV2(type, given);
    if (name === undefined) continue;
    if (name === "uidp.childrenOf" && values.at(-1) === NO_PARENT) read.set("uidp.inRoot", ["true"]);
    else if (isExclusion(given)) read.set(name, values.map(negated));
    else read.set(name, values);
  }
  for (const filter of Object.keys(type.filters).filter(isExclusion)) {
    const name = nameInV2(type, filter)!;
    if (!read.has(name)) read.set(name, ["true"]);
  }
  return read;
}

/** Whether a flag of a Create is set, in either case of its name. Throws INVALID_ARGUMENT. */
export function flagIn(parameters: Parameters, name: string): boolean {
  const [given = "", values = []] = [...parameters].find(([each]) => camelCase(each) === name) ?? [];
  const value = readFlag(values.at(-1) || "false");
  if (value === undefined) throw invalidArgument({ path: [given], problem: notAFlag });
  return value;
}

/** What parameters are called in v1, by their names in the violations of v2. */
export const namesOf = (type: V1Type, parameters: Parameters): Names =>
  Object.fromEntries(
    [...parameters.keys()].flatMap((given) => {
      const name = nameInV2(type, given);
      return name === undefined
        ? []
        : [
            [name, given],
            [name.split(".").map(snakeCase).join("."), given],
          ];
    }),
  );

function nameInV2({ key, filters }: V1Type, given: string): string | undefined {
  const name = given.split(".").map(camelCase).join(".");
  if (name.startsWith("uidp.")) return name;
  if (!Object.hasOwn(filters, name)) return undefined;
  if (name === (key ?? "id")) return "uidp.ids";
  if (name === "parent" || name === "group") return "uidp.childrenOf";
  return isExclusion(given) ? `include${name.slice("exclude".length)}` : name;
}

const isExclusion = (given: string): boolean => given.startsWith("exclude");

/** What is no flag stays as it is, to be refused. */
function negated(value: string): string {
  const flag = readFlag(value || "false");
  return flag === undefined ? value : String(!flag);
}
