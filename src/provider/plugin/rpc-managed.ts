/** One managed resource as the calls about it see it: found by its type name, with its values read and written. */

import { isWhollyKnown, type Type, type ValueRecord } from "./cty";
import { DiagnosticsError, errorDiagnostic } from "./diagnostics";
import type { Message, MessageInit } from "./messages";
import type { ManagedResource, Provider } from "./provider";
import { fromWire, recordFromWire, toWire } from "./rpc-convert";
import { blockType, identityType } from "./schema";
import { withoutWriteOnly } from "./schema-walk";

export class Managed {
  readonly type: Type;

  constructor(readonly resource: ManagedResource) {
    this.type = blockType(resource.schema);
  }

  static find(provider: Provider, typeName: string): Managed {
    return new Managed(offered(provider.resources, typeName, "resource"));
  }

  /** A state or plan; null if there is none. */
  read(wire: Message<"DynamicValue"> | undefined): ValueRecord | null {
    return recordFromWire(this.type, wire);
  }

  readConfig(wire: Message<"DynamicValue"> | undefined): ValueRecord {
    return recordFromWire(this.type, wire) ?? {};
  }

  /** Writes a state or plan, without what may not be stored. */
  write(state: ValueRecord | null): MessageInit<"DynamicValue"> {
    return toWire(this.type, state && withoutWriteOnly(this.resource.schema, state));
  }

  readIdentity(wire: Message<"ResourceIdentityData"> | undefined): ValueRecord | null {
    const { identity } = this.resource;
    return identity && wire ? (fromWire(identityType(identity), wire.identityData) as ValueRecord | null) : null;
  }

  /** Writes an identity that is known; engines can keep no other. */
  writeIdentity(identity: ValueRecord | undefined): MessageInit<"ResourceIdentityData"> | undefined {
    const schema = this.resource.identity;
    return schema && identity && isWhollyKnown(identity)
      ? { identityData: toWire(identityType(schema), identity) }
      : undefined;
  }
}

/** What a provider offers under a name. */
export function offered<T>(all: Readonly<Record<string, T>> | undefined, name: string, what: string): T {
  if (all && Object.hasOwn(all, name)) return all[name] as T;
  throw refusal(`Unknown ${what}`, `The provider has no ${what} ${name}.`);
}

export function refusal(summary: string, detail: string): DiagnosticsError {
  return new DiagnosticsError([errorDiagnostic(summary, detail)]);
}
