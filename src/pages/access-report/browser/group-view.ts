import type { EffectiveAccess } from "../data";
import { counted, element, separated } from "./dom";
import { capabilities, grants, groupLink, identityLink } from "./links";
import type { Report } from "./report";
import { pagedTable } from "./table";
import { groupTree } from "./tree";

/** Shows the group tree, and who may do what in one group. */
export function groupView(report: Report, group: number | undefined): HTMLElement {
  const detail =
    group === undefined
      ? element("article", {}, heading("Groups"), element("p", {}, "No groups are visible."))
      : groupDetail(report, group);
  return element("div", { class: "columns" }, groupTree(report, group), detail);
}

export const heading = (text: string): HTMLElement => element("h2", { tabindex: "-1" }, text);

function groupDetail(report: Report, group: number): HTMLElement {
  const { id, name } = report.group(group);
  const above = report.path(group).slice(1).toReversed();
  const access = report.accessIn(group);
  const names = new Set(access.flatMap(([, , set]) => report.data.capabilitySets[set]!.names));
  const table = element("div");
  const show = (capability: string) => {
    const rows = access.filter(
      ([, , set]) => capability === "" || report.data.capabilitySets[set]!.names.includes(capability),
    );
    table.replaceChildren(accessTable(report, group, rows));
  };
  const select = element(
    "select",
    { id: "capability" },
    element("option", { value: "" }, "Any capability"),
    [...names].sort().map((each) => element("option", { value: each }, each)),
  );
  select.addEventListener("change", () => show(select.value));
  show("");
  const subgroups = report.children(group).length;
  const place = above.map((each) => groupLink(report, each, report.group(each).name));
  return element(
    "article",
    {},
    above.length > 0 ? element("nav", { "aria-label": "Groups above" }, separated([...place, ""], " / ")) : undefined,
    heading(name),
    element("p", { class: "facts" }, element("code", {}, id), ` · ${counted(subgroups, "subgroup")}`),
    access.length > 0 ? element("p", {}, element("label", { for: "capability" }, "Show who has "), select) : undefined,
    table,
  );
}

const accessTable = (report: Report, group: number, rows: readonly EffectiveAccess[]): HTMLElement =>
  pagedTable({
    caption: "Effective access in this group",
    columns: [
      { header: "Identity", cell: ([identity]) => identityLink(report, identity) },
      { header: "Capabilities", cell: ([, , set]) => capabilities(report, set) },
      { header: "Role bindings", cell: ([, , , bindings]) => grants(report, bindings, group) },
    ],
    rows,
    empty: "Nobody has access to this group, as far as this report shows.",
  });
