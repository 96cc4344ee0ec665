/** Converts values, states, diagnostics and paths between wire messages and the types that handlers use. */

import { type Diagnostic, DiagnosticsError, errorDiagnostic, type Path, type PathStep } from "../diagnostics";
import type { Message, MessageInit } from "../protocol/messages";
import type { DeferralReason } from "../provider";
import type { Type, Value, ValueRecord } from "../values/cty";
import { valueFromJson } from "../values/cty-json";
import { decodeValue, encodeValue } from "../values/cty-msgpack";
import { type JsonValue, parseJson } from "../values/json";

/** Decodes a value; an absent value is null. */
export function fromWire(type: Type, wire: Message<"DynamicValue"> | undefined): Value {
  if (wire?.msgpack.length) return decodeValue(type, wire.msgpack);
  if (wire?.json.length) return valueFromJson(type, parseJson(text(wire.json)));
  return null;
}

/** Reports whether a value is absent or null. */
export function isNull(wire: Message<"DynamicValue"> | undefined): boolean {
  if (wire?.msgpack.length) return wire.msgpack[0] === 0xc0;
  return !wire?.json.length || text(wire.json).trim() === "null";
}

/** Decodes a value of an object type. */
export function recordFromWire(type: Type, wire: Message<"DynamicValue"> | undefined): ValueRecord | null {
  return fromWire(type, wire) as ValueRecord | null;
}

export function toWire(type: Type, value: Value): MessageInit<"DynamicValue"> {
  return { msgpack: encodeValue(type, value) };
}

/** Decodes a stored state, which an older version of the provider may have written. */
export function rawStateFromWire(raw: Message<"RawState"> | undefined): JsonValue {
  if (raw?.json.length) return parseJson(text(raw.json));
  if (!raw?.flatmap.size) return null;
  throw new DiagnosticsError([
    errorDiagnostic(
      "State too old",
      "Terraform 0.11 or earlier wrote this state. Run terraform apply with Terraform 0.12 first, which upgrades it.",
    ),
  ]);
}

export function diagnosticsToWire(diagnostics: readonly Diagnostic[] = []): MessageInit<"Diagnostic">[] {
  return diagnostics.map(({ severity, summary, detail, path }) => ({
    severity: severity === "error" ? 1 : 2,
    summary,
    detail: detail ?? "",
    attribute: path?.length ? pathToWire(path) : undefined,
  }));
}

export function pathToWire(path: Path): MessageInit<"AttributePath"> {
  return { steps: path.map(stepToWire) };
}

function stepToWire(step: PathStep): MessageInit<"AttributePath.Step"> {
  if (typeof step === "string") return { attributeName: step };
  return typeof step === "number" ? { elementKeyInt: step } : { elementKeyString: step.key };
}

const deferralReasons: Readonly<Record<DeferralReason, number>> = {
  resourceConfigUnknown: 1,
  providerConfigUnknown: 2,
  absentPrerequisite: 3,
};

export function deferredToWire(reason: DeferralReason | undefined): MessageInit<"Deferred"> | undefined {
  return reason && { reason: deferralReasons[reason] };
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
