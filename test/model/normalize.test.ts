import fc from "fast-check";
import { definitions, type Field, fieldsOf } from "../../src/model";
import { identity, repo, role } from "./definitions";

const same = (field: Field, a: unknown, b: unknown) => expect(field.normalize(a)).toEqual(field.normalize(b));
const differ = (field: Field, a: unknown, b: unknown) => expect(field.normalize(a)).not.toEqual(field.normalize(b));

describe("normalization", () => {
  it.each(
    definitions.flatMap((definition) =>
      fieldsOf(definition).map(([name, field]) => [definition.name, name, field] as const),
    ),
  )("%s.%s: treats null, absent and empty as equal, and is idempotent", (_type, _name, field) => {
    same(field, null, undefined);
    same(field, null, field.zero);
    same(field, field.normalize(undefined), undefined);
  });

  it("ignores the spelling and order of capabilities", () => {
    const { capabilities } = role.fields;
    same(capabilities, ["repo.list", "groups.list"], ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST", "repo.list"]);
    differ(capabilities, ["repo.list"], ["groups.list"]);
  });

  it("compares timestamps as instants", () => {
    const expiry = identity.fields.staticKeys.members!.expirationTime!;
    same(expiry, "2030-01-01T00:00:00Z", "2030-01-01T01:00:00.000+01:00");
    differ(expiry, "2030-01-01T00:00:00Z", "2030-01-01T00:00:00.001Z");
  });

  it("compares key sets by content", () => {
    const keys = identity.fields.staticKeys.members!.issuerKeys!;
    same(keys, '{"keys":[{"kty":"EC","crv":"P-256"}]}', '{ "keys": [ {"crv":"P-256", "kty":"EC"} ] }');
  });

  it("treats an object with only empty members as absent", () => {
    same(repo.fields.customOverlay, { environment: {}, contents: { packages: [] } }, undefined);
    differ(repo.fields.customOverlay, { environment: { A: "" } }, undefined);
  });

  it("ignores order and duplicates in sets, but not in lists", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        same(repo.fields.bundles, texts, [...texts, ...texts].reverse());
      }),
    );
    differ(repo.fields.activeTags, ["a", "b"], ["b", "a"]);
  });
});
