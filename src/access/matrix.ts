import { capabilities as allCapabilities } from "../model";
import { capabilityNames } from "./capability-set";
import { type Directory, shownTime } from "./directory";
import type { AccessGraph } from "./graph";
import { isUnknown, knownOr } from "./snapshot";

/** Who may do what where: a row for each identity and each group in which something is granted to it. */
export interface AccessMatrix {
  readonly access: readonly AccessRow[];
  /** The role bindings whose identity, group or role is known only after the apply. */
  readonly unknown: readonly UnknownBinding[];
  /** What was not read, in sentences. */
  readonly gaps: readonly string[];
}

/** What an identity may do in a group and everything below it. */
export interface AccessRow {
  readonly identity: string;
  readonly group: string;
  /** The role bindings, in the group and above. */
  readonly via: readonly {
    readonly binding: string;
    readonly role: string;
    readonly group: string;
    /** When the role binding expires; not set if it does not. */
    readonly expirationTime?: string;
  }[];
  readonly capabilities: readonly string[];
  /** The capabilities of which it is known only after the apply whether the identity has them. */
  readonly unknown: readonly string[];
  /** Why these are unknown, in clauses. */
  readonly because: readonly string[];
}

/** A role binding that is partly unknown, with what is known. */
export interface UnknownBinding {
  readonly binding: string;
  readonly identity?: string;
  readonly group?: string;
  readonly role?: string;
  readonly because: readonly string[];
}

/** Computes the access that results from some role bindings; `isIncluded` selects them by id. */
export function accessMatrix(
  graph: AccessGraph,
  directory: Directory,
  isIncluded: (binding: string) => boolean = () => true,
): AccessMatrix {
  const uncertain = graph.uncertain.filter(({ binding }) => isIncluded(binding.id));
  const granted = [...graph.boundIdentities].flatMap((identity) =>
    graph.bindingsOf(identity).filter(({ binding }) => isIncluded(binding.id)),
  );
  const places = new Map<string, readonly [identity: string, group: string]>();
  for (const { identity, group } of [...granted, ...uncertain])
    if (!isUnknown(identity) && !isUnknown(group)) places.set(JSON.stringify([identity, group]), [identity, group]);
  const rows = [...places.values()].map(([identity, group]) => rowOf(graph, directory, identity, group));
  return {
    access: rows.sort((one, other) => compare(one.identity, other.identity) || compare(one.group, other.group)),
    unknown: uncertain.map(({ binding, reasons }) => {
      const [identity, group, role] = [binding.identity, binding.group, binding.role].map((each) =>
        knownOr(each, undefined),
      );
      return {
        binding: directory.resource(binding.id),
        ...(identity !== undefined && { identity: directory.identity(identity) }),
        ...(group !== undefined && { group: directory.group(group) }),
        ...(role !== undefined && { role: directory.role(role) }),
        because: reasons,
      };
    }),
    gaps: graph.snapshot.gaps,
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function rowOf(graph: AccessGraph, directory: Directory, identity: string, group: string): AccessRow {
  const capabilities = capabilityNames(graph.capabilitiesAt(identity, group)).sort();
  const open = allCapabilities
    .filter((capability) => !capabilities.includes(capability))
    .map((capability) => ({ capability, ...graph.decide(identity, capability, group) }))
    .filter(({ answer }) => answer === "unknown");
  const path = graph.path(group);
  const via = graph.bindingsOf(identity).filter((each) => path.includes(each.group));
  return {
    identity: directory.identity(identity),
    group: directory.group(group),
    via: via.map(({ binding, role, group: where, expirationTime }) => ({
      binding: directory.resource(binding.id),
      role: directory.role(role),
      group: directory.group(where),
      ...(expirationTime !== undefined && { expirationTime }),
    })),
    capabilities,
    unknown: open.map(({ capability }) => capability).sort(),
    because: [...new Set(open.flatMap(({ because }) => because))],
  };
}

/** The number of capabilities up to which a table lists them. */
const MAX_LISTED = 6;

/** Formats a matrix as Markdown. */
export function matrixMarkdown(title: string, { access, unknown, gaps }: AccessMatrix): string {
  const rows = access.map(({ identity, group, via, capabilities, unknown: open, because }) => [
    identity,
    group,
    via.map((each) => describedRole(each, group)).join(", "),
    listed(capabilities),
    open.length === 0 ? "" : `${listed(open)}: ${because.join("; ")}`,
  ]);
  const bindings = unknown.map(({ binding, identity, group, role, because }) => [
    binding,
    ...[identity, role, group].map((each) => each ?? "known only after apply"),
    because.join("; "),
  ]);
  return [
    `# ${title}\n`,
    "What each identity may do in a group and everything below it, through the role bindings of this configuration. Role bindings that it does not manage are not included.\n",
    table(["Identity", "Group", "Roles", "Capabilities", "Known after the apply"], rows),
    ...(bindings.length > 0
      ? [
          "\n## Role bindings that are known only after apply\n",
          table(["Role binding", "Identity", "Role", "Group", "Reason"], bindings),
        ]
      : []),
    ...(gaps.length > 0 ? [`\n${gaps.map((gap) => `> **Note:** ${gap}`).join("\n>\n")}`] : []),
    "",
  ].join("\n");
}

const describedRole = ({ role, group, expirationTime }: AccessRow["via"][number], own: string): string =>
  `${role}${group === own ? "" : ` in ${group}`}${expirationTime === undefined ? "" : ` until ${shownTime(expirationTime)}`}`;

const listed = (capabilities: readonly string[]): string =>
  capabilities.length > MAX_LISTED ? `${capabilities.length} capabilities` : capabilities.join(", ") || "none";

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|]/g, "\\$&").replace(/\s+/g, " ");
