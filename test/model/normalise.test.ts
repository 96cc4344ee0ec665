import fc from "fast-check";
import { definitions, type Field, fieldsOf } from "../../src/model";
import { identity, repo, role } from "./definitions";

const same = (field: Field, a: unknown, b: unknown) => expect(field.normalise(a)).toEqual(field.normalise(b));
const differ = (field: Field, a: unknown, b: unknown) => expect(field.normalise(a)).not.toEqual(field.normalise(b));

describe("values that mean the same", () => {
  it.each(
    definitions.flatMap((definition) =>
      fieldsOf(definition).map(([name, field]) => [definition.name, name, field] as const),
    ),
  )("%s.%s: null, absent and empty are the same, and normalising twice changes nothing", (_type, _name, field) => {
    same(field, null, undefined);
    same(field, null, field.zero);
    same(field, field.normalise(undefined), undefined);
  });

  it("capabilities compare in either spelling and any order", () => {
    const { capabilities } = role.fields;
    same(capabilities, ["repo.list", "groups.list"], ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST", "repo.list"]);
    differ(capabilities, ["repo.list"], ["groups.list"]);
  });

  it("timestamps compare as instants", () => {
    const expiry = identity.fields.staticKeys.members!.expirationTime!;
    same(expiry, "2030-01-01T00:00:00Z", "2030-01-01T01:00:00.000+01:00");
    differ(expiry, "2030-01-01T00:00:00Z", "2030-01-01T00:00:00.001Z");
  });

  it("key sets compare by what they say", () => {
    const keys = identity.fields.staticKeys.members!.issuerKeys!;
    same(keys, '{"keys":[{"kty":"EC","crv":"P-256"}]}', '{ "keys": [ {"crv":"P-256", "kty":"EC"} ] }');
  });

  it("an object whose members are all empty is no object", () => {
    same(repo.fields.customOverlay, { environment: {}, contents: { packages: [] } }, undefined);
    differ(repo.fields.customOverlay, { environment: { A: "" } }, undefined);
  });

  it("sets ignore order and repetition, lists do not", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        same(repo.fields.bundles, texts, [...texts, ...texts].reverse());
      }),
    );
    differ(repo.fields.activeTags, ["a", "b"], ["b", "a"]);
  });
});
