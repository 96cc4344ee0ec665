/** A managed resource with its type, which encodes and decodes its values. */

import { DiagnosticsError, errorDiagnostic } from "../diagnostics";
import type { Message, MessageInit } from "../protocol/messages";
import type { ManagedResource, Provider } from "../provider";
import { blockType, identityType } from "../schema";
import { hasWriteOnly, withoutWriteOnly } from "../schema-transforms";
import { isFullyKnown, isRecord, type Type, type Value, type ValueRecord } from "../values/cty";
import { valueFromJson } from "../values/cty-json";
import { transcode } from "../values/cty-transcode";
import { rawStateFromWire, recordFromWire, toWire } from "./convert";

export class ManagedResourceCodec {
  readonly type: Type;
  readonly #identityType: Type | undefined;
  /** Whether the schema has write-only attributes. */
  readonly #hasWriteOnly: boolean;

  private constructor(readonly resource: ManagedResource) {
    this.type = blockType(resource.schema);
    this.#identityType = resource.identity && identityType(resource.identity);
    this.#hasWriteOnly = hasWriteOnly(resource.schema);
  }

  static find(provider: Provider, typeName: string): ManagedResourceCodec {
    const resource = findDefinition(provider.resources, typeName, "resource");
    let managed = known.get(resource);
    if (!managed) {
      managed = new ManagedResourceCodec(resource);
      known.set(resource, managed);
    }
    return managed;
  }

  /** Decodes a state or plan; null if there is none. */
  read(wire: Message<"DynamicValue"> | undefined): ValueRecord | null {
    return recordFromWire(this.type, wire);
  }

  readConfig(wire: Message<"DynamicValue"> | undefined): ValueRecord {
    return recordFromWire(this.type, wire) ?? {};
  }

  /** Encodes a state or plan without write-only values. */
  write(state: ValueRecord | null): MessageInit<"DynamicValue"> {
    return toWire(this.type, state && this.#hasWriteOnly ? withoutWriteOnly(this.resource.schema, state) : state);
  }

  /**
   * Encodes a state that may be the same object that was just decoded; if so, returns its original wire form. States
   * with numbers are always encoded, because engines send numbers with fewer digits than they keep.
   */
  writeUnlessUnchanged(
    state: ValueRecord,
    read: ValueRecord | null,
    wire: Message<"DynamicValue"> | undefined,
  ): MessageInit<"DynamicValue"> {
    return wire && state === read && !this.#hasWriteOnly && !containsNumber(state) ? wire : this.write(state);
  }

  /** Returns the wire form of a state stored as JSON under the current schema. */
  encodeStored(raw: Message<"RawState"> | undefined): MessageInit<"DynamicValue"> {
    const msgpack = raw?.json.length && !this.#hasWriteOnly ? transcode(this.type, raw.json) : undefined;
    if (msgpack) return { msgpack };
    return this.write(valueFromJson(this.type, rawStateFromWire(raw)) as ValueRecord | null);
  }

  readIdentity(wire: Message<"ResourceIdentityData"> | undefined): ValueRecord | null {
    return this.#identityType && wire ? recordFromWire(this.#identityType, wire.identityData) : null;
  }

  /** Encodes an identity that is wholly known; engines cannot store any other. */
  writeIdentity(identity: ValueRecord | undefined): MessageInit<"ResourceIdentityData"> | undefined {
    const type = this.#identityType;
    return type && identity && isFullyKnown(identity) ? { identityData: toWire(type, identity) } : undefined;
  }
}

/** Caches what is derived from each resource; resources are immutable. */
const known = new WeakMap<ManagedResource, ManagedResourceCodec>();

function containsNumber(value: Value): boolean {
  if (typeof value !== "object" || value === null) return typeof value === "number" || typeof value === "bigint";
  if (Array.isArray(value)) return value.some(containsNumber);
  return isRecord(value) ? Object.values(value).some(containsNumber) : true;
}

/** Returns the definition with the given name, or throws if the provider has none. */
export function findDefinition<T>(all: Readonly<Record<string, T>> | undefined, name: string, what: string): T {
  if (all && Object.hasOwn(all, name)) return all[name] as T;
  throw failure(`Unknown ${what}`, `The provider has no ${what} ${name}.`);
}

export function failure(summary: string, detail: string): DiagnosticsError {
  return new DiagnosticsError([errorDiagnostic(summary, detail)]);
}
