import { invalidArgument, PlatformError, type Shape } from "../../api";
import type { Field, Fields } from "../../model";
import type { V1Type } from "./types";

/** The v1 names of parameters and other non-fields, by their names in v2. */
export type Names = Readonly<Record<string, string>>;

/** Runs a function, and translates the fields and problems of its violations from v2 to v1. */
export async function withV1Names<T>(
  type: V1Type,
  run: () => Promise<T>,
  { shape = type.shape, names = {}, within: [before, instead] = [/^/, ""] }: Options = {},
): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    const violations = thrown instanceof PlatformError ? thrown.detail("BadRequest")?.fieldViolations : undefined;
    if (!violations) throw thrown;
    throw invalidArgument(
      violations.map(({ field, description }) => {
        const problem = description.slice(field.length + 1);
        const path = field.replace(before, "");
        const own = names[path] ?? v1Path(type.definition.fields, shape, path);
        const place = before.exec(field)?.[0].replace(before, instead) ?? "";
        return { path: [`${place}${own}`], problem: v1Problem(type, shape, path, problem) };
      }),
    );
  }
}

interface Options {
  /** The shape of the body, if it is not the type's own message. */
  readonly shape?: Shape | undefined;
  readonly names?: Names;
  /** The prefix of field names in v2, and its replacement in v1. */
  readonly within?: readonly [v2: RegExp, v1: string];
}

/** Converts a path such as `staticKeys.issuerKeys` to v1. Unknown names remain unchanged. */
function v1Path(fields: Fields, shape: Shape, path: string): string {
  const [, name = "", rest = ""] = /^([^.[]*)(.*)$/s.exec(path) ?? [];
  const found = entryOf(shape, name);
  return found ? `${found[0]}${v1PathInside(fields[name], found[1].members, rest)}` : path;
}

function v1PathInside(field: Field | undefined, members: Shape | undefined, rest: string): string {
  if (!field || !members || rest === "") return rest;
  if (field.members) return rest.startsWith(".") ? `.${v1Path(field.members, members, rest.slice(1))}` : rest;
  const [, step = "", further = ""] = /^(\[\d+\]|\.[^.]+)(.*)$/s.exec(rest) ?? [];
  return `${step}${v1PathInside(field.element, members, further)}`;
}

/** Translates a problem that names values or other fields. */
function v1Problem({ definition }: V1Type, shape: Shape, path: string, problem: string): string {
  const values = entryOf(shape, path)?.[1].values;
  if (values && problem.startsWith("must be one of "))
    return `must be one of ${Object.keys(values.numbers).join(", ")}`;
  const named = (definition.rules ?? []).flatMap((rule) => ("fields" in rule ? rule.fields : [rule.field, rule.needs]));
  return named.reduce(
    (text, name) => text.replace(new RegExp(`\\b${name}\\b`, "g"), entryOf(shape, name)?.[0] ?? name),
    problem,
  );
}

const entryOf = (shape: Shape, name: string) => Object.entries(shape).find(([own, { from = own }]) => from === name);
