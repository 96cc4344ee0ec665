import { isUid, PlatformError } from "../../../api";
import {
  type Field,
  type Fields,
  isJsonObject,
  type JsonObject,
  type ResourceDefinition,
  registry,
  withOutputsSettable,
} from "../../../model";
import { checkedInputs, readInputs } from "../operations/inputs";

/** A parsed and validated line. */
export interface ImportRecord {
  readonly definition: ResourceDefinition;
  /** The uid of the parent. For a tag, it may be the group of the repo named by `repo`. */
  readonly parent: string;
  readonly repo?: string;
  readonly createTime?: string;
  readonly updateTime?: string;
  readonly fields: JsonObject;
}

/** The types that can be imported. */
const types: readonly ResourceDefinition[] = [registry.repos, registry.tags, registry.advisories];

/**
 * Values of lines that are not fields of their resources: lists can filter advisories by origin, but responses do not
 * contain it.
 */
const additionalFields: Readonly<Record<string, Fields>> = {
  Advisory: { origin: registry.advisories.fields.artifactName },
};

const importedTypes = new Map(
  types.map((definition) => [definition.name, { definition, layout: layoutOf(definition) }]),
);

/**
 * Returns the definition by which lines of a type are validated: lines may also set the fields that the service assigns
 * otherwise.
 */
function layoutOf(definition: ResourceDefinition): ResourceDefinition {
  const own = Object.entries(definition.fields).map(([name, field]): [string, Field] => [
    name,
    name === "uid" ? field : withOutputsSettable(field),
  ]);
  return {
    ...definition,
    fields: { ...Object.fromEntries(own), ...additionalFields[definition.name] },
  };
}

/** Parses one line. Returns the problem if it is invalid. */
export function readRecord(text: string, now: string): ImportRecord | { readonly problem: string } {
  const members = parseObject(text);
  if (!members) return { problem: "it must be a JSON object" };
  const { type, parent, repo, ...body } = members;
  const imported = importedTypes.get(String(type));
  if (!imported) return { problem: `type must be one of ${[...importedTypes.keys()].join(", ")}` };
  const { definition, layout } = imported;
  if (typeof parent !== "string" || !isUid(parent)) return { problem: "parent must be a uid" };
  if (repo !== undefined && (layout.name !== "Tag" || typeof repo !== "string"))
    return { problem: "repo must be the name of a tag's repo" };
  try {
    const { createTime, updateTime, ...fields } = checkedInputs(layout, readInputs(layout, body).value, now);
    return {
      definition,
      parent,
      fields,
      ...(repo === undefined ? {} : { repo }),
      ...(createTime === undefined ? {} : { createTime: String(createTime) }),
      ...(updateTime === undefined ? {} : { updateTime: String(updateTime) }),
    };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const violations = error.detail("BadRequest")?.fieldViolations ?? [];
    return { problem: violations.map(({ description }) => description).join("; ") || error.message };
  }
}

/** Returns undefined if the text is not a JSON object. */
function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
