/// <reference path="../../src/cli/js-yaml.d.ts" />
import { readFileSync } from "node:fs";
import { Construct } from "constructs";
import { pathOf } from "./arguments";
import { Group } from "./group";
import type { IGroup } from "./interfaces";
import { requireKind } from "./kind";
import { checkNames, requireProps } from "./properties";

/** The groups below a group, by name. */
export interface GroupTree {
  readonly [name: string]: GroupNode;
}

/** A group in a tree. */
export interface GroupNode {
  /** One line of at most 512 characters. */
  readonly description?: string;
  /** The groups below it, by name. */
  readonly groups?: GroupTree;
}

export interface OrganizationTreeProps {
  /** The organization, or another group that exists. */
  readonly parent: IGroup;
  /** The groups below it, by name: an object, such as the content of a JSON or YAML file. */
  readonly groups: GroupTree;
}

export interface OrganizationTreeFileProps {
  /** The organization, or another group that exists. */
  readonly parent: IGroup;
  /** The path of a YAML or JSON file with the groups below it, by name, from the working directory of the program. */
  readonly file: string;
}

/** A hierarchy of groups from data. */
export class OrganizationTree extends Construct {
  readonly #groups = new Map<string, Group>();

  /**
   * Creates the groups that a YAML or JSON file describes. Throws an Error that names the file and the line if it cannot
   * be read.
   */
  static fromFile(scope: Construct, id: string, props: OrganizationTreeFileProps): OrganizationTree {
    const path = pathOf(scope, id);
    checkNames(path, "OrganizationTree.fromFile", ["parent", "file"], props);
    const { parent, file } = props;
    requireKind(path, "parent", parent, "group");
    return new OrganizationTree(scope, id, { parent, groups: readTree(path, file) });
  }

  constructor(scope: Construct, id: string, props: OrganizationTreeProps) {
    const path = pathOf(scope, id);
    checkNames(path, "OrganizationTree", ["parent", "groups"], props);
    requireKind(path, "parent", props.parent, "group");
    super(scope, id);
    this.#create(this, props.parent, props.groups, []);
  }

  /** The groups by path of names below the parent, such as `payments/api`. */
  get groups(): ReadonlyMap<string, Group> {
    return this.#groups;
  }

  /**
   * Returns a group by its path of names below the parent, such as `payments/api`. Throws an Error if there is none.
   */
  group(path: string): Group {
    const found = this.#groups.get(path);
    if (found) return found;
    const known = [...this.#groups.keys()].join(", ");
    throw new Error(
      `[${this.node.path}] there is no group ${JSON.stringify(path)} in the tree; its groups are ${known}`,
    );
  }

  #create(scope: Construct, parent: IGroup, groups: GroupTree, above: readonly string[]): void {
    const owner = ["groups", ...above.flatMap((name) => [name, "groups"])].join(".");
    requireProps(this.node.path, groups, "keyed by group name", owner);
    for (const [name, node] of Object.entries(groups)) {
      const names = [...above, name];
      // In YAML, a name without properties has the value null.
      const { description, groups: below } = node ?? {};
      if (node !== null) checkNames(this.node.path, `${owner}.${name}`, ["description", "groups"], node);
      const group = new Group(scope, name, { parent, name, ...(description !== undefined && { description }) });
      this.#groups.set(names.join("/"), group);
      if (below !== undefined && below !== null) this.#create(group, group, below, names);
    }
  }
}

function readTree(path: string, file: string): GroupTree {
  if (typeof file !== "string" || file === "")
    throw new Error(`[${path}] file must be the path of a YAML or JSON file`);
  // Loaded lazily: only programs with a file need it.
  const { JSON_SCHEMA, load, YAMLException } = require("js-yaml") as typeof import("js-yaml");
  try {
    // JSON is YAML. Names that look like dates remain texts.
    return load(readFileSync(file, "utf8"), { schema: JSON_SCHEMA }) as GroupTree;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw new Error(`[${path}] cannot read file: ${(error as Error).message}`);
    const line = error.mark ? `:${error.mark.line + 1}` : "";
    throw new Error(`[${path}] ${file}${line} is not valid YAML or JSON: ${error.reason}`, { cause: error });
  }
}
