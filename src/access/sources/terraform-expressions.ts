import { isUid } from "../../api";
import { isJsonObject } from "../../model";
import { isUnknown, type MaybeUnknown, type Unknown } from "../snapshot";
import { hasExpression, unescaped } from "./terraform-strings";

type Values = Readonly<Record<string, unknown>>;

/** A Terraform configuration in JSON, such as the `cdk.tf.json` that CDKTF synthesizes for a stack. */
export interface TerraformConfiguration {
  /** Distinguishes several configurations; then part of the addresses. */
  readonly name?: string;
  readonly json: Values;
}

/** A resource or data source of a configuration in JSON. */
export interface Block {
  /** Such as `data.platform_role.viewer`, behind the name of its configuration if there are several. */
  readonly address: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly body: Values;
  /** The uid that the resource is imported by. */
  readonly importedUid?: string | undefined;
  readonly document: Document;
}

interface Document {
  readonly name: string | undefined;
  readonly json: Values;
}

/** Returns whether a block may stand for any number of resources. */
export const isMultiple = ({ body }: Block): boolean => body.count !== undefined || body.for_each !== undefined;

/** The longest chain of references that is followed, which ends references in a circle. */
const MAX_DEPTH = 20;

const attributeOfBlock = /^\$\{((?:data\.)?\w+\.[\w-]+)\.(\w+)\}$/;
const localValue = /^\$\{local\.([\w-]+)\}$/;
const remoteOutput = /^\$\{data\.terraform_remote_state\.[\w-]+\.outputs\.([\w-]+)\}$/;

/**
 * Reads values of configurations, and follows references between their blocks: to attributes, to local values, and to
 * the outputs by which CDKTF refers to other stacks. Every other expression is unknown.
 */
export class ConfigurationReader {
  readonly blocks: readonly Block[];
  /** The addresses of modules, which are not read. */
  readonly modules: readonly string[];
  readonly #documents: readonly Document[];
  readonly #byAddress = new Map<string, Block>();
  readonly #firsts = new Map<string, Block>();

  constructor(
    configurations: readonly TerraformConfiguration[],
    private readonly idOf: (block: Block, reader: ConfigurationReader) => MaybeUnknown<string>,
  ) {
    this.#documents = configurations.map(({ name, json }) => ({
      name: configurations.length > 1 ? name : undefined,
      json,
    }));
    this.blocks = this.#documents.flatMap(blocksOf);
    this.modules = this.#documents.flatMap((document) =>
      Object.keys(objectIn(document.json, "module")).map((name) => addressIn(document, `module.${name}`)),
    );
    for (const block of this.blocks) this.#byAddress.set(block.address, block);
  }

  /** Returns the value of an attribute; undefined if it is not set. The uid of a resource is its id. */
  read(block: Block, attribute: string): MaybeUnknown<unknown> {
    return this.#read(block, attribute, 0);
  }

  /** Returns the first data source of a type with the same arguments. */
  firstLike(block: Block): Block {
    const values = Object.keys(block.body)
      .sort()
      .map((name) => [name, this.#resolve(block, name, block.body[name], 0)]);
    const key = JSON.stringify([block.type, values]);
    const first = this.#firsts.get(key) ?? block;
    this.#firsts.set(key, first);
    return first;
  }

  #read(block: Block, attribute: string, depth: number): MaybeUnknown<unknown> {
    const value = block.body[attribute];
    return value === undefined || value === null ? undefined : this.#resolve(block, attribute, value, depth);
  }

  #resolve(block: Block, attribute: string, value: unknown, depth: number): MaybeUnknown<unknown> {
    const unknown: Unknown = { unknown: `the ${attribute} of ${block.address} is known only after apply` };
    return this.#value(block.document, value, unknown, depth);
  }

  #value(document: Document, value: unknown, unknown: Unknown, depth: number): MaybeUnknown<unknown> {
    if (typeof value === "string")
      return hasExpression(value) ? this.#ofExpression(document, value, unknown, depth) : unescaped(value);
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(
      ([name, each]) => [name, this.#value(document, each, unknown, depth)] as const,
    );
    if (members.some(([name, each]) => isUnknown(each) || hasExpression(name))) return unknown;
    return Array.isArray(value) ? members.map(([, each]) => each) : Object.fromEntries(members);
  }

  #ofExpression(document: Document, text: string, unknown: Unknown, depth: number): MaybeUnknown<unknown> {
    if (depth > MAX_DEPTH) return unknown;
    const [, local] = localValue.exec(text) ?? [];
    if (local !== undefined) return this.#value(document, objectIn(document.json, "locals")[local], unknown, depth + 1);
    const [, output] = remoteOutput.exec(text) ?? [];
    if (output !== undefined) return this.#ofOutput(output, unknown, depth);
    const [, address = "", attribute = ""] = attributeOfBlock.exec(text) ?? [];
    const block = this.#find(document, address);
    if (!block || isMultiple(block)) return unknown;
    if (attribute === "uid" || attribute === "id") return this.idOf(block, this);
    return block.mode === "managed" && block.body[attribute] !== undefined
      ? this.#read(block, attribute, depth + 1)
      : unknown;
  }

  #ofOutput(name: string, unknown: Unknown, depth: number): MaybeUnknown<unknown> {
    const [from, ...others] = this.#documents.filter(({ json }) => name in objectIn(json, "output"));
    if (!from || others.length > 0) return unknown;
    return this.#value(from, objectIn(objectIn(from.json, "output"), name).value, unknown, depth + 1);
  }

  /** CDKTF's `Testing.synth` writes references to other stacks like those within the stack. */
  #find(document: Document, address: string): Block | undefined {
    const own = this.#byAddress.get(addressIn(document, address));
    if (own) return own;
    const found = this.#documents.flatMap((each) => this.#byAddress.get(addressIn(each, address)) ?? []);
    return found.length === 1 ? found[0] : undefined;
  }
}

const addressIn = ({ name }: Document, address: string): string =>
  name === undefined ? address : `${name}:${address}`;

function blocksOf(document: Document): readonly Block[] {
  const imports = new Map(
    listIn(document.json, "import").map(({ to, id }) => [String(to).replace(/^\$\{(.*)\}$/, "$1"), id]),
  );
  const blocksIn = (section: "resource" | "data") =>
    Object.keys(objectIn(document.json, section)).flatMap((type) => {
      const named = objectIn(objectIn(document.json, section), type);
      return Object.keys(named).map((name): Block => {
        const address = `${section === "data" ? "data." : ""}${type}.${name}`;
        const uid = imports.get(address);
        return {
          address: addressIn(document, address),
          mode: section === "data" ? "data" : "managed",
          type,
          body: objectIn(named, name),
          importedUid: typeof uid === "string" && isUid(uid) ? uid : undefined,
          document,
        };
      });
    });
  return [...blocksIn("resource"), ...blocksIn("data")];
}

/** Terraform accepts a list of objects in place of each object. */
const listIn = (values: Values, name: string): readonly Values[] =>
  [values[name] ?? []].flat().filter((each): each is Values => isJsonObject(each as never));

const objectIn = (values: Values, name: string): Values => Object.assign({}, ...listIn(values, name));
