/** The parts of `terraform show -json` of a plan that decide access. */
export interface Plan {
  readonly format_version?: string;
  readonly terraform_version?: string;
  readonly prior_state?: { readonly values?: { readonly root_module?: StateModule } };
  readonly resource_changes?: readonly PlannedResource[];
  readonly deferred_changes?: readonly unknown[];
  readonly configuration?: { readonly root_module?: ModuleConfig };
  readonly errored?: boolean;
  readonly complete?: boolean;
}

export type Values = Readonly<Record<string, unknown>>;

export interface StateModule {
  readonly resources?: readonly StateResource[];
  readonly child_modules?: readonly StateModule[];
}

export interface StateResource {
  readonly address: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly values: Values;
}

/** A resource instance in `resource_changes`. */
export interface PlannedResource {
  readonly address: string;
  readonly module_address?: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly name: string;
  readonly index?: string | number;
  /** Set for an old object that is still to be deleted. */
  readonly deposed?: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: Values | null;
    readonly after: Values | null;
    readonly after_unknown?: Values | boolean;
  };
}

/** An expression of the configuration: its value, or the names that it refers to. */
export interface Expression {
  readonly references?: readonly string[];
  readonly constant_value?: unknown;
}

export interface ResourceConfig {
  readonly address: string;
  readonly expressions?: Readonly<Record<string, Expression>>;
  readonly for_each_expression?: Expression;
}

export interface ModuleCall {
  readonly expressions?: Readonly<Record<string, Expression>>;
  readonly for_each_expression?: Expression;
  readonly module: ModuleConfig;
}

export interface ModuleConfig {
  readonly resources?: readonly ResourceConfig[];
  readonly module_calls?: Readonly<Record<string, ModuleCall>>;
  readonly outputs?: Readonly<Record<string, { readonly expression?: Expression }>>;
}

export function* stateResources({ resources = [], child_modules = [] }: StateModule): Iterable<StateResource> {
  yield* resources;
  for (const module of child_modules) yield* stateResources(module);
}
