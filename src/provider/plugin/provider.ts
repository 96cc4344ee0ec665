/**
 * What one implements to write a provider. Handlers get and give decoded values (see {@link Value}): the wire is not
 * theirs to know. A handler returns its result, or throws a {@link DiagnosticsError}; anything else that it throws
 * becomes one error diagnostic without a stack. A result may carry warnings beside its value, and errors too, when
 * there is a value to keep in spite of them (a resource that was created but could not be finished).
 *
 * Two things hold for every `private`: it is opaque bytes that Terraform keeps beside the state, empty at first, and
 * a result without it keeps what was there.
 */

import type { Diagnostic, Path } from "./diagnostics";
import type { Logger } from "./log";
import type { Block, FunctionParameter, IdentitySchema } from "./schema";
import type { Type, Value, ValueRecord } from "./values/cty";
import type { JsonValue } from "./values/json";

type Awaitable<T> = T | Promise<T>;

/** A handler that has nothing to return but perhaps warnings. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without any return statement is the usual case
type Outcome = Awaitable<readonly Diagnostic[] | void>;

/** What handlers may know of the call they answer. */
export interface Context {
  /** Aborted when the person interrupts Terraform, the call is cancelled or its deadline passes. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** What the engine on the other side can do; false where the call does not say. */
  readonly capabilities: ClientCapabilities;
  /** The `provider_meta` block of the calling module, if the provider has a schema for one and the module such a block. */
  readonly providerMeta: ValueRecord | null;
}

export interface ClientCapabilities {
  /** A result may be {@link Deferrable.deferred}. */
  readonly deferralAllowed: boolean;
  readonly writeOnlyAttributesAllowed: boolean;
}

/** Why a result is put off until a later plan. */
export type DeferralReason = "resourceConfigUnknown" | "providerConfigUnknown" | "absentPrerequisite";

interface Diagnosed {
  readonly diagnostics?: readonly Diagnostic[];
}

interface Deferrable {
  /** Only where the context's capabilities allow deferral. */
  readonly deferred?: DeferralReason;
}

/** A provider: its own configuration and what it offers, by type name (`platform_group`). */
export interface Provider {
  /** The schema of the `provider` block. */
  readonly schema: Block;
  readonly metaSchema?: Block;
  readonly resources: Readonly<Record<string, ManagedResource>>;
  readonly dataSources: Readonly<Record<string, DataSource>>;
  readonly ephemeralResources?: Readonly<Record<string, EphemeralResource>>;
  /** What `terraform query` can list; each name is that of a managed resource with an identity. */
  readonly listResources?: Readonly<Record<string, ListResource>>;
  /** By plain name: `provider::platform::NAME`. */
  readonly functions?: Readonly<Record<string, ProviderFunction>>;

  /** Checks the configuration without any request; values may be unknown. Returns what it finds. */
  validateConfig?(config: ValueRecord, context: Context): Awaitable<readonly Diagnostic[]>;

  /**
   * Takes the configuration, before any other call that needs it; values may be unknown while planning. Handlers share
   * what it makes of it as they please (a closure, fields). May return warnings.
   */
  configure(config: ValueRecord, context: ConfigureContext): Outcome;

  /** Called when the person interrupts Terraform, after every context's signal was aborted. */
  stop?(): Awaitable<void>;

  /**
   * Called before the process exits, after Terraform ended the provider in order and nobody interrupted the run. What was
   * answered until then Terraform has; of any other ending that is not known.
   */
  end?(): Awaitable<void>;
}

export interface ConfigureContext extends Context {
  /** The version that the engine says it has, "" if it says nothing. */
  readonly terraformVersion: string;
}

/** Something that Terraform creates, updates and deletes. */
export interface ManagedResource {
  readonly schema: Block;
  readonly identity?: IdentitySchema;

  /** Checks a configuration, in which values may be unknown, without any request. Returns what it finds. */
  validate?(config: ValueRecord, context: Context): Awaitable<readonly Diagnostic[]>;

  /**
   * Says what a create or an update will lead to (deletion is not planned here). Without it the plan is what the
   * engine proposes, with what is computed unknown if anything changes: see {@link planByDefault}.
   */
  plan?(request: PlanRequest, context: Context): Awaitable<PlanResult>;

  create(request: CreateRequest, context: Context): Awaitable<StateResult>;
  update(request: UpdateRequest, context: Context): Awaitable<StateResult>;
  /** Returns once the thing is gone, or was gone before. May return warnings. */
  delete(request: DeleteRequest, context: Context): Outcome;
  /** Reads the thing as it is now; null, or a state that is null, if it is gone. */
  read(request: ReadRequest, context: Context): Awaitable<(StateResult & Deferrable) | Gone | null>;

  /** Takes what exists into the state; the engine reads it directly afterwards, so only what `read` needs must be set. */
  importState?(request: ImportRequest, context: Context): Awaitable<ImportResult>;
  /** Brings a state of an earlier schema version to the present one. State of the same version does not come here. */
  upgradeState?(request: UpgradeRequest, context: Context): Awaitable<ValueResult<"state">>;
  upgradeIdentity?(request: UpgradeIdentityRequest, context: Context): Awaitable<ValueResult<"identity">>;
  /** Takes over the state of another type (a `moved` block); without it, or if it returns null, the move is refused. */
  moveState?(request: MoveRequest, context: Context): Awaitable<StateResult | null>;
  /** The configuration that would lead to a state (import blocks with generated configuration). */
  generateConfig?(request: { readonly state: ValueRecord }, context: Context): Awaitable<ValueResult<"config">>;
}

