/**
 * A protobuf file as data, from which both the runtime descriptors and the .proto text are generated. Message types
 * have full names (`platform.iam.v2beta1.Group`); a name without a dot is a scalar type.
 */
export interface ProtoFile {
  /** For example `platform/iam/v2beta1/groups.proto`. */
  readonly path: string;
  readonly package: string;
  readonly messages?: readonly ProtoMessage[];
  readonly enums?: readonly ProtoEnum[];
  readonly services?: readonly ProtoService[];
}

export interface ProtoMessage {
  readonly name: string;
  readonly comment?: string | undefined;
  readonly fields: readonly ProtoField[];
  readonly messages?: readonly ProtoMessage[];
  readonly enums?: readonly ProtoEnum[];
}

export interface ProtoField {
  /** In snake_case. */
  readonly name: string;
  readonly number: number;
  readonly type: string;
  readonly comment?: string | undefined;
  readonly label?: "repeated" | "optional" | undefined;
  /** The key type of a map, whose values are of `type`. */
  readonly keys?: "string" | "int64" | undefined;
  readonly oneof?: string | undefined;
  /** The JSON name, unless it is `name` in lowerCamelCase. */
  readonly jsonName?: string | undefined;
}

export interface ProtoEnum {
  readonly name: string;
  readonly comment?: string;
  readonly numbers: Readonly<Record<string, number>>;
}

export interface ProtoService {
  readonly name: string;
  readonly comment?: string;
  readonly methods: readonly ProtoMethod[];
}

export interface ProtoMethod {
  readonly name: string;
  readonly comment?: string;
  readonly input: string;
  readonly output: string;
  /** Which sides stream: both, or only the service. */
  readonly stream?: "both" | "output";
}

export const TIMESTAMP = "google.protobuf.Timestamp";
export const DURATION = "google.protobuf.Duration";
export const FIELD_MASK = "google.protobuf.FieldMask";
export const EMPTY = "google.protobuf.Empty";
export const ANY = "google.protobuf.Any";

type FieldExtras = Omit<ProtoField, "name" | "number" | "type">;

export const field = (name: string, number: number, type: string, extras: FieldExtras = {}): ProtoField => ({
  name,
  number,
  type,
  ...extras,
});

export const repeated = (name: string, number: number, type: string, extras: FieldExtras = {}): ProtoField =>
  field(name, number, type, { label: "repeated", ...extras });

export const message = (
  name: string,
  fields: readonly ProtoField[],
  extras: Omit<ProtoMessage, "name" | "fields"> = {},
): ProtoMessage => ({ name, fields, ...extras });
