/** Generates the presets of identities, and the members of components that select a pipeline. */
import { presetName } from "../../../constructs/pulumi/property-names";
import { type Workload, workloads } from "../../../src/workloads";
import { capitalized } from "./shape";

interface Preset {
  readonly name: string;
  /** The name of the interface of its options, which every system exports under a name derived from its id. */
  readonly options: string;
  readonly doc: string;
}

const presets: readonly Preset[] = (workloads as readonly Workload<never>[]).map(({ id, title }) => {
  const name = presetName(id);
  const options = `${capitalized(name)}Options`;
  return { name, options, doc: `Trusts the tokens of ${title} that the options select; see {@link ${options}}.` };
});

/** Returns the declarations, with the import of the systems' options. */
export function presetDeclarations(): string {
  const names = presets.map(({ options }) => options).sort();
  return [
    `import type { ${names.join(", ")} } from "../../../src/workloads";`,
    'import type { PresetArgs, WithInputs } from "../types";',
    "",
    "/** The presets of identities, one for each system. */",
    "export interface IdentityPresets {",
    ...presets.flatMap(({ name, options, doc }) => [
      `  /** ${doc} Throws a RunError for invalid options. */`,
      `  ${name}<R>(`,
      "    this: new (name: string, args: never, options?: pulumi.CustomResourceOptions) => R,",
      "    name: string,",
      `    args: PresetArgs & WithInputs<${options}>,`,
      "    options?: pulumi.CustomResourceOptions,",
      "  ): R;",
    ]),
    "}",
    "",
    "/** The members that select a pipeline, of which exactly one must be set. */",
    "export interface PipelineOptions {",
    ...presets.flatMap(({ name, options, doc }) => [`  /** ${doc} */`, `  readonly ${name}?: WithInputs<${options}>;`]),
    "}",
    "",
  ].join("\n");
}
