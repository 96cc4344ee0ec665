/**
 * The code of the page of an access report. It inserts names from the platform only as text, and renders only what is
 * visible, so that reports of large organizations stay fast.
 */
import "./style.css";
import type { AccessReportData } from "../data";
import { counted, element, formatTime } from "./dom";
import { groupView } from "./group-view";
import { identitiesView, identityView } from "./identity-view";
import { addressOf } from "./links";
import { changesView, searchView, unknownView } from "./other-views";
import { Report } from "./report";
import { preparePrinting } from "./table";

// The document that contains this code contains the data.
const report = new Report(JSON.parse(document.getElementById("data")!.textContent!) as AccessReportData);
const { data } = report;

const main = element("main", { id: "main", tabindex: "-1" });
const status = element("p", { role: "status", class: "status" });
const search = element("input", { type: "search", id: "search", autocomplete: "off", spellcheck: "false" });
const links = [
  { view: "groups", text: "Groups" },
  { view: "identities", text: "Identities" },
  ...(data.changes ? [{ view: "changes", text: `Changes (${data.changes.rows.length.toLocaleString("en")})` }] : []),
  ...(data.unknown.length > 0 ? [{ view: "unknown", text: `Unknown (${data.unknown.length})` }] : []),
].map(({ view, text }) => ({ view, link: element("a", { href: addressOf(view) }, text) }));

function header(): HTMLElement {
  const { groups, identities, bindings, source, time } = data;
  const form = element("form", { role: "search" }, element("label", { for: "search" }, "Search groups and identities"));
  form.append(search, status);
  form.addEventListener("submit", (event) => event.preventDefault());
  search.addEventListener("input", () => {
    history.replaceState(
      null,
      "",
      search.value.trim() === "" ? addressOf("groups") : addressOf("search", search.value),
    );
    render();
  });
  const sizes = [
    counted(groups.length, "group"),
    counted(identities.length, "identity", "identities"),
    counted(bindings.length, "role binding"),
  ];
  return element(
    "header",
    {},
    element("h1", {}, "Access report"),
    element(
      "p",
      { class: "facts" },
      `${source}, `,
      element("time", { datetime: time }, formatTime(time)),
      ` · ${sizes.join(", ")}`,
    ),
    element(
      "nav",
      { class: "views", "aria-label": "Views" },
      element(
        "ul",
        {},
        links.map(({ link }) => element("li", {}, link)),
      ),
    ),
    form,
    data.gaps.length > 0
      ? element(
          "section",
          { class: "notice", "aria-label": "What this report does not show" },
          element(
            "ul",
            {},
            data.gaps.map((gap) => element("li", {}, gap)),
          ),
        )
      : undefined,
  );
}

/** Returns the view and the id in the address, such as `#/groups/UID`. */
function route(): { readonly view: string; readonly id: string | undefined } {
  const [, view = "groups", id] = /^#\/(\w+)(?:\/(.*))?$/.exec(location.hash) ?? [];
  try {
    return { view, id: id === undefined ? undefined : decodeURIComponent(id) };
  } catch {
    return { view, id: undefined };
  }
}

function viewOf(view: string, id: string | undefined): HTMLElement {
  if (view === "search" && id) {
    const found = searchView(report, id);
    status.textContent = found.status;
    return found.view;
  }
  if (view === "changes" && data.changes) return changesView(report, data.changes);
  if (view === "unknown") return unknownView(report);
  const identity = id === undefined ? undefined : report.findIdentity(id);
  if (view === "identities") return identity === undefined ? identitiesView(report) : identityView(report, identity);
  return groupView(report, (id === undefined ? undefined : report.findGroup(id)) ?? report.roots[0]);
}

function render(): void {
  const { view, id } = route();
  status.textContent = "";
  main.replaceChildren(viewOf(view, id));
  if (view !== "search") search.value = "";
  else if (search.value === "") search.value = id ?? "";
  for (const each of links) {
    if (each.view === view) each.link.setAttribute("aria-current", "page");
    else each.link.removeAttribute("aria-current");
  }
  document.title = `${main.querySelector("h2")?.textContent ?? ""} - Access report`;
}

const skip = element("a", { href: "#main", class: "skip" }, "Skip to content");
skip.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", () => {
  render();
  main.querySelector("h2")?.focus();
});
preparePrinting();
document.body.append(skip, header(), main);
render();
