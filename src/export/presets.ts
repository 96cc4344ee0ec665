import { camelCase, type JsonObject } from "../model";
import { type Workload, type WorkloadClaims, workloads } from "../workloads";
import type { Item } from "./layout";

/** The options that select the pipelines of an identity, in the terms of the system that runs them. */
export interface Preset {
  /** The system's display name. */
  readonly title: string;
  /** The name of the function that creates such an identity: `githubActions`. */
  readonly method: string;
  readonly options: Readonly<Record<string, string | boolean>>;
}

/** The inputs that an identity of a pipeline may have besides its claims. */
const others = ["name", "description"];

/** Returns the preset that results in an identity's claims; undefined if there is none. */
export function presetOf({ definition, resource, inputs }: Item): Preset | undefined {
  if (definition.name !== "Identity") return undefined;
  if (inputs.some(({ name }) => name !== "claimMatch" && !others.includes(name))) return undefined;
  const claims = set((resource.claimMatch ?? {}) as JsonObject);
  for (const workload of workloads as readonly Workload<never>[]) {
    const options = workload.optionsOf?.(claims as unknown as WorkloadClaims);
    // A preset matches only if it produces exactly these claims.
    if (options && isSame(resultOf(workload, options as never), claims))
      return { title: workload.title, method: method(workload.id), options: set(options) as Preset["options"] };
  }
  return undefined;
}

const method = (id: string): string => camelCase(id.replaceAll("-", "_"));

/** Returns the members that are set. */
const set = (values: object): JsonObject =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== "" && JSON.stringify(value) !== "{}"),
  );

function resultOf(workload: Workload<never>, options: never): object | undefined {
  try {
    return workload.claims(options);
  } catch {
    return undefined;
  }
}

const isSame = (one: object | undefined, other: object): boolean =>
  one !== undefined && canonical(one) === canonical(other);

const canonical = (claims: object): string => JSON.stringify(Object.entries(set(claims)).sort());
