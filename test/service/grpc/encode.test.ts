import { type DescField, type DescMessage, fromJson, ScalarType, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { encode } from "../../../src/service/grpc/encode";
import { files, registryOf } from "../../../src/service/grpc/proto";

const types = [...registryOf(files)].filter(
  (each) => each.kind === "message" && !each.typeName.startsWith("google."),
) as DescMessage[];

/** The JSON of messages of a type, with any of its fields. */
const messageOf = (type: DescMessage, depth: number): fc.Arbitrary<object> => {
  const known = special[type.typeName];
  if (known) return known as fc.Arbitrary<object>;
  if (type.typeName.startsWith("google.protobuf.")) return fc.constant({});
  const members = type.fields.flatMap((field) => {
    const value = depth > 3 && field.message ? undefined : fieldValue(field, depth);
    return value ? [[field, value] as const] : [];
  });
  // Of a oneof one member at most.
  const chosen = [...new Map(members.map((each) => [each[0].oneof ?? each[0], each])).values()];
  return fc.record(Object.fromEntries(chosen.map(([field, value]) => [field.jsonName, value])), { requiredKeys: [] });
};

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
  const scalar = (type: ScalarType | undefined): fc.Arbitrary<unknown> | undefined =>
    type === ScalarType.STRING
      ? text
      : type === ScalarType.BOOL
        ? fc.boolean()
        : type === ScalarType.BYTES
          ? undefined
          : fc.nat(1000);
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
  return field.fieldKind === "list" ? value && fc.array(value, { maxLength: 3 }) : value;
}

test.each(types.map((type) => [type.typeName, type] as const))(
  "%s is written as the library writes it",
  (_name, type) => {
    fc.assert(
      fc.property(messageOf(type, 0), (value) => {
        const expected = toBinary(type, fromJson(type, value as Parameters<typeof fromJson>[1]));
        expect(Buffer.from(encode(type, { ...value })).toString("hex")).toBe(Buffer.from(expected).toString("hex"));
      }),
      { numRuns: 10 },
    );
  },
);

test("what is none of a field's values is refused", () => {
  const type = registryOf(files).getMessage("platform.iam.v2beta1.Group")!;
  expect(() => encode(type, { name: 1 })).toThrow();
});
