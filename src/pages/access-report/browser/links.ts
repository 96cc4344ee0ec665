import type { Reference } from "../data";
import { type Child, element, separated } from "./dom";
import type { Report } from "./report";

/** The address of a view within the page. */
export const addressOf = (view: string, id?: string): string =>
  `#/${view}${id === undefined ? "" : `/${encodeURIComponent(id)}`}`;

export function groupLink(report: Report, index: Reference, text?: string): Child {
  if (typeof index === "string") return index;
  const { id, path } = report.group(index);
  return element("a", { href: addressOf("groups", id) }, text ?? breakable(path));
}

export function identityLink(report: Report, index: Reference): Child {
  if (typeof index === "string") return index;
  const { id, name } = report.identity(index);
  return element("a", { href: addressOf("identities", id) }, breakable(name));
}

/** Lets lines break after the slashes of a path. */
const breakable = (path: string): Child =>
  path.split("/").map((part, index) => (index === 0 ? part : ["/", element("wbr"), part]));

/** Shows capabilities in words; if that does not name all of them, with a list to open. */
export function capabilities(report: Report, set: number): Child {
  const { text, names } = report.data.capabilitySets[set]!;
  if (names.every((name) => text.includes(name))) return text;
  return element("details", {}, element("summary", {}, text), names.join(", "));
}

const UID = /^[0-9a-f]{40}(?:\/[0-9a-f]{16})+$/;

/** Shows a uid or an address. Of a uid, the part after the group's uid is enough, because the group is named beside it. */
export const resourceName = (name: string): HTMLElement =>
  element("code", { title: name }, UID.test(name) ? `…${name.slice(name.lastIndexOf("/"))}` : name);

/** Shows the role bindings that grant something; `group` is where they apply. */
export function grants(report: Report, bindings: readonly number[], group?: number): Child {
  const items = bindings.map((index) => {
    const [role, , at, name] = report.binding(index);
    const place = at === group ? "here" : ["in ", groupLink(report, at)];
    return element("span", { class: "grant" }, role, " ", place, ", by ", resourceName(name));
  });
  return separated(items, "; ");
}
