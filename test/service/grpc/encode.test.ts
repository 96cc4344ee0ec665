import { type DescField, type DescMessage, fromJson, ScalarType, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { encode } from "../../../src/service/grpc/encode";
import { files, registryOf } from "../../../src/service/protos";

const types = [...registryOf(files)].filter(
  (each) => each.kind === "message" && !each.typeName.startsWith("google."),
) as DescMessage[];

type Json = Parameters<typeof fromJson>[1];

/** The library's encoding of the JSON, without values that mean absence. */
function byLibrary(type: DescMessage, value: object): string {
  const message = fromJson(type, present(type, value) as Json);
  return Buffer.from(toBinary(type, message)).toString("hex");
}

function present(type: DescMessage, value: object): object {
  if (type.typeName.startsWith("google.protobuf.")) return value;
  const entries = type.fields.flatMap((field) => {
    const given = (value as Record<string, unknown>)[field.jsonName];
    const isNothing = given === undefined || given === null || given === "";
    if (isNothing || (given === 0 && field.proto.proto3Optional)) return [];
    const own = presentValue(field, given);
    const isEmpty = field.fieldKind === "message" && typeof own === "object" && Object.keys(own as object).length === 0;
    return isEmpty && !field.oneof ? [] : [[field.jsonName, own]];
  });
  return Object.fromEntries(entries);
}

function presentValue({ message, fieldKind }: DescField, value: unknown): unknown {
  if (!message || typeof value !== "object" || value === null) return value;
  if (fieldKind === "list") return (value as object[]).map((each) => present(message, each));
  if (fieldKind !== "map") return present(message, value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, present(message, each as object)]));
}

/** JSON messages of a type, with any of its fields. */
const messageOf = (type: DescMessage, depth: number): fc.Arbitrary<object> => {
  const known = special[type.typeName];
  if (known) return known as fc.Arbitrary<object>;
  if (type.typeName.startsWith("google.protobuf.")) return fc.constant({});
  const members = type.fields.flatMap((field) => {
    const value = depth > 3 && field.message ? undefined : fieldValue(field, depth);
    return value ? [[field, value] as const] : [];
  });
  const all = Object.fromEntries(members.map(([field, value]) => [field.jsonName, value]));
  return fc.record(all, { requiredKeys: [] }).map((value) => withOneOfEach(type, value));
};

/** Keeps the first member of a oneof. */
function withOneOfEach({ fields }: DescMessage, value: object): object {
  const there = fields.filter(({ jsonName }) => Object.hasOwn(value, jsonName));
  const isFirst = ({ oneof }: DescField, index: number) =>
    !oneof || there.findIndex((each) => each.oneof === oneof) === index;
  const kept = there.filter(isFirst).map(({ jsonName }) => jsonName);
  return Object.fromEntries(Object.entries(value).filter(([name]) => kept.includes(name)));
}

const time = fc
  .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString());
const special: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  "google.protobuf.Timestamp": fc.oneof(
    time,
    fc.constant("2026-01-01T00:00:00Z"),
    fc.constant("2026-01-01T00:00:00.123456789Z"),
  ),
  "google.protobuf.FieldMask": fc.constantFrom("", "name", "name,claimMatch.subject"),
  "google.protobuf.Duration": fc.constantFrom("0s", "3600s", "1.5s"),
};

function fieldValue(field: DescField, depth: number): fc.Arbitrary<unknown> | undefined {
  const text = fc.string({ maxLength: 8, unit: "grapheme" });
  const scalars: { readonly [S in ScalarType]?: fc.Arbitrary<unknown> } = {
    [ScalarType.STRING]: text,
    [ScalarType.BOOL]: fc.boolean(),
    [ScalarType.INT32]: fc.integer(),
    [ScalarType.UINT32]: fc.nat(),
    [ScalarType.INT64]: fc.maxSafeInteger().map(String),
  };
  const scalar = (type: ScalarType | undefined) => scalars[type!];
  const one = (of: DescField): fc.Arbitrary<unknown> | undefined =>
    of.message
      ? messageOf(of.message, depth + 1)
      : of.enum
        ? fc.constantFrom(...of.enum.values.map(({ name }) => name))
        : scalar(of.scalar);
  if (field.fieldKind === "map")
    return field.mapKind === "scalar"
      ? fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), scalar(field.scalar)!)
      : undefined;
  const value = one(field);
  return field.fieldKind === "list" ? value && fc.array(value, { maxLength: 3 }) : value && fc.option(value);
}

test.each(types.map((type) => [type.typeName, type] as const))("encodes %s like the library", (_name, type) => {
  fc.assert(
    fc.property(messageOf(type, 0), (value) => {
      expect(Buffer.from(encode(type, { ...value })).toString("hex")).toBe(byLibrary(type, value));
    }),
    { numRuns: 10 },
  );
});

test("rejects invalid values of a field", () => {
  const type = registryOf(files).getMessage("platform.iam.v2beta1.Group")!;
  expect(() => encode(type, { name: 1 })).toThrow();
});
