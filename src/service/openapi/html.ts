/** Text that is HTML already. */
export interface Html {
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Writes HTML: what is put in is escaped, unless it is HTML itself. */
export const html = (parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html => ({
  text: parts
    .map((part, index) => {
      const value = values[index] ?? "";
      return part + (typeof value === "string" ? value.replace(/[&<>"']/g, (each) => entities[each]!) : value.text);
    })
    .join(""),
});

export const join = (all: readonly Html[], between = ""): Html => ({ text: all.map(({ text }) => text).join(between) });
