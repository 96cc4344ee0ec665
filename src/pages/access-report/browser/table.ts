import { type Child, counted, element } from "./dom";

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => Child;
}

export interface TableOptions<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** A sentence for a table without rows. */
  readonly empty: string;
}

const PAGE = 50;
/** More rows would take a browser seconds to print. */
const MAX_PRINTED = 2_000;

/** Renders 50 rows at a time, and all of them for printing. */
export function pagedTable<Row>({ caption, columns, rows, empty }: TableOptions<Row>): HTMLElement {
  if (rows.length === 0) return element("section", {}, element("h3", {}, caption), element("p", {}, empty));
  // Narrow screens show rows as blocks, which drops the roles that table elements have by themselves.
  const body = element("tbody", { role: "rowgroup" });
  const position = element("span", { role: "status" });
  let first = 0;
  const show = (start: number, count: number) => {
    first = start;
    const shown = rows.slice(start, start + count);
    body.replaceChildren(...shown.map((row) => tableRow(row, columns)));
    position.textContent = `Rows ${(start + 1).toLocaleString("en")} to ${(start + shown.length).toLocaleString("en")} of ${rows.length.toLocaleString("en")}`;
    previous.disabled = start === 0;
    next.disabled = start + count >= rows.length;
  };
  const previous = element("button", { type: "button", click: () => show(first - PAGE, PAGE) }, "Previous");
  const next = element("button", { type: "button", click: () => show(first + PAGE, PAGE) }, "Next");
  const headers = columns.map(({ header }) => element("th", { scope: "col", role: "columnheader" }, header));
  const table = element(
    "table",
    { role: "table" },
    element("caption", {}, `${caption} (${rows.length.toLocaleString("en")})`),
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, headers)),
    body,
  );
  show(0, PAGE);
  if (rows.length <= PAGE) return element("section", {}, table);
  const pager = element("nav", { class: "pager", "aria-label": `Pages of ${caption}` }, previous, next, position);
  const cut = element("p", { class: "cut" });
  const section = element("section", {}, table, pager, cut);
  let beforePrint = 0;
  printing.set(section, (isPrinting) => {
    if (isPrinting) {
      beforePrint = first;
      show(0, MAX_PRINTED);
      const isCut = rows.length > MAX_PRINTED;
      cut.textContent = isCut ? `Only the first ${counted(MAX_PRINTED, "row")} of ${rows.length} are printed.` : "";
    } else {
      show(beforePrint, PAGE);
      cut.textContent = "";
    }
  });
  return section;
}

/** What each table does before and after printing. */
const printing = new WeakMap<Element, (isPrinting: boolean) => void>();

/** Shows all rows and details while the page is printed. */
export function preparePrinting(): void {
  let opened: HTMLDetailsElement[] = [];
  const apply = (isPrinting: boolean) => {
    for (const section of document.querySelectorAll("section")) printing.get(section)?.(isPrinting);
  };
  addEventListener("beforeprint", () => {
    apply(true);
    opened = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
    for (const each of opened) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of opened) each.open = false;
    apply(false);
  });
}

const tableRow = <Row>(row: Row, columns: readonly Column<Row>[]): HTMLElement =>
  element(
    "tr",
    { role: "row" },
    columns.map(({ header, cell }, index) =>
      index === 0
        ? element("th", { scope: "row", role: "rowheader", "data-label": header }, element("div", {}, cell(row)))
        : element("td", { role: "cell", "data-label": header }, element("div", {}, cell(row))),
    ),
  );
