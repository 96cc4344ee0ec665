/** A small provider that stores notes as files in a directory and uses every feature of the SDK once. */

import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Block,
  type DataSource,
  DiagnosticsError,
  type EphemeralResource,
  errorDiagnostic,
  FunctionError,
  isFullyKnown,
  type ListResource,
  type ManagedResource,
  type Provider,
  type ProviderFunction,
  planByDefault,
  unknown,
  type ValueRecord,
  warningDiagnostic,
} from "../../../../src/provider/plugin/index";

interface Stored {
  readonly text: string;
  readonly kind: string | null;
}

export function createProvider(): Provider {
  let directory = "";
  const file = (id: string) => join(directory, `${id}.json`);
  const load = (id: string): Stored | null => {
    try {
      return JSON.parse(readFileSync(file(id), "utf8")) as Stored;
    } catch {
      return null;
    }
  };
  const save = (id: string, { text, kind }: ValueRecord): void =>
    writeFileSync(file(id), JSON.stringify({ text, kind }));

  const note: ManagedResource = {
    schema: noteSchema,
    identity: { attributes: { id: { type: "string", requiredForImport: true } } },
    validate({ text }) {
      return text === "" ? [errorDiagnostic("Empty note", "A note has a text.", ["text"])] : [];
    },
    plan(request) {
      const planned = planByDefault(noteSchema, request);
      const length = typeof planned.text === "string" ? planned.text.length : unknown;
      const { prior } = request;
      return {
        planned: { ...planned, id: prior ? prior.id! : unknown, length },
        requiresReplace: prior && prior.kind !== planned.kind ? [["kind"]] : [],
        identity: prior ? { id: prior.id! } : { id: unknown },
      };
    },
    create({ planned, config }) {
      const id = randomUUID();
      save(id, planned);
      if (config.secret === "fail")
        return {
          state: { ...planned, id },
          identity: { id },
          diagnostics: [errorDiagnostic("Half done", "The note is kept.")],
        };
      return { state: { ...planned, id }, identity: { id }, private: Buffer.from("made") };
    },
    update({ planned }) {
      if (planned.text === "crash") throw new Error("the disk is full");
      save(String(planned.id), planned);
      return { state: planned };
    },
    delete({ prior }) {
      if (prior.kind === "kept")
        throw new DiagnosticsError([errorDiagnostic("Note is kept", "It cannot be deleted.", ["kind"])]);
      rmSync(file(String(prior.id)), { force: true });
    },
    read({ state }) {
      const stored = load(String(state.id));
      return stored && { state: { ...state, ...stored, length: stored.text.length }, identity: { id: state.id! } };
    },
    importState({ id, identity }) {
      const which = identity ? String(identity.id) : id;
      if (!load(which)) throw new DiagnosticsError([errorDiagnostic("No such note", `There is no note ${which}.`)]);
      return { resources: [{ state: { id: which }, identity: { id: which } }] };
    },
    upgradeState({ version, state }) {
      const { body, id } = state as { body: string; id: string };
      return { state: { id, text: body }, diagnostics: [warningDiagnostic(`Upgraded from version ${version}`)] };
    },
    moveState: ({ sourceType, sourceState }) =>
      sourceType === "notes_memo" ? { state: { id: (sourceState as { id: string }).id } } : null,
  };

  const noteData: DataSource = {
    schema: { attributes: { id: { type: "string", required: true }, text: { type: "string", computed: true } } },
    read({ config }) {
      const stored = load(String(config.id));
      if (!stored)
        throw new DiagnosticsError([errorDiagnostic("No such note", `There is no note ${String(config.id)}.`, ["id"])]);
      return { state: { id: config.id!, text: stored.text } };
    },
  };

  const list: ListResource = {
    schema: { attributes: { starting: { type: "string", optional: true } } },
    async *list({ config, includeResource }) {
      for (const name of readdirSync(directory).sort()) {
        const id = name.replace(".json", "");
        const stored = load(id)!;
        if (!stored.text.startsWith(String(config.starting ?? ""))) continue;
        const resource = includeResource ? { id, ...stored, length: stored.text.length } : undefined;
        yield { identity: { id }, displayName: stored.text, resource };
      }
    },
  };

  return {
    schema: { attributes: { directory: { type: "string", required: true, description: "Where the notes are kept." } } },
    metaSchema: { attributes: { module: { type: "string", optional: true } } },
    resources: { notes_note: note },
    dataSources: { notes_note: noteData, notes_echo: echo, notes_wait: wait },
    ephemeralResources: { notes_pass: pass },
    listResources: { notes_note: list },
    functions: { shout },
    validateConfig: ({ directory: given }) =>
      given === "" ? [errorDiagnostic("No directory", "It may not be empty.", ["directory"])] : [],
    configure({ directory: given }, { log, terraformVersion }) {
      log.info("configured", { terraformVersion });
      directory = isFullyKnown(given!) ? String(given) : "";
    },
  };
}

const noteSchema: Block = {
  version: 1,
  description: "A note.",
  attributes: {
    id: { type: "string", computed: true },
    text: { type: "string", required: true },
    kind: { type: "string", optional: true, deprecated: "Say it in the text." },
    secret: { type: "string", optional: true, writeOnly: true },
    rank: { type: "number", optional: true },
    tags: { type: ["set", "string"], optional: true },
    length: { type: "number", computed: true },
    author: {
      optional: true,
      nested: {
        nesting: "single",
        attributes: { name: { type: "string", required: true }, born: { type: "number", optional: true } },
      },
    },
  },
  blocks: { link: { nesting: "list", block: { attributes: { url: { type: "string", required: true } } } } },
};

/** Returns its input, so that values of every type make a round trip. */
const echo: DataSource = {
  schema: { attributes: { value: { type: "dynamic", required: true }, result: { type: "dynamic", computed: true } } },
  read: ({ config }) => ({ state: { value: config.value!, result: config.value! } }),
};

/** Waits until it is interrupted. */
const wait: DataSource = {
  schema: { attributes: {} },
  read: (_request, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new DiagnosticsError([errorDiagnostic("Interrupted")])));
    }),
};

const pass: EphemeralResource = {
  schema: { attributes: { word: { type: "string", computed: true } } },
  open: () => ({
    result: { word: "sesame" },
    private: Buffer.from("lease"),
    renewAt: new Date("2030-01-01T00:00:00.25Z"),
  }),
  renew: ({ private: held }) => ({ private: Buffer.concat([held, Buffer.from("+")]) }),
};

const shout: ProviderFunction = {
  parameters: [{ name: "text", type: "string" }],
  variadic: { name: "more", type: "string" },
  returns: "string",
  call([text, ...more]) {
    if (text === "") throw new FunctionError("nothing to shout", 0);
    return [text, ...more].join(" ").toUpperCase();
  },
};
