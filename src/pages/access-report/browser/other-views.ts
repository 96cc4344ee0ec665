import type { ReportChange, ReportChanges } from "../data";
import { counted, element, separated } from "./dom";
import { heading } from "./group-view";
import { identitiesTable } from "./identity-view";
import { capabilities, groupLink, identityLink, resourceName } from "./links";
import type { Report } from "./report";
import { pagedTable } from "./table";

const kinds: Readonly<Record<ReportChange["kind"], string>> = {
  gained: "+ Gained",
  lost: "− Lost",
  takeover: "! Takeover",
  unknown: "? Unknown",
};

/** Shows what changed since a snapshot, or through a plan. */
export const changesView = (report: Report, { since, summary, rows }: ReportChanges): HTMLElement =>
  element(
    "article",
    {},
    heading("Changes"),
    element("p", {}, `${summary}, compared with ${since}.`),
    pagedTable({
      caption: "Changes of access, in each group and all below it",
      columns: [
        { header: "Change", cell: ({ kind }) => element("span", { class: `kind ${kind}` }, kinds[kind]) },
        { header: "Identity", cell: ({ identity }) => identityLink(report, identity) },
        { header: "Group", cell: ({ group }) => groupLink(report, group) },
        {
          header: "Capabilities",
          cell: ({ capabilitySet, note }) => [
            capabilitySet === undefined ? undefined : capabilities(report, capabilitySet),
            note,
          ],
        },
        { header: "Through", cell: ({ through }) => separated(through.map(resourceName), ", ") },
      ],
      rows,
      empty: "Nobody gained or lost access.",
    }),
  );

/** Shows the role bindings whose effect is unknown until apply. */
export const unknownView = (report: Report): HTMLElement =>
  element(
    "article",
    {},
    heading("Unknown until apply"),
    element("p", {}, "The other views do not contain what these role bindings grant."),
    pagedTable({
      caption: "Role bindings",
      columns: [
        { header: "Role binding", cell: ({ name }) => resourceName(name) },
        { header: "Identity", cell: ({ identity }) => identity },
        { header: "Group", cell: ({ group }) => group },
        { header: "Role", cell: ({ role }) => role },
        { header: "Reason", cell: ({ reason }) => reason },
      ],
      rows: report.data.unknown,
      empty: "Everything is known.",
    }),
  );

/** Shows the groups and identities that match a query. */
export function searchView(report: Report, query: string): { readonly view: HTMLElement; readonly status: string } {
  const { groups, identities } = report.search(query);
  const view = element(
    "article",
    {},
    heading(`Results for “${query}”`),
    identitiesTable(report, identities),
    pagedTable({
      caption: "Groups",
      columns: [{ header: "Path", cell: (index) => groupLink(report, index) }],
      rows: groups,
      empty: "No groups.",
    }),
  );
  return {
    view,
    status: `${counted(identities.length, "identity", "identities")}, ${counted(groups.length, "group")}`,
  };
}
