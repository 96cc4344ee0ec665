import { capabilities } from "../model";

/**
 * A set of capabilities, one bit for each. Bits are assigned to names as they are first used, so that capabilities of
 * newer deployments, which the model does not contain, are not lost.
 */
export type CapabilitySet = bigint;

export const noCapabilities: CapabilitySet = 0n;

const names: string[] = [];
const bits = new Map<string, bigint>();

function bitOf(name: string): bigint {
  const known = bits.get(name);
  if (known !== undefined) return known;
  const bit = 1n << BigInt(names.length);
  names.push(name);
  bits.set(name, bit);
  return bit;
}

/** Every capability of the model, as the built-in role owner has. */
export const allCapabilities: CapabilitySet = capabilitySet(capabilities);

export function capabilitySet(members: Iterable<string>): CapabilitySet {
  let set = noCapabilities;
  for (const member of members) set |= bitOf(member);
  return set;
}

/** Returns the names of the capabilities, in the order of the model. */
export function capabilityNames(set: CapabilitySet): string[] {
  const found: string[] = [];
  for (let rest = set, index = 0; rest !== 0n; rest >>= 1n, index += 1) if (rest & 1n) found.push(names[index]!);
  return found;
}

export const hasCapability = (set: CapabilitySet, name: string): boolean => (set & bitOf(name)) !== 0n;

/** Returns whether `set` contains all of `subset`. */
export const includes = (set: CapabilitySet, subset: CapabilitySet): boolean => (subset & ~set) === 0n;
