import { createHash } from "node:crypto";
import { Html, html, joined } from "../html";
import type { ApiOperation, Document, Schema } from "./types";

/** Returns the document as an HTML page without scripts or external resources. */
export const documentPage = (document: Document): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header>
<h1>${document.info.title} ${document.info.version}</h1>
<p>${document.info.description}</p>
<p>The same for programs: <a href="/openapi.json">openapi.json</a>.</p>
<nav aria-label="Contents"><ul>
<li><a href="#capabilities">Capabilities and permissions</a></li>
${document.tags.map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}
<li><a href="#schemas">Types</a></li>
</ul></nav>
</header>
<main>
${capabilityTable(document)}
${document.tags.map(({ name, description }) => tagSection(document, name, description))}
<section aria-labelledby="schemas"><h2 id="schemas">Types</h2>
${Object.entries(document.components.schemas).map(([name, schema]) => schemaSection(name, schema))}
</section>
</main>
</body>
</html>
`.text;

const style = `
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1rem; color: #1b1b1b; background: #fff; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0 1.5rem; }
caption { text-align: left; font-weight: 600; padding: 0.25rem 0; }
th, td { border: 1px solid #b3b3b3; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
nav ul { columns: 12rem; }
a { color: #0b57d0; }
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #161616; }
  th, td { border-color: #5c5c5c; }
  a { color: #8ab4f8; }
}
`;

/** Restricts the browser to the page's own style. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
};

interface PlacedOperation extends ApiOperation {
  readonly method: string;
  readonly path: string;
}

const operationsOf = ({ paths }: Document): PlacedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

const verbs = ["list", "get", "create", "update", "delete"] as const;

/** Returns a table of the capabilities that each operation requires, by type. */
function capabilityTable(document: Document): Html {
  const operations = operationsOf(document);
  const cell = (tag: string, verb: string) => {
    const found = operations.find(({ tags, operationId }) => tags[0] === tag && operationId.startsWith(verb));
    return html`<td>${found ? joined((found["x-capabilities"] ?? []).map(code), ", ") : "–"}</td>`;
  };
  const types = document.tags.filter(({ name }) => document.components.schemas[name] !== undefined);
  return html`<section aria-labelledby="capabilities"><h2 id="capabilities">Capabilities and permissions</h2>
<p>A role binding gives the capabilities of its role in its group and in everything below. Each operation needs these, at the
resource or, for a create, at what is to hold it; a caller who may not read a resource is told that there is none.</p>
<table><caption>The capabilities that operations need</caption>
<thead><tr><th scope="col">Type</th>${verbs.map((verb) => html`<th scope="col">${verb}</th>`)}</tr></thead>
<tbody>
${types.map(({ name }) => html`<tr><th scope="row"><a href="#${name}">${name}</a></th>${verbs.map((verb) => cell(name, verb))}</tr>\n`)}</tbody>
</table></section>`;
}

function tagSection(document: Document, tag: string, description: string): Html {
  const operations = operationsOf(document).filter(({ tags }) => tags.includes(tag));
  const parameters = new Map(
    operations.flatMap(({ parameters = [] }) =>
      parameters.filter((each) => each.in !== "path").map((each) => [each.name, each] as const),
    ),
  );
  return html`<section aria-labelledby="${tag}"><h2 id="${tag}">${tag}</h2>
<p>${description}${document.components.schemas[tag] ? html` Fields: <a href="#type-${tag}">${tag}</a>.` : ""}</p>
<table><caption>Operations</caption>
<thead><tr><th scope="col">Request</th><th scope="col">What it does</th><th scope="col">Capabilities</th></tr></thead>
<tbody>
${operations.map(
  ({ method, path, summary, description: more = "", ...operation }) =>
    html`<tr><td>${code(`${method} ${path}`)}</td><td>${summary}. ${more}</td><td>${joined((operation["x-capabilities"] ?? []).map(code), ", ")}</td></tr>\n`,
)}</tbody>
</table>
${parameters.size > 0 ? parameterTable([...parameters.values()]) : ""}</section>`;
}

const parameterTable = (parameters: NonNullable<ApiOperation["parameters"]>): Html =>
  html`<table><caption>Parameters</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${parameters.map(
  ({ name, schema, description }) =>
    html`<tr><td>${code(name)}</td><td>${typeOf(schema)}</td><td>${description}</td></tr>\n`,
)}</tbody>
</table>`;

function schemaSection(name: string, schema: Schema): Html {
  const { properties, required = [], description = "", enum: values } = schema as ObjectSchema;
  return html`<h3 id="type-${name}">${name}</h3>
<p>${description}${values ? html` One of ${joined(values.map(code), ", ")}.` : ""}</p>
${
  properties
    ? html`<table><caption>Members of ${name}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${Object.entries(properties).map(
  ([member, each]) =>
    html`<tr><td>${code(member)}${required.includes(member) ? "" : " (optional)"}</td><td>${typeOf(each)}</td><td>${String(each.description ?? "")}</td></tr>\n`,
)}</tbody>
</table>`
    : ""
}`;
}

interface ObjectSchema extends Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
}

/** Describes a schema in a few words. */
function typeOf(schema: Schema): Html {
  const { $ref, type, items, additionalProperties, format, pattern, enum: values } = schema;
  if (typeof $ref === "string") {
    const name = $ref.slice($ref.lastIndexOf("/") + 1);
    return html`<a href="#type-${name}">${name}</a>`;
  }
  if (type === "array") return html`array of ${typeOf((items ?? {}) as Schema)}`;
  if (typeof additionalProperties === "object" && additionalProperties !== null)
    return html`map to ${typeOf(additionalProperties as Schema)}`;
  if (Array.isArray(values)) return joined(values.map(code), ", ");
  const name = html`${[type ?? "any"].flat().join(" or ")}${format ? ` (${format})` : ""}`;
  return pattern ? html`${name} ${code(String(pattern))}` : name;
}

const code = (text: unknown): Html => html`<code>${String(text)}</code>`;
