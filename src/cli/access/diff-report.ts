import {
  type AccessChange,
  type AccessDiff,
  type Policy,
  shownTime,
  type UnknownChange,
  type Violation,
} from "../../access";
import type { Capability } from "../../model";
import type { Comparison } from "./sources";
import { describeCapabilities, enumerate, namesOf, plural, rolesByBinding } from "./wording";

export type DiffFormat = "text" | "markdown" | "json";

/** The JSON output of `platformctl access diff`. */
export interface AccessDiffReport extends AccessDiff {
  /** The policies of --fail-on that the diff breaks. */
  readonly violations: readonly Violation[];
  /** The names of groups, identities and roles, by uid or address. */
  readonly names: Readonly<Record<string, string>>;
}

/** A sentence about a change, without its mark. */
interface Line {
  readonly mark: "+" | "-" | "!" | "?";
  readonly text: string;
}

/** The first line of the Markdown output, by which scripts find their comment on a pull request again. */
const MARKER = "<!-- access diff -->";

/** The maximum length of a comment on a pull request is 65,536 characters on GitHub. */
const MAX_MARKDOWN = 60_000;

/** Formats a diff, and the policies that it breaks. */
export function formatDiff(diff: AccessDiff, broken: readonly Violation[], comparison: Comparison, format: DiffFormat) {
  if (format === "json") return `${JSON.stringify(reportOf(diff, broken, comparison), undefined, 2)}\n`;
  return format === "markdown" ? markdown(diff, broken, comparison) : plainText(diff, broken, comparison);
}

function reportOf(diff: AccessDiff, broken: readonly Violation[], { directory }: Comparison): AccessDiffReport {
  const { changes, unknown } = diff;
  const names = namesOf(directory, {
    groups: new Set([...changes.map(({ group }) => group), ...unknown.flatMap(({ groups = [] }) => groups)]),
    identities: new Set([
      ...changes.map(({ identity }) => identity),
      ...unknown.flatMap(({ identities = [] }) => identities),
    ]),
    roles: [],
  });
  return { ...diff, violations: broken, names };
}

function plainText(diff: AccessDiff, broken: readonly Violation[], comparison: Comparison): string {
  const identity = (name: string) => name;
  const lines = linesOf(diff, comparison, identity).map(({ mark, text }) => `${mark} ${text}\n`);
  const gaps = diff.gaps.map((gap) => `\nNote: ${gap}\n`);
  const failures = broken.map((each) => `\n--fail-on ${policyName(each.policy, comparison)}: ${described(each)}.\n`);
  return `${summaryOf(diff)}\n${lines.length > 0 ? "\n" : ""}${[...lines, ...gaps, ...failures].join("")}`;
}

function markdown(diff: AccessDiff, broken: readonly Violation[], comparison: Comparison): string {
  const lines = linesOf(diff, comparison, code);
  const items = lines.map(({ mark, text }) => `- ${marks[mark]} ${text}\n`);
  const gaps = diff.gaps.map((gap) => `\n> **Note:** ${escaped(gap)}\n`);
  const failures = broken.map((each) => `\n**${code(policyName(each.policy, comparison))}:** ${described(each)}.\n`);
  const [head, tail] = [`${MARKER}\n### ${summaryOf(diff)}\n\n`, [...failures, ...gaps].join("")];
  let body = "";
  for (const [index, item] of items.entries()) {
    if (head.length + body.length + item.length + tail.length > MAX_MARKDOWN) {
      body += `- … and ${plural(items.length - index, "more line")}, which \`platformctl access diff\` prints as text\n`;
      break;
    }
    body += item;
  }
  return head + body + tail;
}

const marks = { "+": "➕", "-": "➖", "!": "⚠️", "?": "❔" } as const;

/** Formats text verbatim; the fence is longer than any run of backticks in the text. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  const padding = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${padding}${text.replace(/\s+/g, " ")}${padding}${fence}`;
}

const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|]/g, "\\$&");

/** Summarizes a diff in one line. */
export function summaryOf({ changes, unknown }: AccessDiff): string {
  const count = (isCounted: (change: AccessChange) => boolean) =>
    new Set(changes.filter(isCounted).map(({ identity }) => identity)).size;
  const gaining = count(({ gained }) => gained.length > 0);
  const losing = count(({ lost }) => lost.length > 0);
  const taken = changes.filter(({ takeover }) => takeover).length;
  const parts = [
    ...(gaining > 0 ? [`${identities(gaining)} ${gaining === 1 ? "gains" : "gain"} access`] : []),
    ...(losing > 0 ? [`${gaining > 0 ? losing : identities(losing)} ${losing === 1 ? "loses" : "lose"} access`] : []),
    ...(taken > 0 ? [plural(taken, "possible takeover")] : []),
    ...(unknown.length > 0 ? [`${plural(unknown.length, "effect")} known only after apply`] : []),
  ];
  return parts.length === 0 ? "No changes of access" : parts.join(", ");
}

