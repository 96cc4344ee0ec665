/**
 * Checks of what a program assigns after construction: to properties, through `put` functions, and to the members of
 * nested attributes, such as `identity.claimMatch.subject`. CDKTF accepts any value, and drops some.
 */

/** The path of an assigned value below a resource, such as `["claimMatch", "subject"]`. */
export type Path = readonly (string | number)[];

export interface Assignments {
  /** Throws an Error for a value that the property at the path cannot have. */
  check(path: Path, value: unknown): void;
  /** Throws an Error because CDKTF would ignore an assignment to the path. */
  reject(path: Path): never;
}

/**
 * Overrides the setters and `put` functions of a generated class in the prototype of a class that extends it.
 * `assignmentsTo` returns the checks for an instance.
 */
export function checkSetters<T extends object>(
  prototype: T,
  generated: T,
  assignmentsTo: (instance: T) => Assignments,
): void {
  override(prototype, generated, (instance) => ({ path: [], ...assignmentsTo(instance) }));
}

/** The checks of assignments below a path. */
interface Target extends Assignments {
  readonly path: Path;
}

function override<T extends object>(object: object, generated: T, targetOf: (instance: T) => Target): void {
  const members = Object.getOwnPropertyDescriptors(generated) as Readonly<Record<string, PropertyDescriptor>>;
  for (const [name, { get, set, value: member }] of Object.entries(members)) {
    const property = propertyOfPut(name);
    if (set) {
      const assign = function (this: T, value: unknown) {
        const { path, check } = targetOf(this);
        check(name === "internalValue" ? path : [...path, name], value);
        set.call(this, value);
      };
      Object.defineProperty(object, name, { configurable: true, get, set: assign });
    } else if (property !== undefined) {
      const put = function (this: T, value: unknown) {
        const { path, check } = targetOf(this);
        check([...path, property], value);
        member.call(this, value);
      };
      Object.defineProperty(object, name, { configurable: true, value: put });
    } else if (get && putOf(name) in members) {
      const nested = function (this: T) {
        const target = targetOf(this);
        return checkedOutput(get.call(this), { ...target, path: [...target.path, name] });
      };
      Object.defineProperty(object, name, { configurable: true, get: nested });
    }
  }
}

/** Returns `claimMatch` for `putClaimMatch`; undefined for other names. */
function propertyOfPut(name: string): string | undefined {
  const [, first, rest] = /^put([A-Z])(.*)$/.exec(name) ?? [];
  return first === undefined ? undefined : first.toLowerCase() + rest;
}

const putOf = (property: string): string => `put${property.slice(0, 1).toUpperCase()}${property.slice(1)}`;

const checkedOutputs = new WeakSet<object>();

/** Adds checks to the object of a nested attribute, once. */
function checkedOutput<O extends object>(output: O, target: Target): O {
  if (checkedOutputs.has(output)) return output;
  checkedOutputs.add(output);
  if (isCollection(output)) rejectElements(output, target);
  else override(output, Object.getPrototypeOf(output), () => target);
  return output;
}

/** A list or map of nested attributes. It creates a new object for each reference to an element. */
interface Collection {
  get(key: number | string): object;
}

const isCollection = (output: object): output is Collection => "get" in output;

function rejectElements(collection: Collection, { path, reject }: Target): void {
  const get = collection.get.bind(collection);
  const element = (key: number | string) => {
    const found = get(key);
    override(found, Object.getPrototypeOf(found), () => ({ path: [...path, key], check: reject, reject }));
    return found;
  };
  Object.defineProperty(collection, "get", { value: element });
}
