import type { Package } from "./published";

/** Parses a .proto file into the form of the record of the published API. */
export function packageFrom(text: string): Package {
  let name = "";
  const lines: [kind: string, name: string, items: string[]][] = [];
  const scopes: { readonly kind: string; readonly name: string; readonly items: string[] }[] = [];
  for (const line of text.split("\n").map((each) => each.trim())) {
    const here = scopes.at(-1);
    const [, declared] = /^package (\S+);$/.exec(line) ?? [];
    const [, kind = "", opened, closed] = /^(message|enum|oneof|service) (\w+) \{(\})?$/.exec(line) ?? [];
    const [, method = "", input = "", output = ""] = /^rpc (\w+)\((\S+)\) returns \((\S+)\);$/.exec(line) ?? [];
    const [, value] = /^(\w+ = \d+);$/.exec(line) ?? [];
    if (declared) name = declared;
    else if (opened) {
      const outer = scopes.filter((each) => each.kind === "message").map((each) => each.name);
      const items: string[] = kind === "oneof" ? here!.items : [];
      if (kind === "message" || kind === "enum") lines.push([kind, [...outer, opened].join("."), items]);
      if (!closed) scopes.push({ kind, name: opened, items });
    } else if (line === "}") scopes.pop();
    else if (method) lines.push(["rpc", here!.name, [method, input, output]]);
    else if (here?.kind === "enum" && value) here.items.push(value.replace(" = ", "="));
    else if (here && !line.startsWith("//") && line !== "") here.items.push(fieldFrom(line, here));
  }
  return { name, lines };
}

function fieldFrom(line: string, { kind, name: scope }: { readonly kind: string; readonly name: string }): string {
  const [, label, type = "", name, number, json] =
    /^(?:(repeated|optional) )?(map<\w+, \S+>|\S+) (\w+) = (\d+)(?: \[json_name = "(\w+)"\])?;$/.exec(line) ?? [];
  if (name === undefined) throw new Error(`no field: ${line}`);
  const further = label ? ` ${label.slice(0, 3)}` : kind === "oneof" ? ` oneof ${scope}` : json ? ` json=${json}` : "";
  return `${name} ${number} ${type.replace(", ", ",")}${further}`;
}
