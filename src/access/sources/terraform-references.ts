import type { Expression, ModuleCall, ModuleConfig, Plan, PlannedResource } from "./terraform-json";

/**
 * Follows the references of a configuration from an attribute whose value is not known yet to the resources that it may
 * come from. A plan contains the names that an expression refers to, but not the expression itself. So a single
 * reference to a resource's uid is followed, and several are candidates.
 */

/** The ids that a value may be; undefined if it may be any. */
type Candidates = ReadonlySet<string> | undefined;

/** An instance of a module, with its configuration. */
interface ModuleInstance {
  readonly address: string;
  readonly config: ModuleConfig;
  readonly call?: { readonly from: ModuleInstance; readonly config: ModuleCall };
}

type Step = string | { readonly index: string | number };

/** References that have no value of their own, or select an instance. */
const SELECTORS = new Set(["count", "path", "terraform"]);

export class References {
  readonly #instances = new Map<string, PlannedResource[]>();
  readonly #modules = new Map<string, ModuleInstance>();

  constructor(
    { configuration }: Plan,
    resources: readonly PlannedResource[],
    /** Returns the ids that an attribute may turn out to be, and whether it is known already. */
    private readonly attributeOf: (
      resource: PlannedResource,
      attribute: string,
    ) => { readonly ids: Candidates; readonly isKnown: boolean },
    /** The attributes of a resource type that contain a uid of the type `refersTo`. */
    private readonly uidAttributes: (type: string, refersTo: string) => readonly string[],
  ) {
    this.#modules.set("", { address: "", config: configuration?.root_module ?? {} });
    for (const resource of resources) {
      const prefix = resource.mode === "data" ? "data." : "";
      const key = keyOf(resource.module_address, `${prefix}${resource.type}.${resource.name}`);
      const own = this.#instances.get(key);
      if (own) own.push(resource);
      else this.#instances.set(key, [resource]);
    }
  }

  /** Returns the ids that an attribute of type `refersTo` may turn out to be. */
  candidates(resource: PlannedResource, attribute: string, refersTo: string): Candidates {
    const module = this.#module(resource.module_address ?? "");
    const config = module?.config.resources?.find(({ address }) => address === `${resource.type}.${resource.name}`);
    const expression = config?.expressions?.[attribute];
    if (!module || !expression) return undefined;
    return this.#ofExpression(expression, { module, each: config.for_each_expression, refersTo });
  }

