import * as pulumi from "@pulumi/pulumi";
import { findOne as findResource, PlatformError, requiredToList, type Selector, SettingsError } from "../../src/client";
import { clientRegistry, type Plural, type ResourceDefinition } from "../../src/model";
import { nouns } from "../../src/provider/names";
import { readAccess } from "./access";
import { checkKnown, checkQuery, isOutputOrPromise } from "./arguments";
import { type Connection, connect } from "./connection";
import type { Configuration } from "./environment";
import { isMockedUid } from "./mocked-inputs";
import { isMocked, mockedResult } from "./mocks";
import { type Provider, providerFor, settingsOf, stackConfiguration } from "./provider-resource";
import { accessView, listView, type QueryView, selectorView } from "./queries";
import { resultOf } from "./results";
import { asRunError, printable, runError } from "./run-error";

/**
 * Lookups of resources. They run in the program, since Pulumi cannot call functions of dynamic providers. The generated
 * functions call these with their types.
 */

/** A function that reads from the service. */
interface Lookup {
  /** The function's name, such as `getGroup`. */
  readonly name: string;
  readonly view: QueryView;
  read(connection: Connection, args: object): Promise<unknown>;
  /** The member of a mock's result that has a list's resources. */
  readonly list?: string;
}

/** Reads from the service. Rejects with a PlatformError: NOT_FOUND, or FAILED_PRECONDITION if several resources match. */
type Find<A, R> = (args: A, options?: pulumi.InvokeOptions) => Promise<R>;
type FindOutput<A, R> = (args: A, options?: pulumi.InvokeOutputOptions) => pulumi.Output<R>;
/** Like {@link Find}, for lists, whose arguments are optional. */
type FindMany<A, R> = (args?: A, options?: pulumi.InvokeOptions) => Promise<R>;
type FindManyOutput<A, R> = (args?: A, options?: pulumi.InvokeOutputOptions) => pulumi.Output<R>;

export const findOne = <A extends object, R>(plural: Plural): Find<A, R> => promiseOf(one(clientRegistry[plural]));
export const outputOne = <A extends object, R>(plural: Plural): FindOutput<A, R> =>
  outputOf(one(clientRegistry[plural]));

export const findMany = <A extends object, R>(plural: Plural): FindMany<A, R> =>
  promiseOf(many(clientRegistry[plural]));
export const outputMany = <A extends object, R>(plural: Plural): FindManyOutput<A, R> =>
  outputOf(many(clientRegistry[plural]));

export const findAccess = <A extends object, R>(): Find<A, R> => promiseOf(access);
export const outputAccess = <A extends object, R>(): FindOutput<A, R> => outputOf(access);

const access: Lookup = { name: "getAccess", view: accessView, read: readAccess };

const one = (definition: ResourceDefinition): Lookup => ({
  name: `get${definition.name}`,
  view: selectorView(definition),
  read: async ({ client }, args) => resultOf(definition, await findResource(client, definition, args as Selector)),
});

const many = (definition: ResourceDefinition): Lookup => ({
  name: `get${definition.plural.charAt(0).toUpperCase()}${definition.plural.slice(1)}`,
  view: listView(definition),
  list: definition.plural,
  read: async (connection, args: { readonly [name: string]: unknown }) => {
    const orderBy = Object.hasOwn(definition.fields, "name") ? "name" : "uid";
    const found: object[] = [];
    for await (const each of connection.client.collection(definition).list({ ...args, pageSize: 200, orderBy }))
      found.push(resultOf(definition, each));
    const scope = args[definition.parent.attribute] ?? args.descendantsOf;
    if (found.length === 0 && scope !== undefined) await requireVisible(connection, definition, String(scope));
    return found;
  },
});

/** An empty list must not be the result of a lost permission, which would destroy what a program creates for each element. */
async function requireVisible({ access: caller }: Connection, definition: ResourceDefinition, scope: string) {
  const visibility = await caller.canList(definition, scope);
  if (visibility === "visible") return;
  const needs = requiredToList(definition).join(" and ");
  const problem = `No ${nouns(definition)} are visible below ${scope}: ${needs} is required there`;
  if (visibility === "hidden") throw new PlatformError("PERMISSION_DENIED", problem);
  await pulumi.log.warn(`${problem}, and it is not known whether this identity has it`);
}