const identities = (count: number): string => (count === 1 ? "1 identity" : `${count} identities`);

function linesOf(diff: AccessDiff, comparison: Comparison, format: (name: string) => string): Line[] {
  const rolesOf = rolesByBinding([comparison.before, comparison.after], comparison.directory);
  return [
    ...diff.changes.flatMap((change) => changeLines(change, comparison, rolesOf, format)),
    ...diff.unknown.map((change) => ({ mark: "?" as const, text: unknownSentence(change, comparison, format) })),
  ];
}

/** The capabilities whose effects remain when the access ends. */
const OUTLASTING: readonly Capability[] = [
  "role_bindings.create",
  "group_invites.create",
  "identity.update",
  "identity_providers.create",
  "identity_providers.update",
  "roles.update",
];

function changeLines(
  change: AccessChange,
  { directory }: Comparison,
  rolesOf: ReturnType<typeof rolesByBinding>,
  format: (name: string) => string,
): Line[] {
  const { identity, group, gained, lost, via, takeover } = change;
  const who = format(directory.identity(identity));
  const where = `${format(directory.group(group))} and below`;
  const through = `through ${enumerate(via.map((id) => format(directory.resource(id))))}`;
  const roles = rolesOf(via);
  const what = (capabilities: readonly string[]) => describeCapabilities(capabilities, roles, format);
  const [from, until] = [change.from && shownTime(change.from), change.until && shownTime(change.until)];
  const when = (from ? ` from ${from}` : "") + (until ? ` until ${until}` : "");
  const outlasting = until === undefined ? [] : OUTLASTING.filter((each) => gained.includes(each));
  const becomesOwner = change.becomesOwner ? `, which makes ${who} an owner` : "";
  return [
    ...(gained.length > 0
      ? [{ mark: "+" as const, text: `${who} gains ${what(gained)} in ${where}${when}, ${through}${becomesOwner}` }]
      : []),
    ...(lost.length > 0
      ? [{ mark: "-" as const, text: `${who} loses ${what(lost)} in ${where}${from ? ` on ${from}` : ""}, ${through}` }]
      : []),
    ...(takeover?.kind === "identity.update"
      ? [{ mark: "!" as const, text: `${who} may now change who can assume the identities in ${where}, ${through}` }]
      : []),
    ...(outlasting.length > 0
      ? [
          {
            mark: "!" as const,
            text: `${who} can use ${enumerate(outlasting.map(format))} to keep access after ${until}, ${through}`,
          },
        ]
      : []),
    ...(takeover?.kind === "claims"
      ? [{ mark: "!" as const, text: `More tokens can assume ${who}: ${takeover.reason}, ${through}` }]
      : []),
  ];
}

function unknownSentence(change: UnknownChange, { directory }: Comparison, format: (name: string) => string): string {
  const { kind, resource, reasons, groups, capabilities } = change;
  const because = reasons.join("; ");
  const name = format(directory.resource(resource));
  if (kind === "identity") return `${name} may be assumed or used in another way: ${because}`;
  const who = change.identities?.map((id) => format(directory.identity(id)));
  const where = groups?.map((id) => format(directory.group(id)));
  const what = capabilities ? describeCapabilities(capabilities, [], format) : "unknown capabilities";
  return `${name} grants ${what} to ${who ? enumerate(who, "or") : "an unknown identity"} in ${where ? enumerate(where, "or") : "an unknown group"}: ${because}`;
}

const policyName = (policy: Policy, { directory }: Comparison): string =>
  policy.kind === "new-access" && policy.group !== undefined
    ? `new-access:${directory.group(policy.group)}`
    : policy.kind;

function described({ changes, unknown }: Violation): string {
  const parts = [
    ...(changes.length > 0
      ? [`${plural(changes.length, "change")} of access ${changes.length === 1 ? "breaks" : "break"} it`]
      : []),
    ...(unknown.length > 0 ? [`${plural(unknown.length, "unknown effect")} may break it`] : []),
  ];
  return parts.join(", and ");
}
