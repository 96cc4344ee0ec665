import { readFileSync } from "node:fs";
import path from "node:path";
import { ManagedProvider } from "../../../constructs/pulumi/provider";
import { clientDefinitions, definitionNamed } from "../../../src/model";
import { makeProject } from "./project";

/** The state of a stack created with version 0.1.0, decrypted and without the providers' source. */
interface Kept {
  readonly urn: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}
const kept = JSON.parse(readFileSync(path.join(__dirname, "state-0.1.0.json"), "utf8")) as Kept[];

const tokenOf = ({ urn }: Kept): string => urn.split("::")[2]!;
const typeOf = (each: Kept): string => tokenOf(each).split(":").at(-1)!;

describe("a stack of version 0.1.0", () => {
  it("has resources of every type", () => {
    const creatable = clientDefinitions.filter(({ operations }) => operations.includes("create"));
    expect([...new Set(kept.map(typeOf))].sort()).toEqual(creatable.map(({ name }) => name).sort());
  });

  it.each(kept.map((each) => [each.urn.split("::").at(-1), each] as const))(
    "updates and replaces nothing of %s",
    async (_name, each) => {
      const provider = new ManagedProvider(definitionNamed(typeOf(each))!, () => {
        throw new Error("planning makes no request");
      });
      expect(await provider.check(each.inputs, each.inputs)).toEqual({ inputs: each.inputs });
      expect(await provider.diff(each.id, each.outputs, each.inputs)).toMatchObject({ changes: false, replaces: [] });
    },
  );

  it("has the same type tokens, so that URNs are unchanged", () => {
    const project = makeProject({
      "tokens.js": `
        const { runtime } = require("@pulumi/pulumi");
        const resources = require("platform-iac/pulumi");
        const tokens = [];
        runtime.setMocks({ newResource: ({ type, name, inputs }) => (tokens.push(type), { id: name, state: inputs }), call: () => ({}) });
        for (const type of ${JSON.stringify([...new Set(kept.map(typeOf))])}) resources[type].get(type, "0");
        process.on("beforeExit", () => {
          console.log(JSON.stringify(tokens));
          process.exit();
        });
      `,
    });
    try {
      const tokens = JSON.parse(project.node("tokens.js")) as string[];
      expect(tokens.sort()).toEqual([...new Set(kept.map(tokenOf))].sort());
    } finally {
      project.remove();
    }
  });
});