/** The `Promise` variant of a lookup. Its arguments must be known. */
function promiseOf<A extends object, R>(lookup: Lookup): (args?: A, options?: pulumi.InvokeOptions) => Promise<R> {
  const { name, view } = lookup;
  return (args = defaultArguments(lookup) as A, options = {}) =>
    withoutStackTrace(async () => {
      checkArguments(name, view, args);
      checkKnown(name, args);
      checkOptions(name, options);
      const provider = providerFor(name, options);
      return (await find(lookup, args, provider, provider && (await knownSettings(name, provider)))) as R;
    });
}

/** The `Output` variant of a lookup. Known arguments are checked immediately, so that the error points to the failing line. */
function outputOf<A extends object, R>(
  lookup: Lookup,
): (args?: A, options?: pulumi.InvokeOutputOptions) => pulumi.Output<R> {
  const { view } = lookup;
  const name = `${lookup.name}Output`;
  return (args = defaultArguments(lookup) as A, options = {}) => {
    if (!isOutputOrPromise(args)) checkArguments(name, view, args);
    checkOptions(name, options);
    const provider = providerFor(name, options);
    const inputs: pulumi.Output<unknown[]> = pulumi.all<unknown>([
      args,
      provider && settingsOf(provider),
      idsOf(options.dependsOn),
    ]);
    return inputs.apply(([known, settings]) =>
      withoutStackTrace(async () => (await find(lookup, known as object, provider, settings as Settings)) as R),
    ) as pulumi.Output<R>;
  };
}

const checkArguments = (name: string, view: QueryView, args: unknown): void =>
  checkQuery(name, view, args, (violation) => isMocked() && isMockedUid(view.fields, violation));

/** Lists need no arguments; other lookups report them as missing. */
const defaultArguments = ({ list }: Lookup): object | undefined => (list === undefined ? undefined : {});

type Settings = Readonly<Record<string, string>>;

async function find(lookup: Lookup, given: object, provider?: Provider, settings?: Settings): Promise<unknown> {
  const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  checkArguments(lookup.name, lookup.view, args);
  if (isMocked()) return mockedResult(lookup.name, lookup.list, args, provider);
  const configuration: Configuration = settings ? { get: (key) => settings[key] } : stackConfiguration();
  return lookup.read(connect(configuration), args);
}

/** Returns the settings of a provider, whose arguments may be outputs with known values. */
async function knownSettings(name: string, provider: Provider): Promise<Settings> {
  // Pulumi does not declare this member of outputs.
  const output = settingsOf(provider) as pulumi.Output<Settings> & { readonly isKnown: Promise<boolean> };
  if (!(await output.isKnown))
    throw runError(`${name}: the settings of options.provider are not known in this preview; use ${name}Output`);
  return new Promise((resolve) => output.apply(resolve));
}

/** Throws a RunError for invoke options that do not apply, because lookups run in the program. */
function checkOptions(name: string, options: pulumi.InvokeOptions): void {
  for (const option of ["version", "pluginDownloadURL"] as const)
    if (options[option] !== undefined)
      throw runError(
        `${name}: options.${option} is not supported: lookups run in the program, not in a provider plugin`,
      );
  if (options.async === false) throw runError(`${name}: options.async must not be false: lookups are asynchronous`);
  if ("dependsOn" in options && options.dependsOn !== undefined && !name.endsWith("Output"))
    throw runError(`${name}: options.dependsOn requires ${name}Output`);
}

/** Runs a call so that Pulumi prints its error as one line, without a stack trace of this package. */
async function withoutStackTrace<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isExpected = error instanceof PlatformError || error instanceof SettingsError;
    throw isExpected ? asRunError(error) : printable(error);
  }
}

/** Returns the ids of the resources that a lookup depends on, which are unknown in the preview of their creation. */
function idsOf(dependsOn: pulumi.InvokeOutputOptions["dependsOn"]): pulumi.Output<unknown> {
  const given: pulumi.Output<unknown> = pulumi.output<unknown>(dependsOn);
  return given.apply((known) =>
    pulumi.all([known].flat().flatMap((each) => customResourcesIn(each).map(({ id }) => id))),
  );
}

/** Returns a resource, or the resources of a component. */
function customResourcesIn(resource: unknown): readonly pulumi.CustomResource[] {
  if (pulumi.CustomResource.isInstance(resource)) return [resource];
  if (!pulumi.ComponentResource.isInstance(resource)) return [];
  // Pulumi keeps a component's children in a member without a declaration.
  const { __childResources = [] } = resource as { readonly __childResources?: Iterable<unknown> };
  return [...__childResources].flatMap(customResourcesIn);
}
