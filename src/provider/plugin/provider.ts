/**
 * The interfaces that a provider implements. Handlers receive and return decoded values (see {@link Value}) and never
 * see the wire format. A handler returns its result or throws a {@link DiagnosticsError}; any other error becomes one
 * error diagnostic without a stack trace. A result may include warnings. It may also include errors if there is a
 * value to keep (a resource that was created but not completed).
 *
 * Every `private` is opaque bytes that Terraform stores alongside the state. It is initially empty, and a result
 * without it keeps the stored bytes.
 */

import type { Diagnostic, Path } from "./diagnostics";
import type { Logger } from "./log";
import type { Block, FunctionParameter, IdentitySchema } from "./schema";
import type { Type, Value, ValueRecord } from "./values/cty";
import type { JsonValue } from "./values/json";

type Awaitable<T> = T | Promise<T>;

/** The outcome of a handler that returns only warnings, if anything. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without any return statement is the usual case
type Outcome = Awaitable<readonly Diagnostic[] | void>;

/** The context of the call that a handler serves. */
export interface Context {
  /** Aborted when the user interrupts Terraform, the call is cancelled or its deadline passes. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** The capabilities of the engine; false where the call does not state them. */
  readonly capabilities: ClientCapabilities;
  /**
   * The `provider_meta` block of the calling module, if the provider has a schema for it and the module contains one.
   */
  readonly providerMeta: ValueRecord | null;
}

export interface ClientCapabilities {
  /** The engine accepts {@link Deferrable.deferred} results. */
  readonly deferralAllowed: boolean;
  readonly writeOnlyAttributesAllowed: boolean;
}

/** Why a result is deferred until a later plan. */
export type DeferralReason = "resourceConfigUnknown" | "providerConfigUnknown" | "absentPrerequisite";

interface Diagnosed {
  readonly diagnostics?: readonly Diagnostic[];
}

interface Deferrable {
  /** Allowed only if the context's capabilities allow deferral. */
  readonly deferred?: DeferralReason;
}

/** A provider: its configuration, and its resources, data sources and functions by type name (`platform_group`). */
export interface Provider {
  /** The schema of the `provider` block. */
  readonly schema: Block;
  readonly metaSchema?: Block;
  readonly resources: Readonly<Record<string, ManagedResource>>;
  readonly dataSources: Readonly<Record<string, DataSource>>;
  readonly ephemeralResources?: Readonly<Record<string, EphemeralResource>>;
  /** The list resources of `terraform query`; each name is that of a managed resource with an identity. */
  readonly listResources?: Readonly<Record<string, ListResource>>;
  /** The actions of `action` blocks (Terraform 1.14). */
  readonly actions?: Readonly<Record<string, Action>>;
  /** Functions by short name, called as `provider::platform::NAME`. */
  readonly functions?: Readonly<Record<string, ProviderFunction>>;

  /** Validates the configuration without API calls; values may be unknown. Returns its findings. */
  validateConfig?(config: ValueRecord, context: Context): Awaitable<readonly Diagnostic[]>;

  /**
   * Configures the provider before any call that needs it; values may be unknown during a plan. How handlers share the
   * configured client (a closure, fields) is up to the provider. May return warnings.
   */
  configure(config: ValueRecord, context: ConfigureContext): Outcome;

  /** Called when the user interrupts Terraform, after the signal of every context was aborted. */
  stop?(): Awaitable<void>;

  /**
   * Called before the process exits, if Terraform ended the provider normally and the run was not interrupted. Only
   * then is it certain that Terraform received every response.
   */
  end?(): Awaitable<void>;
}

export interface ConfigureContext extends Context {
  /** The version that the engine reports, or "" if it reports none. */
  readonly terraformVersion: string;
}

/** A resource that Terraform creates, updates and deletes. */
export interface ManagedResource {
  readonly schema: Block;
  readonly identity?: IdentitySchema;

  /** Validates a configuration, in which values may be unknown, without API calls. Returns its findings. */
  validate?(config: ValueRecord, context: Context): Awaitable<readonly Diagnostic[]>;

  /**
   * Plans a create or an update; deletions are not planned. Without it, the plan is the engine's proposed state, with
   * computed values unknown if anything changes: see {@link planByDefault}.
   */
  plan?(request: PlanRequest, context: Context): Awaitable<PlanResult>;

  create(request: CreateRequest, context: Context): Awaitable<StateResult>;
  update(request: UpdateRequest, context: Context): Awaitable<StateResult>;
  /** Returns once the resource is deleted, or if it did not exist. May return warnings. */
  delete(request: DeleteRequest, context: Context): Outcome;
  /** Reads the current resource; returns null, or a null state, if it no longer exists. */
  read(request: ReadRequest, context: Context): Awaitable<(StateResult & Deferrable) | Gone | null>;

  /** Imports an existing resource. The engine reads it directly afterwards, so only what `read` needs must be set. */
  importState?(request: ImportRequest, context: Context): Awaitable<ImportResult>;
  /** Upgrades a state of an earlier schema version to the current one. Not called for states of the current version. */
  upgradeState?(request: UpgradeRequest, context: Context): Awaitable<ValueResult<"state">>;
  upgradeIdentity?(request: UpgradeIdentityRequest, context: Context): Awaitable<ValueResult<"identity">>;
  /** Converts the state of another type (a `moved` block). Without it, or if it returns null, the move fails. */
  moveState?(request: MoveRequest, context: Context): Awaitable<StateResult | null>;
  /** Generates the configuration for a state (import blocks with generated configuration). */
  generateConfig?(request: { readonly state: ValueRecord }, context: Context): Awaitable<ValueResult<"config">>;
}

