import { flagProblem, invalidArgument, type Parameters, parseBoolean } from "../../api";
import { camelCase, snakeCase } from "../../model";
import type { V1Type } from "./types";
import type { Names } from "./violations";

/** The uid by which clients of v1 refer to the absent parent of root groups. */
const NO_PARENT = "/";

/**
 * Converts the parameters of a v1 List to v2. `parent` and `group` become children-of filters, and `exclude…` flags
 * become negated `include…` flags, which default to true. Unknown parameters are ignored, as in v2.
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
    const name = nameInV2(type, filter);
    if (name !== undefined && !read.has(name)) read.set(name, ["true"]);
  }
  return read;
}

/** Returns whether a flag of a Create is set, in snake_case or lowerCamelCase. Throws INVALID_ARGUMENT. */
export function flagIn(parameters: Parameters, name: string): boolean {
  const [given = "", values = []] = [...parameters].find(([each]) => camelCase(each) === name) ?? [];
  const value = parseBoolean(values.at(-1) || "false");
  if (value === undefined) throw invalidArgument({ path: [given], problem: flagProblem });
  return value;
}

/** Returns the v1 names of parameters by their names in the violations of v2. */
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

/** Invalid flags are passed on and rejected later. */
function negated(value: string): string {
  const flag = parseBoolean(value || "false");
  return flag === undefined ? value : String(!flag);
}
