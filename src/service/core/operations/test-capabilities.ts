import { isUid } from "../../../api";
import { capabilityEnumName, definitions, findCapability, type MethodResponse, type Methods } from "../../../model";
import { type Database, resources } from "../../store";
import type { Access } from "../access";
import { readCapabilities } from "./read";
import type { Dependencies, MethodCall } from "./types";

/**
 * Returns which of the capabilities the caller has on a resource: `{capabilities}`, by enum name. Empty for a resource
 * that does not exist or is hidden, so that the response reveals nothing else.
 */
export async function testCapabilities(
  { store: { db }, access }: Dependencies,
  { caller, scope: uid, request }: MethodCall<Methods["testCapabilities"]>,
): Promise<MethodResponse<Methods["testCapabilities"]>> {
  // The request is valid, so every name is a capability.
  const requested = [...new Set((request().capabilities ?? []).flatMap((name) => findCapability(name) ?? []))];
  return access.read(caller, async (own) => {
    const granted = isUid(uid) ? requested.filter((capability) => own.has([capability], uid)) : [];
    const isShown = granted.length > 0 && (await isVisible(db, own, uid));
    return { capabilities: isShown ? granted.map(capabilityEnumName) : [] };
  });
}

async function isVisible(db: Database, access: Access, uid: string): Promise<boolean> {
  const readable = definitions.filter((each) => access.has(readCapabilities(each), uid)).map(({ name }) => name);
  return readable.length > 0 && (await resources.typesAt(db, readable, uid)).length > 0;
}
