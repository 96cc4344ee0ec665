import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import {
  CheckRequest,
  type CheckResponse,
  ConfigureRequest,
  CreateRequest,
  type CreateResponse,
  DeleteRequest,
  DiffRequest,
  type DiffResponse,
  ReadRequest,
  type ReadResponse,
  UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { compositeDefinitions, definitions } from "../../../src/model";

const repository = path.resolve(__dirname, "../../..");

/** A Pulumi project like a user's: a separate directory with this package and Pulumi's in its node_modules. */
export interface Project {
  readonly directory: string;
  write(files: Readonly<Record<string, string>>): void;
  /** Runs one of its files with Node and returns its standard output. */
  node(file: string, env?: NodeJS.ProcessEnv): string;
  remove(): void;
}

export function makeProject(files: Readonly<Record<string, string>> = {}): Project {
  const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), "platform-pulumi-")));
  const directory = path.join(base, "project");
  mkdirSync(path.join(directory, "node_modules"), { recursive: true });
  symlinkSync(repository, path.join(directory, "node_modules/platform-iac"));
  symlinkSync(path.join(repository, "node_modules/@pulumi"), path.join(directory, "node_modules/@pulumi"));
  const write = (more: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(more)) writeFileSync(path.join(directory, name), text);
  };
  write({ "package.json": '{ "main": "index.js" }', ...files });
  return {
    directory,
    write,
    node: (file, env = {}) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd: directory, env, encoding: "utf8" });
      if (status !== 0) throw new Error(`${file} failed: ${stderr}`);
      return stdout;
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Returns the source that the state contains for each type's provider. */
export function providerTexts(project: Project): Readonly<Record<string, string>> {
  project.write({
    "texts.js": `
      const { runtime } = require("@pulumi/pulumi");
      const resources = require("platform-iac/pulumi");
      const texts = {};
      runtime.setMocks({
        newResource: ({ name, inputs }) => {
          texts[name] = inputs.__provider;
          return { id: name, state: inputs };
        },
        call: () => ({}),
      });
      for (const kind of ${JSON.stringify([...definitions, ...compositeDefinitions].map(({ name }) => name))})
        if (resources[kind]) resources[kind].get(kind, "0");
      process.on("beforeExit", () => {
        console.log(JSON.stringify(texts));
        process.exit();
      });
    `,
  });
  return JSON.parse(project.node("texts.js")) as Record<string, string>;
}

type Properties = Readonly<Record<string, unknown>>;

/** The process in which Pulumi runs dynamic resources, called as its engine does. */
export interface DynamicProvider {
  check(news: Properties): Promise<{ inputs: Properties; failures: readonly { property: string; reason: string }[] }>;
  diff(id: string, olds: Properties, news: Properties): Promise<{ changes: number; replaces: readonly string[] }>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  read(id: string, props: Properties): Promise<{ id: string; props: Properties; inputs: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<Properties>;
  delete(id: string, props: Properties): Promise<void>;
  stop(): Promise<void>;
}

export async function startDynamicProvider(project: Project, env: NodeJS.ProcessEnv): Promise<DynamicProvider> {
  const program = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const child = spawn(process.execPath, [program, "127.0.0.1:1"], {
    cwd: project.directory,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const client = new ResourceProviderClient(`127.0.0.1:${await firstLine(child)}`, credentials.createInsecure());

  const ask = <A>(send: (done: (error: Error | null, answer: A) => void) => unknown) =>
    new Promise<A>((resolve, reject) => {
      send((error, answer) => (error ? reject(error) : resolve(answer)));
    });

  const configuration = new ConfigureRequest();
  configuration.setArgs(struct({}));
  await ask((done) => client.configure(configuration, done));

  return {
    check: async (news) => {
      const request = new CheckRequest();
      request.setOlds(struct({ __provider: news.__provider }));
      request.setNews(struct(news));
      const answer = await ask<CheckResponse>((done) => client.check(request, done));
      const failures = answer.getFailuresList().map((each) => ({
        property: each.getProperty(),
        reason: each.getReason(),
      }));
      return { inputs: object(answer.getInputs()), failures };
    },
    diff: async (id, olds, news) => {
      const request = new DiffRequest();
      request.setId(id);
      request.setOlds(struct(olds));
      request.setNews(struct(news));
      const answer = await ask<DiffResponse>((done) => client.diff(request, done));
      return { changes: answer.getChanges(), replaces: answer.getReplacesList() };
    },
    create: async (inputs) => {
      const request = new CreateRequest();
      request.setProperties(struct(inputs));
      const answer = await ask<CreateResponse>((done) => client.create(request, done));
      return { id: answer.getId(), outs: object(answer.getProperties()) };
    },
    read: async (id, props) => {
      const request = new ReadRequest();
      request.setId(id);
      request.setProperties(struct(props));
      const answer = await ask<ReadResponse>((done) => client.read(request, done));
      return { id: answer.getId(), props: object(answer.getProperties()), inputs: object(answer.getInputs()) };
    },
    update: async (id, olds, news) => {
      const request = new UpdateRequest();
      request.setId(id);
      request.setOlds(struct(olds));
      request.setNews(struct(news));
      return object((await ask<UpdateResponse>((done) => client.update(request, done))).getProperties());
    },
    delete: async (id, props) => {
      const request = new DeleteRequest();
      request.setId(id);
      request.setProperties(struct(props));
      await ask((done) => client.delete(request, done));
    },
    stop: async () => {
      client.close();
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) return line;
  throw new Error("Pulumi's dynamic provider did not start");
}

const struct = (value: Properties): Struct => Struct.fromJavaScript(value as Record<string, JavaScriptValue>);

/** Converts a struct without Pulumi's own entry, the provider's source. */
function object(value: Struct | undefined): Properties {
  const { __provider, ...rest } = value?.toJavaScript() ?? {};
  return rest;
}
