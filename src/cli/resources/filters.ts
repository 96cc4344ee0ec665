import { InvalidArgumentError, Option } from "commander";
import { sortKeys } from "../../api";
import { canonicalTimestamp, didYouMean, type Filter, type ResourceDefinition, withPeriod } from "../../model";
import { parseNonEmpty } from "../options";
import { kebabCase } from "./types";

/** An option for a list parameter, and the parameter's name. */
export interface FilterFlag {
  readonly option: Option;
  readonly name: string;
  /** The type of the resource that the value is, by its uid or its path of names. */
  readonly type?: string;
}

/** Returns an option for each filter of a type, and for scopes and order. */
export function filterFlags(definition: ResourceDefinition): readonly FilterFlag[] {
  const keys = sortKeys(definition);
  const own = Object.entries(definition.filters).map(([name, filter]) => ({
    option: filterOption(name, filter),
    name,
  }));
  const scope = (name: string, description: string): FilterFlag => ({
    option: new Option(`--${kebabCase(name)} <group>`, description).argParser(parseNonEmpty),
    name,
    type: name === "childrenOf" ? definition.parent.type : "Group",
  });
  const order = new Option("--order-by <order>", `${keys.map(kebabCase).join(", ")}, optionally followed by " desc"`);
  return [
    scope(
      "childrenOf",
      `only resources directly in this ${definition.parent.type.toLowerCase()}: uid or path of names`,
    ),
    scope("descendantsOf", "only resources anywhere below this group: uid or path of names"),
    ...own,
    { option: order.argParser(orderIn(keys)), name: "orderBy" },
  ];
}

function filterOption(name: string, { kind, description, values }: Filter): Option {
  const isRepeatable = kind === "strings" || kind === "enums";
  const sentence = description.replace(/\.$/, "").replace(/^./, (letter) => letter.toLowerCase());
  const value = kind === "boolean" ? "[boolean]" : kind === "timestamp" ? "<time>" : values ? "<value>" : "<text>";
  const option = new Option(`--${kebabCase(name)} ${value}`, isRepeatable ? `${sentence}; may be repeated` : sentence);
  if (values) option.argChoices = [...values];
  return option.argParser((given: string, before?: unknown) => {
    const parsed = parse(kind, given, values);
    return isRepeatable ? [...((before as readonly unknown[] | undefined) ?? []), parsed] : parsed;
  });
}

function parse(kind: Filter["kind"], given: string, values: readonly string[] | undefined): unknown {
  if (values && !values.includes(given))
    throw new InvalidArgumentError(withPeriod(`It must be one of ${values.join(", ")}${didYouMean(given, values)}`));
  if (kind === "timestamp" && canonicalTimestamp(given) === undefined)
    throw new InvalidArgumentError("It must be an RFC 3339 timestamp such as 2030-01-31T12:00:00Z.");
  if (kind === "boolean") {
    if (given !== "true" && given !== "false") throw new InvalidArgumentError("It must be true or false.");
    return given === "true";
  }
  return parseNonEmpty(given);
}

const orderIn =
  (keys: readonly string[]) =>
  (given: string): string => {
    const [key = "", direction = "asc", ...rest] = given.trim().split(/\s+/);
    const known = keys.map(kebabCase);
    const found = keys.find((each) => each === key || kebabCase(each) === key);
    if (found === undefined || !["asc", "desc"].includes(direction) || rest.length > 0)
      throw new InvalidArgumentError(
        withPeriod(
          `It must be one of ${known.join(", ")}, optionally followed by " desc"${found ? "" : didYouMean(key, known)}`,
        ),
      );
    return `${found} ${direction}`;
  };
