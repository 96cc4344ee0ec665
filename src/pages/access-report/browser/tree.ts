import { element } from "./dom";
import { addressOf } from "./links";
import type { Report } from "./report";

/** The number of groups of one level that are shown before more are asked for. */
const STEP = 100;

/** Renders groups as nested lists; the subgroups of a group when it is expanded. */
export function groupTree(report: Report, selected: number | undefined): HTMLElement {
  const open = new Set(selected === undefined ? report.roots : report.path(selected));
  if (report.roots.length === 1) open.add(report.roots[0]!);
  return element("nav", { class: "tree", "aria-label": "Groups" }, list(report, report.roots, open, selected));
}

function list(
  report: Report,
  groups: readonly number[],
  open: ReadonlySet<number>,
  selected: number | undefined,
): HTMLElement {
  const items = element("ul");
  // The level begins with the expanded group, so that it is visible among thousands.
  const ordered = groups.length > STEP ? [...groups].sort((a, b) => Number(open.has(b)) - Number(open.has(a))) : groups;
  const showMore = (start: number) => {
    const shown = ordered.slice(start, start + STEP).map((group) => item(report, group, open, selected));
    items.append(...shown);
    const rest = ordered.length - start - STEP;
    if (rest <= 0) return shown[0];
    const more = element(
      "button",
      { type: "button", class: "more" },
      `Show more groups (${rest.toLocaleString("en")})`,
    );
    const last = element("li", {}, more);
    more.addEventListener("click", () => {
      last.remove();
      showMore(start + STEP)
        ?.querySelector("a")
        ?.focus();
    });
    items.append(last);
    return shown[0];
  };
  showMore(0);
  return items;
}

function item(report: Report, group: number, open: ReadonlySet<number>, selected: number | undefined): HTMLElement {
  const { id, name } = report.group(group);
  const children = report.children(group);
  const isSelected = group === selected && "page";
  const link = element("a", { href: addressOf("groups", id), "aria-current": isSelected }, name);
  if (children.length === 0) return element("li", {}, element("span", { class: "leaf" }), link);
  const toggle = element("button", {
    type: "button",
    class: "toggle",
    "aria-expanded": "false",
    "aria-label": `Subgroups of ${name}`,
  });
  const row = element("li", {}, toggle, link);
  let below: HTMLElement | undefined;
  const expand = () => {
    if (below) {
      below.remove();
      below = undefined;
    } else {
      below = list(report, children, open, selected);
      row.append(below);
    }
    toggle.setAttribute("aria-expanded", String(below !== undefined));
  };
  toggle.addEventListener("click", expand);
  if (open.has(group)) expand();
  return row;
}
