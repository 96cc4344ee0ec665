/** The result of `getAccess`, from the schema of the data source that it reads. */
import { camelCase } from "../../../src/model";
import { access } from "../../../src/provider/access";
import type { Attribute } from "../../../src/provider/plugin";
import { capitalized, type Interface, type Member } from "./shape";

export function accessInterfaces(): { readonly result: Interface; readonly nested: readonly Interface[] } {
  const { schema } = access(() => {
    throw new Error("a schema needs no session");
  });
  const nested: Interface[] = [];
  const convert = (attributes: Readonly<Record<string, Attribute>>, owner: string): Member[] =>
    Object.entries(attributes).map(([attribute, { nested: inner, type, optional, description = "" }]) => {
      const name = camelCase(attribute);
      const doc = description.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, camelCase);
      if (!inner)
        return { name, doc, optional: optional === true || doc.includes("Not set without"), type: typeOf(name, type!) };
      const element = `${owner}${capitalized(name).replace(/s$/, "")}`;
      nested.push({
        name: element,
        doc: "A role binding that gives access.",
        members: convert(inner.attributes, element),
      });
      return { name, doc, optional: false, type: `readonly ${element}[]`, nested: element };
    });
  const members = convert(schema.attributes, "Access");
  return { result: { name: "GetAccessResult", doc: schema.description ?? "", members }, nested };
}

function typeOf(name: string, type: Attribute["type"]): string {
  if (name === "capabilities") return "readonly Capability[]";
  const owner = /^(\w+)Uid$/.exec(name)?.[1];
  if (owner) return `Uid<${JSON.stringify(capitalized(owner))}>`;
  return typeof type === "string" ? "string" : "readonly string[]";
}
