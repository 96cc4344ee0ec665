/**
 * The reference pages in the format of the public Terraform registry, generated from the provider's schemas, the model
 * and the examples. Nothing here reads or writes files; ../reference-pages.mjs does.
 */
import { clientDefinitions, compositeDefinitions, type ResourceDefinition } from "../../../src/model";
import { pluralTypeName, typeName } from "../../../src/provider/names";
import type { Provider } from "../../../src/provider/plugin";
import { createProvider } from "../../../src/provider/provider";
import { dataSourcePage, ephemeralPage, functionPage, resourcePage, subcategoryOf } from "./pages";
import { providerPage } from "./provider-page";
import type { Entry, Section } from "./section";

/** Returns the example in a folder of `examples` (`resources/group`) or a Pulumi program (`pulumi/group`); undefined if there is none. */
export type Examples = (folder: string) => string | undefined;

/**
 * Returns all pages by path below docs.
 * @throws Error listing every folder of examples without one.
 */
export function referencePages(examples: Examples, provider: Provider = createProvider({})): Record<string, string> {
  const sections = sectionsOf(provider, examples);
  const folders = [
    "provider",
    ...sections.flatMap(({ folder, entries }) => entries.map(({ name }) => `${folder}/${name}`)),
  ];
  const missing = folders.filter((folder) => examples(folder) === undefined);
  if (missing.length > 0)
    throw new Error(`there is no example: write ${missing.map((folder) => `examples/${folder}/main.tf`).join(", ")}`);
  const example = (folder: string) => examples(folder)!;
  const pages = sections.flatMap(({ folder, entries }) =>
    entries.map((entry) => [`${folder}/${entry.name}.md`, entry.page(example(`${folder}/${entry.name}`))] as const),
  );
  return { "index.md": providerPage(provider, sections, example("provider")), ...Object.fromEntries(pages) };
}

/** Returns the sections of a provider's pages; empty sections are omitted. */
export function sectionsOf(provider: Provider, examples: Examples = () => undefined): readonly Section[] {
  const sections: Section[] = [
    section("Resources", "resources", provider.resources, (name, resource) =>
      described(name, resource.schema.description, (example) =>
        resourcePage(name, resource, definitionBehind(name), provider.listResources?.[name], example, examples),
      ),
    ),
    section("Data sources", "data-sources", provider.dataSources, (name, source) =>
      described(name, source.schema.description, (example) =>
        dataSourcePage(name, source, definitionBehind(name), example),
      ),
    ),
    section("Ephemeral resources", "ephemeral-resources", provider.ephemeralResources, (name, resource) =>
      described(name, resource.schema.description, (example) => ephemeralPage(name, resource, example)),
    ),
    section("Functions", "functions", provider.functions, (name, called) => ({
      name,
      fullName: `provider::platform::${name}`,
      description: called.summary ?? called.description ?? "",
      page: (example) => functionPage(name, called, example),
    })),
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

const PREFIX = "platform_";

const described = (fullName: string, description = "", page: Entry["page"]): Entry => ({
  name: fullName.slice(PREFIX.length),
  fullName,
  category: subcategoryOf(definitionBehind(fullName)),
  description,
  page,
});

function section<T>(
  title: string,
  folder: string,
  offered: Readonly<Record<string, T>> = {},
  entry: (name: string, item: T) => Entry,
): Section {
  const byName = Object.entries(offered).sort(([a], [b]) => (a < b ? -1 : 1));
  return { title, folder, entries: byName.map(([name, item]) => entry(name, item)) };
}

/** Returns the definition of a resource or data source; undefined if it has none. */
const definitionBehind = (name: string): ResourceDefinition | undefined =>
  [...clientDefinitions, ...compositeDefinitions].find((definition) =>
    [typeName(definition), pluralTypeName(definition)].includes(name),
  );
