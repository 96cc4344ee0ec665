import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AccessGraph, accessDiff, Directory, type Snapshot } from "../../src/access";
import { reportData } from "../../src/cli/access/report-data";
import { accessReportPage } from "../../src/pages/access-report";
import { acme, alice, api, bind, deploy, owner, payments, pull, push, snapshotWith, viewer } from "../access/snapshots";
import { describeWith, engines } from "../engines";
import { Chromium } from "./chromium";

const dist = path.resolve(__dirname, "../../dist");
const assets = {
  script: readFileSync(path.join(dist, "access-report-page.js"), "utf8"),
  style: readFileSync(path.join(dist, "access-report-page.css"), "utf8"),
};

const malicious = "</script><img src=x onerror=\"document.title='attacked'\"><!--";

function pageOf(snapshot: Snapshot, before?: Snapshot): string {
  const graph = new AccessGraph(snapshot);
  const directory = new Directory(before ?? snapshot, snapshot);
  const origin = { source: "https://api.example.com", time: "2030-01-02T03:04:05.000Z" };
  if (!before) return accessReportPage(reportData(graph, directory, origin), assets);
  const comparison = { before: new AccessGraph(before), after: graph, directory };
  const compared = { since: "the snapshot of 2029-12-31", comparison, diff: accessDiff(comparison.before, graph) };
  return accessReportPage(reportData(graph, directory, origin, compared), assets);
}

const old = snapshotWith([bind(alice, owner, acme), bind(deploy, pull, api)]);
const current: Snapshot = {
  ...old,
  identities: [
    ...old.identities,
    { id: `${acme}/${"d".repeat(16)}`, name: malicious, group: acme, disabled: false, trust: {} },
    { id: `${acme}/${"e".repeat(16)}`, name: "former", group: acme, disabled: true, trust: {} },
  ],
  bindings: [
    bind(alice, owner, acme),
    bind(deploy, push, payments, 2),
    bind(`${acme}/${"d".repeat(16)}`, viewer, acme, 3),
    bind(`${acme}/${"e".repeat(16)}`, viewer, acme, 4),
  ],
  gaps: ["Some roles may be hidden."],
};

/** An organization with 10,000 role bindings of 1,000 identities in 1,000 groups. */
function large(): Snapshot {
  const groups = Array.from({ length: 1000 }, (_, index) => `${acme}/${String(index).padStart(16, "0")}`);
  const identities = groups.map((group) => `${group}/${"f".repeat(16)}`);
  const trust = {};
  return {
    ...snapshotWith([]),
    groups: [{ id: acme, name: "acme" }, ...groups.map((id, index) => ({ id, name: `team-${index}`, parent: acme }))],
    identities: identities.map((id, index) => ({ id, name: "deploy", group: groups[index]!, disabled: false, trust })),
    bindings: Array.from({ length: 10_000 }, (_, index) =>
      bind(
        identities[index % 1000]!,
        viewer,
        index < 1000 ? acme : groups[(index * 7 + Math.floor(index / 1000)) % 1000]!,
        index,
      ),
    ),
  };
}

test("embeds names without ending the element that contains them, and allows only its own code", () => {
  const html = pageOf(current);
  expect(html).not.toContain("<img");
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1];
  expect(policy?.replaceAll("&#39;", "'")).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'/,
  );
});

