import { writeFileSync } from "node:fs";
import path from "node:path";
import { App, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { AccessGraph, accessMatrix, Directory, matrixMarkdown } from "../../src/access";
import { configuredAccess } from "../../src/access/sources";
import { pathOf, rejectExtraArguments } from "./arguments";

/** The name of the files, without extension. */
const FILE = "access-matrix";

/**
 * Writes who may do what where into the output directory of the stack during synthesis: `access-matrix.md` for readers
 * and `access-matrix.json` for programs. Contains the role bindings of the stack and what they and those of the app's
 * other stacks mean together. What is known only after the apply is marked, never guessed.
 */
export class AccessMatrix extends Construct {
  constructor(scope: Construct, id: string, ...further: unknown[]) {
    rejectExtraArguments(pathOf(scope, id), "AccessMatrix", further);
    super(scope, id);
    const stack = TerraformStack.of(this);
    const { synthesizer } = stack;
    stack.synthesizer = {
      synthesize: (session) => {
        synthesizer.synthesize(session);
        write(stack, path.join(session.outdir, session.manifest.forStack(stack).workingDirectory));
      },
    };
  }
}

function write(stack: TerraformStack, directory: string): void {
  const stacks = App.of(stack)
    .node.findAll()
    .filter((each): each is TerraformStack => TerraformStack.isStack(each));
  const snapshot = configuredAccess(stacks.map((each) => ({ name: each.node.id, json: each.toTerraform() })));
  const prefix = stacks.length > 1 ? `${stack.node.id}:` : "";
  const [graph, names] = [new AccessGraph(snapshot), new Directory(snapshot)];
  const bindings = new Map(snapshot.bindings.map(({ id, address }) => [id, address]));
  const matrix = accessMatrix(graph, names, (id) => bindings.get(id)?.startsWith(prefix) ?? false);
  const title = `Access of the stack ${stack.node.id}`;
  writeFileSync(path.join(directory, `${FILE}.md`), matrixMarkdown(title, matrix));
  writeFileSync(
    path.join(directory, `${FILE}.json`),
    `${JSON.stringify({ stack: stack.node.id, ...matrix }, undefined, 2)}\n`,
  );
}