export interface PlanRequest {
  /** The prior state; null if the resource will be created. */
  readonly prior: ValueRecord | null;
  /** The configuration, with omitted computed attributes taken from the prior state. */
  readonly proposed: ValueRecord;
  readonly config: ValueRecord;
  readonly priorPrivate: Uint8Array;
  readonly priorIdentity: ValueRecord | null;
}

export interface PlanResult extends Diagnosed, Deferrable {
  /**
   * Every attribute's planned value, `unknown` where only apply can determine it. Configured values must be unchanged.
   */
  readonly planned: ValueRecord;
  /** Attributes that cannot be updated in place. Only paths whose value changes cause a replacement. */
  readonly requiresReplace?: readonly Path[];
  readonly private?: Uint8Array;
  /** Ignored while any part of it is unknown. */
  readonly identity?: ValueRecord;
}

export interface CreateRequest {
  readonly planned: ValueRecord;
  /** Write-only values appear only here. */
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

/**
 * A resource's state. If a create also returns an error diagnostic, Terraform keeps the state and marks the resource
 * tainted.
 */
export interface StateResult extends Diagnosed {
  readonly state: ValueRecord;
  readonly private?: Uint8Array;
  /** If omitted, the stored identity is kept. */
  readonly identity?: ValueRecord;
}

/** The resource no longer exists; a warning may explain why. */
export interface Gone extends Diagnosed {
  readonly state: null;
}

export type ValueResult<Name extends string> = Diagnosed & { readonly [Key in Name]: ValueRecord };

/** An import by id (`terraform import`) or, since Terraform 1.12, by identity. */
export type ImportRequest =
  | { readonly id: string; readonly identity: null }
  | { readonly id: ""; readonly identity: ValueRecord };

export interface ImportResult extends Diagnosed, Deferrable {
  /** Usually one; a `typeName` other than the import's adds a resource of that type. */
  readonly resources: readonly (Omit<StateResult, "diagnostics"> & { readonly typeName?: string })[];
}

export interface UpgradeRequest {
  /** The schema version that wrote the state. */
  readonly version: number;
  /** The state as JSON; numbers keep all their digits. */
  readonly state: JsonValue;
}

export interface UpgradeIdentityRequest {
  readonly version: number;
  readonly identity: JsonValue;
}

export interface MoveRequest {
  /** The full source address of the state's provider (`registry.terraform.io/hashicorp/null`). */
  readonly sourceProvider: string;
  readonly sourceType: string;
  readonly sourceVersion: number;
  readonly sourceState: JsonValue;
  readonly sourcePrivate: Uint8Array;
  readonly sourceIdentity: JsonValue;
}

/** A data source, which Terraform only reads. */
export interface DataSource {
  readonly schema: Block;
  validate?(config: ValueRecord, context: Context): Awaitable<readonly Diagnostic[]>;
  /** Returns the configuration together with the data read. Never called while the configuration is partly unknown. */
  read(request: { readonly config: ValueRecord }, context: Context): Awaitable<ValueResult<"state"> & Deferrable>;
}

/**
 * An ephemeral resource, which lives only for one command and is never stored in state (Terraform 1.10, OpenTofu 1.11).
 */
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

/** A list resource, used by `terraform query`. */
export interface ListResource {
  /** The schema of the `list` block's `config`. */
  readonly schema: Block;
  validate?(config: ValueRecord, context: Context): Awaitable<readonly Diagnostic[]>;
  list(request: ListRequest, context: Context): AsyncIterable<ListedResource>;
}

export interface ListRequest {
  readonly config: ValueRecord;
  /** The maximum number of results; 0 for all. Further results are discarded. */
  readonly limit: number;
  readonly includeResource: boolean;
}

export interface ListedResource extends Diagnosed {
  readonly identity: ValueRecord;
  readonly displayName: string;
  /** The whole resource, if `includeResource` is set. */
  readonly resource?: ValueRecord;
}

/** An action: something that Terraform does without keeping a state, when a trigger or `-invoke` asks for it. */
export interface Action {
  /** The schema of the action's `config` block. */
  readonly schema: Block;
  validate?(config: ValueRecord, context: Context): Awaitable<readonly Diagnostic[]>;
  /** Checks whether the action can run. Values may be unknown. May return warnings. */
  plan?(request: { readonly config: ValueRecord }, context: Context): Outcome;
  /** Runs the action, and yields messages about its progress. Throws if it fails. */
  invoke(request: { readonly config: ValueRecord }, context: Context): AsyncIterable<string>;
}

/** A provider function (Terraform 1.8, OpenTofu 1.7). It must be pure and work in an unconfigured provider. */
export interface ProviderFunction {
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: string;
  readonly parameters: readonly FunctionParameter[];
  /** The type of all additional arguments. */
  readonly variadic?: FunctionParameter;
  readonly returns: Type;
  /** Throws a {@link FunctionError} for an invalid argument. */
  call(parameters: readonly Value[], context: Context): Awaitable<Value>;
}

/** Thrown by a function that fails. The engine appends a period to the message. */
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
