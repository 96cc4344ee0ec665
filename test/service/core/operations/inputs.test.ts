import { definitions, type Field, type Fields, isInput } from "../../../../src/model";
import { checkedInputs } from "../../../../src/service/core/operations/inputs";

const now = "2030-01-01T00:00:00.000Z";

/** Returns a copy of fields without required ones, so that each field can be tested alone. */
const optional = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, required: false, minItems: 0 }]));

const cases = definitions.flatMap((definition) =>
  Object.entries(definition.fields)
    .filter(([, field]) => isInput(field))
    .map(([name, field]): [string, string, Field, typeof definition] => [definition.name, name, field, definition]),
);

test.each(cases)("ignores an empty text as an unset value: %s.%s", (_type, name, field, definition) => {
  const one = { ...definition, fields: optional({ [name]: field }), rules: [] };
  expect(checkedInputs(one, { [name]: "" }, now)).toEqual({});
});
