/** The script of /docs, which runs in the browser: Swagger UI with a search field, curl examples and a dark mode. */
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./style.css";

const dark = matchMedia("(prefers-color-scheme: dark)");
const applyScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", applyScheme);
applyScheme();

/** Adds to an operation's description what Swagger UI does not show: the required capabilities, and a curl command. */
function describe(operation) {
  const { description, "x-capabilities": capabilities, "x-codeSamples": samples = [], ...others } = operation;
  const parts = [
    description ? `${description}${/[.!?]$/.test(description) ? "" : "."}` : "",
    capabilities?.length ? `Requires ${capabilities.map((each) => `\`${each}\``).join(" and ")}.` : "",
    ...samples.map(({ lang, source }) => `\`\`\`${lang}\n${source}\n\`\`\``),
  ];
  return { ...others, description: parts.filter(Boolean).join("\n\n") };
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

const describeAll = (document) => ({
  ...document,
  info: {
    ...document.info,
    description: `${document.info.description}\n\n[Download the OpenAPI document](openapi.json)`,
  },
  paths: mapValues(document.paths, (item) => mapValues(item, describe)),
});

/** Replaces Swagger UI's filter, which finds names of tags only, by a search in all operations. */
const search = ({ React }) => ({
  fn: {
    opsFilter: (tags, phrase) => {
      const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
      const matches = (tag) => (operation) => {
        const { summary = "", description = "", operationId = "" } = operation.get("operation").toJS();
        const text = [tag, operation.get("method"), operation.get("path"), operationId, summary, description];
        const searched = text.join(" ").toLowerCase();
        return words.every((word) => searched.includes(word));
      };
      return tags
        .map((group, tag) => group.update("operations", (operations) => operations.filter(matches(tag))))
        .filter((group) => group.get("operations").size > 0);
    },
  },
  wrapComponents: {
    FilterContainer:
      () =>
      ({ layoutActions, layoutSelectors }) => {
        const filter = layoutSelectors.currentFilter();
        return React.createElement(
          "div",
          { className: "search wrapper" },
          React.createElement("input", {
            type: "search",
            placeholder: "Search operations",
            "aria-label": "Search operations",
            value: typeof filter === "string" ? filter : "",
            onChange: ({ target }) => layoutActions.updateFilter(target.value || true),
          }),
        );
      },
  },
  statePlugins: {
    layout: {
      wrapSelectors: {
        // Groups with matches are open.
        isShown: (original) => (state, key, otherwise) =>
          (key[0] === "operations-tag" && typeof state.get("filter") === "string") || original(key, otherwise),
      },
    },
  },
});

const show = (spec) =>
  SwaggerUI({
    spec,
    dom_id: "#viewer",
    plugins: [search],
    filter: true,
    deepLinking: true,
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    syntaxHighlight: { activated: true, theme: "agate" },
    validatorUrl: null,
  });

fetch("openapi.json")
  .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`HTTP ${response.status}`))))
  .then((document) => show(describeAll(document)))
  .catch((error) => {
    document.getElementById("status").textContent = `The API reference could not be loaded: ${error.message}.`;
  });