export interface PlanRequest {
  /** The state before; null when the resource is to be created. */
  readonly prior: ValueRecord | null;
  /** The configuration, with what it leaves out taken from the state before where the schema says computed. */
  readonly proposed: ValueRecord;
  readonly config: ValueRecord;
  readonly priorPrivate: Uint8Array;
  readonly priorIdentity: ValueRecord | null;
}

export interface PlanResult extends Diagnosed, Deferrable {
  /** Every attribute as it will be, `unknown` where only apply can tell. Configured values must stand as configured. */
  readonly planned: ValueRecord;
  /** What cannot change in place. Only paths whose value does change lead to a replacement. */
  readonly requiresReplace?: readonly Path[];
  readonly private?: Uint8Array;
  /** Ignored as long as any of it is unknown. */
  readonly identity?: ValueRecord;
}

export interface CreateRequest {
  readonly planned: ValueRecord;
  /** The only place where write-only values stand. */
  readonly config: ValueRecord;
  readonly plannedPrivate: Uint8Array;
  readonly plannedIdentity: ValueRecord | null;
}

export interface UpdateRequest extends CreateRequest {
  readonly prior: ValueRecord;
}

export interface DeleteRequest {
  readonly prior: ValueRecord;
  readonly private: Uint8Array;
  readonly identity: ValueRecord | null;
}

export interface ReadRequest {
  readonly state: ValueRecord;
  readonly private: Uint8Array;
  readonly identity: ValueRecord | null;
}

/** A state. With an error among its diagnostics after a create, Terraform keeps it and marks the resource tainted. */
export interface StateResult extends Diagnosed {
  readonly state: ValueRecord;
  readonly private?: Uint8Array;
  /** Left out, the identity that was there stays. */
  readonly identity?: ValueRecord;
}

/** Something is gone, and a warning says so. */
export interface Gone extends Diagnosed {
  readonly state: null;
}

export type ValueResult<Name extends string> = Diagnosed & { readonly [Key in Name]: ValueRecord };

/** By id (`terraform import`) or, with Terraform 1.12, by identity. */
export type ImportRequest =
  | { readonly id: string; readonly identity: null }
  | { readonly id: ""; readonly identity: ValueRecord };

export interface ImportResult extends Diagnosed, Deferrable {
  /** Usually one; a `typeName` other than that of the import brings in something else beside it. */
  readonly resources: readonly (Omit<StateResult, "diagnostics"> & { readonly typeName?: string })[];
}

export interface UpgradeRequest {
  /** The schema version that wrote the state. */
  readonly version: number;
  /** The state as JSON, with big numbers kept. */
  readonly state: JsonValue;
}

export interface UpgradeIdentityRequest {
  readonly version: number;
  readonly identity: JsonValue;
}

export interface MoveRequest {
  /** The whole address of the provider that the state belonged to (`registry.terraform.io/hashicorp/null`). */
  readonly sourceProvider: string;
  readonly sourceType: string;
  readonly sourceVersion: number;
  readonly sourceState: JsonValue;
  readonly sourcePrivate: Uint8Array;
  readonly sourceIdentity: JsonValue;
}

/** Something that Terraform only reads. */
export interface DataSource {
  readonly schema: Block;
  validate?(config: ValueRecord, context: Context): Awaitable<readonly Diagnostic[]>;
  /** The configuration together with what was found. Never called while the configuration is partly unknown. */
  read(request: { readonly config: ValueRecord }, context: Context): Awaitable<ValueResult<"state"> & Deferrable>;
}

/** Something that lives only as long as a command, and never enters the state (Terraform 1.10, OpenTofu 1.11). */
export interface EphemeralResource {
  readonly schema: Block;
  validate?(config: ValueRecord, context: Context): Awaitable<readonly Diagnostic[]>;
  open(request: { readonly config: ValueRecord }, context: Context): Awaitable<OpenResult>;
  /** Called at `renewAt`. */
  renew?(request: { readonly private: Uint8Array }, context: Context): Awaitable<RenewResult>;
  close?(request: { readonly private: Uint8Array }, context: Context): Outcome;
}

export interface RenewResult extends Diagnosed {
  readonly renewAt?: Date;
  readonly private?: Uint8Array;
}

export interface OpenResult extends RenewResult, Deferrable {
  readonly result: ValueRecord;
}

/** What `terraform query` lists. */
export interface ListResource {
  /** The schema of the `list` block's `config`. */
  readonly schema: Block;
  validate?(config: ValueRecord, context: Context): Awaitable<readonly Diagnostic[]>;
  list(request: ListRequest, context: Context): AsyncIterable<ListedResource>;
}

export interface ListRequest {
  readonly config: ValueRecord;
  /** At most so many are wanted; 0 for all. Whatever comes beyond is cut off. */
  readonly limit: number;
  readonly includeResource: boolean;
}

export interface ListedResource extends Diagnosed {
  readonly identity: ValueRecord;
  readonly displayName: string;
  /** The whole resource, if the request includes it. */
  readonly resource?: ValueRecord;
}

/** A function (Terraform 1.8, OpenTofu 1.7). It must be pure, and works in a provider that is not configured. */
export interface ProviderFunction {
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: string;
  readonly parameters: readonly FunctionParameter[];
  /** Takes all further arguments. */
  readonly variadic?: FunctionParameter;
  readonly returns: Type;
  /** Throws a {@link FunctionError} to refuse an argument. */
  call(parameters: readonly Value[], context: Context): Awaitable<Value>;
}

/** Thrown by a function that cannot give a result. The engine puts a full stop behind the message. */
export class FunctionError extends Error {
  override readonly name = "FunctionError";

  constructor(
    message: string,
    /** The index of the argument at fault. */
    readonly argument?: number,
  ) {
    super(message);
  }
}
