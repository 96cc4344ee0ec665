import { invalidArgument, isUid } from "../../../api";
import {
  type Capability,
  capabilityEnumName,
  capabilityFrom,
  capabilityProblem,
  definitions,
  type JsonObject,
} from "../../../model";
import { type Database, resources } from "../../store";
import type { Access, Caller } from "../access";
import { readingNeeds } from "./read";
import type { Settings } from "./types";

/** The maximum number of capabilities in one request. */
const MAX_ASKED = 1000;

/**
 * Returns which of the capabilities the caller has at a resource: `{capabilities}`, by enum name. Empty for a resource
 * that does not exist or is hidden, so that the response reveals nothing else. Throws INVALID_ARGUMENT for an unknown
 * capability.
 */
export async function testCapabilities(
  { store: { db }, access }: Settings,
  caller: Caller,
  uid: string,
  names: readonly string[],
): Promise<JsonObject> {
  const asked = readCapabilities(names);
  return access.reading(caller, async (own) => {
    const held = isUid(uid) ? asked.filter((capability) => own.has([capability], uid)) : [];
    const isVisible = held.length > 0 && (await isSeen(db, own, uid));
    return { capabilities: isVisible ? held.map(capabilityEnumName) : [] };
  });
}

async function isSeen(db: Database, access: Access, uid: string): Promise<boolean> {
  const readable = definitions.filter((each) => access.has(readingNeeds(each), uid)).map(({ name }) => name);
  return readable.length > 0 && (await resources.typesAt(db, readable, uid)).length > 0;
}

/** Parses capabilities: each value may contain several, separated by commas, in either spelling. */
function readCapabilities(values: readonly string[]): readonly Capability[] {
  const names = values.flatMap((each) => each.split(",").map((name) => name.trim())).filter(Boolean);
  if (names.length > MAX_ASKED)
    throw invalidArgument({ path: ["capabilities"], problem: `must name at most ${MAX_ASKED} capabilities` });
  const asked = names.map((name) => {
    const capability = capabilityFrom(name);
    if (capability === undefined) throw invalidArgument({ path: ["capabilities"], problem: capabilityProblem(name) });
    return capability;
  });
  return [...new Set(asked)];
}
