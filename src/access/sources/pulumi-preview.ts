import { fieldsOf } from "../../model";
import type { MaybeUnknown, Unknown } from "../snapshot";
import { addEntry, type Entries, noEntries, type SnapshotPart, snapshotParts, snapshotTypes } from "./entries";
import type { PlannedChange } from "./merge";

/** The parts of `pulumi preview --json` that decide access. */
interface Preview {
  readonly steps: readonly Step[];
  readonly diagnostics?: readonly { readonly severity?: string }[];
}

interface Step {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: State | null;
  readonly newState?: State | null;
}

interface State {
  readonly id?: string;
  readonly type?: string;
  readonly retainOnDelete?: boolean;
  readonly inputs?: Values;
  readonly outputs?: Values;
  readonly propertyDependencies?: Readonly<Record<string, readonly string[] | null>>;
}

type Values = Readonly<Record<string, unknown>>;

/** What Pulumi's Node.js SDK sends for a value that is not known yet. */
const UNKNOWN_VALUE = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
/** What Pulumi prints instead of a secret. */
const SECRET = "[secret]";

export const isPulumiPreview = (json: unknown): json is Preview =>
  typeof json === "object" && json !== null && Array.isArray((json as Partial<Preview>).steps);

/**
 * Reads the output of `pulumi preview --json`. Without `--show-sames`, it does not contain the resources that stay the
 * same.
 */
export function pulumiPreview({ steps, diagnostics = [] }: Preview): PlannedChange {
  const [before, after, deleted] = [noEntries(), noEntries(), new Set<string>()];
  const ids = new Map(steps.filter(hasResult).map((step) => [step.urn, idOf(step)]));
  for (const step of steps) {
    const { op, urn, oldState: old, newState: planned } = step;
    const part = partOf(planned?.type ?? old?.type);
    if (part === undefined) continue;
    if (old?.id) addValues(before, part, old.id, nameOf(urn), (field) => old.outputs?.[field] ?? old.inputs?.[field]);
    if (hasResult(step) && planned) addPlanned(after, part, step, ids);
    if (old?.id && DELETIONS.has(op) && !old.retainOnDelete) deleted.add(old.id);
  }
  const hasFailed = diagnostics.some(({ severity }) => severity === "error");
  return { before, after, deleted, gaps: hasFailed ? ["The preview is incomplete, because it failed."] : [] };
}

/** Returns the type and name in a URN, such as `RoleBinding deploy`. */
const nameOf = (urn: string): string => urn.replace(/^.*platform:(\w+)::/, "$1 ");

const DELETIONS: ReadonlySet<string> = new Set(["delete", "delete-replaced", "discard-replaced"]);

/** Returns whether a step leaves a resource. `replace` only precedes the steps that create and delete the resource. */
const hasResult = ({ op }: Step): boolean =>
  ["create", "update", "same", "create-replacement", "import", "import-replacement", "read", "refresh"].includes(op);

/** Returns the uid of a resource, or its URN if the uid is not known yet. An adopted resource has its uid as input. */
function idOf({ op, urn, oldState, newState }: Step): string {
  const adopted = newState?.inputs?.importUid;
  if (op !== "create-replacement" && oldState?.id) return oldState.id;
  const id = newState?.id || adopted;
  return typeof id === "string" && id !== "" && !isHidden(id) ? id : urn;
}

const TYPE = /^pulumi-nodejs:dynamic\/platform:(\w+)$/;
const parts = new Map(snapshotParts.map((part) => [snapshotTypes[part].name as string, part]));

const partOf = (type = ""): SnapshotPart | undefined => parts.get(TYPE.exec(type)?.[1] ?? "");

const addValues = (
  entries: Entries,
  part: SnapshotPart,
  id: string,
  address: string,
  read: (field: string) => MaybeUnknown<unknown>,
): void => addEntry(entries, part, { id, address, read });

function addPlanned(entries: Entries, part: SnapshotPart, step: Step, ids: ReadonlyMap<string, string>): void {
  const { inputs = {}, propertyDependencies = {} } = step.newState ?? {};
  addValues(entries, part, idOf(step), nameOf(step.urn), (field) => {
    const value = inputs[field];
    if (!isHidden(value)) return value;
    const reason = value === SECRET ? "is a secret" : "is known after the update";
    const unknown: Unknown = { unknown: `the ${field} of ${nameOf(step.urn)} ${reason}` };
    const refersTo = typeReferredTo(part, field);
    const sources = propertyDependencies[field] ?? [];
    if (refersTo === undefined || value === SECRET || sources.length === 0) return unknown;
    const found = sources.flatMap((urn) => (urn.includes(`platform:${refersTo}::`) ? [ids.get(urn) ?? urn] : []));
    // An output that also depends on other resources may be another uid than one of these.
    if (found.length !== sources.length) return unknown;
    return found.length === 1 ? found[0] : { ...unknown, oneOf: found };
  });
}

const isHidden = (value: unknown): boolean =>
  value === UNKNOWN_VALUE ||
  value === SECRET ||
  (typeof value === "object" && value !== null && Object.values(value).some(isHidden));

/** Returns the type whose uid a field contains. */
function typeReferredTo(part: SnapshotPart, field: string): string | undefined {
  const definition = snapshotTypes[part];
  if (definition.parent.attribute === field) return definition.parent.type;
  return fieldsOf(definition).find(([name]) => name === field)?.[1].refersTo;
}
