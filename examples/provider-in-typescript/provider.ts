/** A provider for `.env` files: it manages single variables and leaves the rest of the file unchanged. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  type Block,
  type DataSource,
  DiagnosticsError,
  errorDiagnostic,
  type ManagedResource,
  map,
  type Provider,
  type ProviderFunction,
  planByDefault,
  unknown,
  type ValueRecord,
} from "platform-iac/provider/plugin";
import { parse, withVariable } from "./env-file";

export function createProvider(): Provider {
  let directory = ".";
  const read = (file: string) => {
    const location = path.resolve(directory, file);
    return existsSync(location) ? readFileSync(location, "utf8") : undefined;
  };
  // Terraform creates variables concurrently: without an await between reading and writing, no variable is lost.
  const set = (file: string, name: string, value: string | undefined) => {
    const location = path.resolve(directory, file);
    mkdirSync(path.dirname(location), { recursive: true });
    writeFileSync(location, withVariable(read(file) ?? "", name, value));
  };

  const variable: ManagedResource = {
    schema: variableSchema,

    validate({ name }) {
      if (typeof name !== "string" || /^[A-Za-z_]\w*$/.test(name)) return [];
      return [
        errorDiagnostic(
          "Invalid name",
          "A name may contain only letters, digits and underscores, and must not begin with a digit.",
          ["name"],
        ),
      ];
    },

    plan(request) {
      const planned = planByDefault(variableSchema, request);
      return { planned: { ...planned, id: idOf(planned) }, requiresReplace: [["file"], ["name"]] };
    },

    create({ planned }) {
      const { file, name, value } = planned as Variable;
      if (parse(read(file) ?? "").has(name))
        throw new DiagnosticsError([
          errorDiagnostic(`${name} already exists`, `Import it as ${file}#${name}.`, ["name"]),
        ]);
      set(file, name, value);
      return { state: { ...planned, id: idOf(planned) } };
    },

    update({ planned }) {
      const { file, name, value } = planned as Variable;
      set(file, name, value);
      return { state: planned };
    },

    delete({ prior }) {
      const { file, name } = prior as Variable;
      set(file, name, undefined);
    },

    read({ state }) {
      const { file, name } = state as Variable;
      const value = parse(read(file) ?? "").get(name);
      return value === undefined ? null : { state: { ...state, value } };
    },

    importState({ id }) {
      const [file, name, ...more] = id.split("#");
      if (!file || !name || more.length > 0)
        throw new DiagnosticsError([errorDiagnostic("Invalid import ID", "The ID of a variable is FILE#NAME.")]);
      return { resources: [{ state: { id, file, name } }] };
    },
  };

  const file: DataSource = {
    schema: {
      description: "All variables of a file.",
      attributes: {
        file: { type: "string", required: true, description: "Path of the file." },
        variables: { type: map("string"), computed: true, sensitive: true, description: "Values by name." },
      },
    },
    read({ config }) {
      const text = read(String(config.file));
      if (text === undefined)
        throw new DiagnosticsError([
          errorDiagnostic("No such file", `The file ${JSON.stringify(config.file)} does not exist.`, ["file"]),
        ]);
      return { state: { ...config, variables: Object.fromEntries(parse(text)) } };
    },
  };

  return {
    schema: {
      description: "Manages variables in .env files.",
      attributes: {
        directory: {
          type: "string",
          optional: true,
          description: "The base directory for relative paths. Defaults to the working directory.",
        },
      },
    },
    resources: { dotenv_variable: variable },
    dataSources: { dotenv_file: file },
    functions: { parse: parseFunction },
    configure({ directory: configured }) {
      // Unknown in some plans, which then read nothing that depends on it.
      if (typeof configured === "string") directory = configured;
    },
  };
}

type Variable = { readonly file: string; readonly name: string; readonly value: string };

const variableSchema: Block = {
  description: "One variable in a file. The other lines of the file are unchanged.",
  attributes: {
    id: { type: "string", computed: true, description: "FILE#NAME." },
    file: { type: "string", required: true, description: "Path of the file, which is created if it does not exist." },
    name: { type: "string", required: true, description: "The variable's name." },
    value: { type: "string", required: true, sensitive: true, description: "The variable's value." },
  },
};

const idOf = ({ file, name }: ValueRecord) => (file === unknown || name === unknown ? unknown : `${file}#${name}`);

const parseFunction: ProviderFunction = {
  summary: "Parses the variables in a text",
  parameters: [{ name: "text", type: "string", description: "Text in the format of .env files." }],
  returns: map("string"),
  call: ([text]) => Object.fromEntries(parse(String(text))),
};
