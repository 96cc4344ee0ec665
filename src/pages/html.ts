/** Text that is already HTML. */
export class Html {
  constructor(readonly text: string) {}
}

/** A template whose values are escaped, unless they are HTML. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const written = values.map((value) =>
    [value].flat().map((each) => (each instanceof Html ? each.text : escaped(each))),
  );
  return new Html(parts.map((part, index) => part + (written[index] ?? []).join("")).join(""));
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