  #ofExpression({ references = [] }: Expression, scope: Scope): Candidates {
    const all = new Set<string>();
    let fixed = 0;
    for (const reference of maximal(references)) {
      const found = this.#ofReference(stepsOf(reference), scope);
      if (found === "any") return undefined;
      if (found === "fixed") fixed += 1;
      else if (found !== "none") for (const id of found) all.add(id);
    }
    // A single candidate must be the value, because the value is unknown. With several, it may also be a known value.
    return all.size === 0 || (all.size > 1 && fixed > 0) ? undefined : all;
  }

  #ofReference(steps: readonly Step[], scope: Scope): ReadonlySet<string> | "any" | "fixed" | "none" {
    const [first, second] = steps;
    if (SELECTORS.has(String(first)) || (first === "each" && second === "key")) return "none";
    if (first === "each") return this.#ofEach(steps.slice(2), scope);
    if (first === "var") return this.#ofVariable(String(second), scope);
    if (first === "module") return this.#ofModule(steps.slice(1), scope);
    if (first === "data") return this.#ofData(scope.module, `data.${String(second)}.${String(steps[2])}`);
    if (first === "local") return "any";
    return this.#ofResource(steps, scope);
  }

  #ofEach(steps: readonly Step[], { each, ...scope }: Scope): ReadonlySet<string> | "any" {
    const attribute = steps.find((step) => typeof step === "string");
    const references = (each?.references ?? []).map((reference) =>
      attribute === undefined || stepsOf(reference).length > 2 ? reference : `${reference}.${attribute}`,
    );
    return this.#ofExpression({ references }, scope) ?? "any";
  }

  /** Variables of the root module are known. */
  #ofVariable(name: string, { module, refersTo }: Scope): ReadonlySet<string> | "any" | "fixed" {
    if (!module.call) return "fixed";
    const { from, config } = module.call;
    const expression = config.expressions?.[name];
    if (!expression?.references) return "fixed";
    return this.#ofExpression(expression, { module: from, each: config.for_each_expression, refersTo }) ?? "any";
  }

  #ofModule([name, ...rest]: readonly Step[], scope: Scope): ReadonlySet<string> | "any" {
    const call = scope.module.config.module_calls?.[String(name)];
    if (!call) return "any";
    const selected = typeof rest[0] === "object" ? rest[0] : undefined;
    const output = rest.find((step) => typeof step === "string");
    const outputs = Object.entries(call.module.outputs ?? {}).filter(
      ([each]) => output === undefined || each === output,
    );
    const prefix = `${scope.module.address && `${scope.module.address}.`}module.${String(name)}`;
    const instances = [...new Set(this.#moduleAddresses())].filter((address) =>
      selected ? address === `${prefix}[${JSON.stringify(selected.index)}]` : isInstanceOf(address, prefix),
    );
    const all = new Set<string>();
    for (const address of instances)
      for (const [, { expression = {} }] of outputs) {
        const module = this.#module(address);
        const found = module && this.#ofExpression(expression, { module, refersTo: scope.refersTo });
        if (!found && output !== undefined) return "any";
        for (const id of found ?? []) all.add(id);
      }
    return all.size > 0 ? all : "any";
  }

  /** A data source whose value is known cannot make the expression unknown. */
  #ofData({ address }: ModuleInstance, resource: string): "any" | "fixed" {
    return this.#instances.has(keyOf(address || undefined, resource)) ? "any" : "fixed";
  }

  /** An attribute whose value is known cannot make the expression unknown. */
  #ofResource(
    [type, name, ...rest]: readonly Step[],
    { module, refersTo }: Scope,
  ): ReadonlySet<string> | "any" | "fixed" {
    const instances = this.#instances.get(keyOf(module.address || undefined, `${String(type)}.${String(name)}`)) ?? [];
    const selected = typeof rest[0] === "object" ? rest[0].index : undefined;
    const attribute = rest.find((step) => typeof step === "string");
    const possible = this.uidAttributes(String(type), refersTo);
    const attributes = attribute === undefined ? possible : [String(attribute)];
    if (instances.length === 0 || !attributes.every((each) => possible.includes(each))) return "any";
    const all = new Set<string>();
    for (const instance of instances.filter(({ index }) => selected === undefined || index === selected))
      for (const each of attributes) {
        const { ids, isKnown } = this.attributeOf(instance, each);
        if (isKnown) continue;
        if (!ids) return "any";
        for (const id of ids) all.add(id);
      }
    return all.size > 0 ? all : "fixed";
  }

  *#moduleAddresses(): Iterable<string> {
    for (const [resource] of this.#instances.values()) {
      const steps = (resource?.module_address ?? "").match(MODULE_STEP) ?? [];
      for (let length = 1; length <= steps.length; length += 1) yield steps.slice(0, length).join(".");
    }
    for (const instances of this.#instances.values())
      for (const { module_address: address } of instances) if (address) yield address;
  }

  #module(address: string): ModuleInstance | undefined {
    const known = this.#modules.get(address);
    if (known) return known;
    const steps = address.match(MODULE_STEP) ?? [];
    const from = this.#module(steps.slice(0, -1).join("."));
    const name = /^module\.([^.[]+)/.exec(steps.at(-1) ?? "")?.[1] ?? "";
    const config = from?.config.module_calls?.[name];
    if (!from || !config) return undefined;
    const module = { address, config: config.module, call: { from, config } };
    this.#modules.set(address, module);
    return module;
  }
}

interface Scope {
  readonly module: ModuleInstance;
  /** The `for_each` expression of the resource or module call, which `each` refers to. */
  readonly each?: Expression | undefined;
  readonly refersTo: string;
}

const MODULE_STEP = /module\.[^.[]+(?:\["(?:[^"\\]|\\.)*"\]|\[\d+\])?/g;

const keyOf = (module: string | undefined, resource: string): string => `${module ?? ""} ${resource}`;

const isInstanceOf = (address: string, prefix: string): boolean =>
  address === prefix ||
  (address.startsWith(`${prefix}[`) && address.indexOf("]", prefix.length) === address.length - 1);

/** Terraform lists each reference together with its prefixes, only the longest of which is significant. */
const maximal = (references: readonly string[]): readonly string[] =>
  references.filter(
    (each) => !references.some((other) => other.startsWith(`${each}.`) || other.startsWith(`${each}[`)),
  );

/** Splits `platform_group.team["a"].uid` into names and indexes. */
function stepsOf(reference: string): readonly Step[] {
  const parts = reference.match(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]|[^.[]+/g) ?? [];
  return parts.map((part) =>
    part.startsWith("[") ? { index: JSON.parse(part.slice(1, -1)) as string | number } : part,
  );
}
