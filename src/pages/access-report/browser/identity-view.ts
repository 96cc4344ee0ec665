import { counted, element, formatTime } from "./dom";
import { heading } from "./group-view";
import { capabilities, grants, groupLink, identityLink, resourceName } from "./links";
import type { Report } from "./report";
import { pagedTable } from "./table";

const states = { enabled: "Enabled", disabled: "Disabled", unknown: "Known after apply" } as const;

/** Shows what one identity may do, and which tokens may assume it. */
export function identityView(report: Report, index: number): HTMLElement {
  const { id, name, group, state, address, lastSeenTime, trust } = report.identity(index);
  const facts = [
    ["Uid", element("code", {}, id)],
    ["Group", group === undefined ? "Hidden or unknown" : groupLink(report, group)],
    ["State", states[state]],
    ["Managed by", address],
    ["Last token", lastSeenTime && formatTime(lastSeenTime)],
    [
      "Tokens must have",
      trust.length > 0
        ? element(
            "ul",
            {},
            trust.map((each) => element("li", {}, each)),
          )
        : undefined,
    ],
  ] as const;
  return element(
    "article",
    {},
    heading(name),
    element(
      "dl",
      {},
      facts
        .filter(([, value]) => value !== undefined)
        .map(([term, value]) => element("div", {}, element("dt", {}, term), element("dd", {}, value))),
    ),
    state === "enabled" ? accessTable(report, index) : bindingsTable(report, index, state),
  );
}

const accessTable = (report: Report, identity: number): HTMLElement =>
  pagedTable({
    caption: "Effective access, in each group and all below it",
    columns: [
      { header: "Group", cell: ([, group]) => groupLink(report, group) },
      { header: "Capabilities", cell: ([, , set]) => capabilities(report, set) },
      { header: "Role bindings", cell: ([, group, , bindings]) => grants(report, bindings, group) },
    ],
    rows: report.accessOf(identity),
    empty: "This identity has no access, as far as this report shows.",
  });

const bindingsTable = (report: Report, identity: number, state: "disabled" | "unknown"): HTMLElement =>
  element(
    "div",
    {},
    element(
      "p",
      { class: "notice" },
      state === "disabled"
        ? "This identity is disabled: its tokens are rejected, and its role bindings have no effect."
        : "Whether this identity is disabled is known after apply, and so is the effect of its role bindings.",
    ),
    pagedTable({
      caption: "Role bindings",
      columns: [
        { header: "Group", cell: ([, , group]) => groupLink(report, group) },
        { header: "Role", cell: ([role]) => role },
        { header: "Role binding", cell: ([, , , name]) => resourceName(name) },
      ],
      rows: report.bindingsOf(identity),
      empty: "This identity has no role bindings.",
    }),
  );

export const identitiesView = (report: Report): HTMLElement =>
  element("article", {}, heading("Identities"), identitiesTable(report, [...report.data.identities.keys()]));

export const identitiesTable = (report: Report, rows: readonly number[]): HTMLElement =>
  pagedTable({
    caption: "Identities",
    columns: [
      { header: "Name", cell: (index) => identityLink(report, index) },
      {
        header: "Group",
        cell: (index) => groupLink(report, report.identity(index).group ?? "Hidden or unknown"),
      },
      { header: "State", cell: (index) => states[report.identity(index).state] },
      { header: "Role bindings", cell: (index) => counted(report.bindingsOf(index).length, "role binding") },
    ],
    rows,
    empty: "No identities.",
  });