describeWith(["chromium"], "an access report in a browser", () => {
  const directory = mkdtempSync(path.join(tmpdir(), "access-report-"));
  let browser: Chromium;
  beforeAll(() => {
    browser = Chromium.start(engines.chromium!.path);
    writeFileSync(path.join(directory, "small.html"), pageOf(current, old));
    writeFileSync(path.join(directory, "large.html"), pageOf(large()));
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(directory, { recursive: true });
  });

  const open = (file: string, hash = "", options = {}) => browser.open(`file://${directory}/${file}${hash}`, options);
  /** The cells of the first table, without the header. */
  const rows = `[...document.querySelector("tbody").rows].map((row) => [...row.cells].map((cell) => cell.innerText.trim()))`;

  it("shows who has access to a group, with the role bindings that grant it", async () => {
    const page = await open("small.html", `#/groups/${encodeURIComponent(api)}`);
    expect(await page.evaluate(`document.querySelector("h2").innerText`)).toBe("api");
    expect(await page.evaluate(rows)).toEqual([
      [malicious, "the 11 capabilities of viewer", "viewer in acme, by …/0000000000000003"],
      ["alice", expect.stringMatching(/^all \d+ capabilities$/), "owner in acme, by …/0000000000000001"],
      ["deploy", "the 8 capabilities of registry.push", "registry.push in acme/payments, by …/0000000000000002"],
    ]);
    await page.evaluate(
      `{ const select = document.querySelector("select"); select.value = "tag.create"; select.dispatchEvent(new Event("change")) }`,
    );
    expect((await page.evaluate(rows)).map(([name]: string[]) => name)).toEqual(["alice", "deploy"]);
    expect(page.errors).toEqual([]);
  });

  it("shows what an identity may do, and that a disabled one has no access", async () => {
    const page = await open("small.html", `#/identities/${encodeURIComponent(deploy)}`);
    expect(await page.evaluate(rows)).toEqual([
      ["acme/payments", "the 8 capabilities of registry.push", "registry.push here, by …/0000000000000002"],
    ]);
    await page.evaluate(`location.hash = "#/identities/${encodeURIComponent(`${acme}/${"e".repeat(16)}`)}"`);
    expect(await page.evaluate(`document.querySelector("main .notice").innerText`)).toBe(
      "This identity is disabled: its tokens are rejected, and its role bindings have no effect.",
    );
    expect(await page.evaluate("document.activeElement.innerText")).toBe("former");
  });

  it("names the changes since a snapshot in words", async () => {
    const page = await open("small.html", "#/changes");
    const found: string[][] = await page.evaluate(rows);
    expect(found.map((cells) => cells.slice(0, 3))).toEqual([
      ["+ Gained", "deploy", "acme/payments"],
      ["+ Gained", malicious, "acme"],
    ]);
    expect(found[0]![4]).toBe("…/0000000000000002");
  });

  it("runs no code from names, and requests nothing", async () => {
    for (const hash of ["", "#/identities", "#/changes", "#/search/img", `#/search/${encodeURIComponent(malicious)}`]) {
      const page = await open("small.html", hash);
      expect(
        await page.evaluate(`[document.querySelectorAll("img").length, document.title.startsWith("attacked")]`),
      ).toEqual([0, false]);
      expect(page.requests.filter((url) => !url.startsWith(`file://${directory}/`))).toEqual([]);
      expect(page.errors).toEqual([]);
    }
  });

  it("blocks code that is inserted later", async () => {
    const page = await open("small.html");
    await page.evaluate(
      `{ const script = document.createElement("script"); try { script.textContent = "document.title = 'attacked'" } catch {}; document.body.append(script) }`,
    );
    expect(await page.evaluate("document.title")).toBe("acme - Access report");
  });

  it("can be used with the keyboard", async () => {
    const page = await open("small.html");
    const focused = () =>
      page.evaluate(
        `(document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText) || document.activeElement.id`,
      );
    const reached: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      await page.press("Tab");
      reached.push(await focused());
    }
    expect(reached).toEqual([
      "Skip to content",
      "Groups",
      "Identities",
      "Changes (2)",
      "search",
      "Subgroups of acme",
      "acme",
      "Subgroups of payments",
    ]);
    await page.press("Enter");
    expect(await page.evaluate(`document.activeElement.getAttribute("aria-expanded")`)).toBe("true");
    await page.evaluate(`document.getElementById("search").focus()`);
    await page.type("PAY");
    expect(await page.evaluate(`document.querySelector("form [role=status]").innerText`)).toBe("1 identity, 2 groups");
    expect(await page.evaluate("document.activeElement.id")).toBe("search");
  });

  it("has named landmarks, and headers of tables on narrow screens too", async () => {
    for (const width of [390, 1280]) {
      const page = await open("small.html", "", { width });
      await page.send("Accessibility.enable");
      const { nodes } = await page.send("Accessibility.getFullAXTree");
      const named = (role: string): string[] =>
        nodes
          .filter((node: { role?: { value: string }; ignored: boolean }) => !node.ignored && node.role?.value === role)
          .map((node: { name?: { value: string } }) => node.name?.value ?? "");
      expect(named("navigation")).toEqual(["Views", "Groups"]);
      expect([named("main").length, named("search").length, named("banner").length]).toEqual([1, 1, 1]);
      expect(named("searchbox")).toEqual(["Search groups and identities"]);
      expect(named("combobox")).toEqual(["Show who has"]);
      expect(named("columnheader")).toEqual(["Identity", "Capabilities", "Role bindings"]);
      expect(named("rowheader")).toHaveLength(2);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    }
  });

  it.each([false, true])("has enough contrast (dark: %s)", async (dark) => {
    const page = await open("small.html", "#/changes", { dark });
    const low = await page.evaluate(`(() => {
      const parse = (color) => color.match(/[\\d.]+/g).map(Number);
      const luminance = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
      const background = (node) => { const found = parse(getComputedStyle(node).backgroundColor); return found[3] === 0 ? background(node.parentElement ?? (() => { throw new Error("no background") })()) : found; };
      return [...document.querySelectorAll("body *")].filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()) && node.getClientRects().length > 0 && !["SCRIPT", "NOSCRIPT", "STYLE"].includes(node.tagName)).flatMap((node) => {
        const [a, b] = [luminance(parse(getComputedStyle(node).color)), luminance(background(node))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        return ratio < 4.5 ? [node.tagName + ": " + ratio] : [];
      });
    })()`);
    expect(low).toEqual([]);
  });

  it("renders a part of 10,000 role bindings, and all rows of a table for printing", async () => {
    const page = await open("large.html", `#/groups/${acme}`);
    expect(await page.evaluate(`document.querySelectorAll("*").length < 3000`)).toBe(true);
    expect(await page.evaluate(`document.querySelector(".pager [role=status]").innerText`)).toBe(
      "Rows 1 to 50 of 1,000",
    );
    await page.evaluate(`document.querySelectorAll(".pager button")[1].click()`);
    expect(await page.evaluate(`document.querySelector(".pager [role=status]").innerText`)).toBe(
      "Rows 51 to 100 of 1,000",
    );
    await page.evaluate(`dispatchEvent(new Event("beforeprint"))`);
    expect(await page.evaluate(`document.querySelector("tbody").rows.length`)).toBe(1000);
    await page.evaluate(`dispatchEvent(new Event("afterprint"))`);
    expect(await page.evaluate(`document.querySelector(".pager [role=status]").innerText`)).toBe(
      "Rows 51 to 100 of 1,000",
    );
    await page.evaluate(`document.querySelector(".tree .more").click()`);
    expect(await page.evaluate(`document.querySelectorAll(".tree li").length`)).toBe(202);
    expect(page.errors).toEqual([]);
  });
});
