import { TerraformDataSource, type TerraformStack, Testing, Token } from "cdktf";
import { Construct } from "constructs";
import * as constructs from "../../../constructs/cdktf";
import { Group, Identity, Role } from "../../../constructs/cdktf";
import { ORGANIZATION, stackOf } from "./synthesis";

/** Untyped, as in a program in plain JavaScript. */
// biome-ignore lint/suspicious/noExplicitAny: the compiler would reject the calls under test
type Untyped = any;

const UID = `${ORGANIZATION}/${"b".repeat(16)}`;

/** Invalid values of each argument; all except a function's options are required. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  scope: [undefined, null, 42, true, "x", {}, [], Testing.app()],
  id: [undefined, null, 42, true, "", {}, [], Token.asString({ resolve: () => "x" })],
  importToId: [undefined, null, 42, true, "", {}, []],
  importFromId: [undefined, null, 42, true, "", {}, []],
  props: [undefined, null, 42, true, "x", [], () => ({})],
  uid: [undefined, null, 42, true, "", "x", {}, []],
  options: [null, 42, true, "x", [], () => ({})],
  provider: [null, 42, true, "x", {}, []],
  "unexpected argument": [null, 42, true, "x", {}, []],
};

const made = { scope: undefined, id: "x", props: {} } as const;
const argumentsOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  constructor: made,
  "new AccessMatrix": { scope: undefined, id: "x", "unexpected argument": undefined },
  fromLookup: made,
  fromUid: { scope: undefined, id: "x", uid: UID, "unexpected argument": undefined },
  "Group.fromUid": { scope: undefined, id: "x", uid: UID, options: undefined },
  generateConfigForImport: { scope: undefined, importToId: "x", importFromId: UID, provider: undefined },
};

const isDataSource = (each: Untyped): boolean => each?.prototype instanceof TerraformDataSource;

/** All exported constructs and their static functions, including inherited ones of generated classes. */
const functions = Object.entries(constructs as Untyped)
  .filter(([, each]) => typeof each === "function" && each.prototype instanceof Construct)
  .flatMap(([className, each]: [string, Untyped]) => [
    [`new ${className}`, "constructor", (...args: unknown[]) => new each(...args)],
    ...Object.getOwnPropertyNames(each)
      .filter((name) => typeof each[name] === "function" && name !== "prototype")
      .map((name) => [`${className}.${name}`, name, (...args: unknown[]) => each[name](...args)]),
    ...(Object.hasOwn(each, "generateConfigForImport") || !each.generateConfigForImport || isDataSource(each)
      ? []
      : [[`${className}.generateConfigForImport`, "generateConfigForImport", each.generateConfigForImport.bind(each)]]),
  ]) as [string, string, (...args: unknown[]) => unknown][];

const cases = functions
  .filter(
    ([title]) =>
      title !== "PlatformProvider.generateConfigForImport" &&
      !title.endsWith(".fromWorkload") &&
      title !== "Role.fromName",
  )
  .flatMap(([title, name, call]) => {
    const given = argumentsOf[title] ?? argumentsOf[name] ?? made;
    return Object.keys(given).map((argument, index) => [title, argument, index, Object.values(given), call] as const);
  });

/** Provider settings, the filters of lists and the options of an ephemeral token may all be omitted. */
const hasOptionalProps = (title: string): boolean => {
  const name = title.replace(/^new /, "");
  return ["PlatformProvider", "EphemeralToken"].includes(name) || isDataSource((constructs as Untyped)[name]);
};

describe("untyped arguments", () => {
  it.each(cases)("%s rejects an invalid argument %s", (title, argument, index, given, call) => {
    stackOf((stack) => {
      for (const each of wrong[argument]!) {
        if (each === undefined && argument === "props" && hasOptionalProps(title)) continue;
        const args = given.map((value, position) => (position === index ? each : position === 0 ? stack : value));
        const refused = refusalOf(() => call(...args));
        expect([each, refused.message, refused.constructor]).toEqual([each, named(argument), Error]);
      }
    });
  });

  it.each<[string, (there: There, value: unknown) => unknown, readonly unknown[]]>([
    ["identity", ({ group }, value) => group.grant(value, Role.viewer), [undefined, null, 42, "x", {}, []]],
    ["role", ({ group, identity }, value) => group.grant(identity, value), [undefined, null, 42, "x", {}, []]],
    ["options", ({ group, identity }, value) => group.grant(identity, Role.viewer, value), wrong.options!],
    [
      "scope",
      ({ group, identity }, scope) => group.grant(identity, Role.viewer, { scope }),
      wrong.scope!.filter((each) => each !== undefined),
    ],
    ["provider", ({ group, identity }, provider) => group.grant(identity, Role.viewer, { provider }), wrong.provider!],
    [
      "dependsOn",
      ({ group, identity }, dependsOn) => group.grant(identity, Role.viewer, { dependsOn }),
      [42, "x", {}, [{}]],
    ],
    [
      "forEach",
      ({ group, identity }, forEach) => group.grant(identity, Role.viewer, { forEach }),
      [42, "x", {}, ["x"]],
    ],
    ["count", ({ group, identity }, count) => group.grant(identity, Role.viewer, { count }), ["x", {}, [1]]],
    ["timeouts", ({ group, identity }, timeouts) => group.grant(identity, Role.viewer, { timeouts }), [42, "1m", []]],
    ["lifecycle", ({ group, identity }, lifecycle) => group.grant(identity, Role.viewer, { lifecycle }), [42, "x", []]],
    ["scope", (_, value) => (Role.viewer as Untyped).uidIn(value), wrong.scope!],
    ["options", ({ stack }, value) => (Role.viewer as Untyped).uidIn(stack, value), wrong.options!],
    ["importFrom", ({ team }, value) => team.importFrom(value), [undefined, null, 42, "", "a//b", {}, []]],
    ["importFrom", ({ identity }, value) => identity.importFrom(value), ["acme", ORGANIZATION, `${ORGANIZATION}/`]],
    ["provider", ({ team }, value) => team.importFrom(ORGANIZATION, value), wrong.provider!],
    ["claimMatch", ({ identity }, value) => identity.putClaimMatch(value), [42, "x", []]],
    [
      "name",
      ({ stack }, name) => (Group as Untyped).fromLookup(stack, "x", { name }),
      [undefined, null, 42, "", {}, []],
    ],
  ])("rejects an invalid %s", (argument, call, values) => {
    for (const value of values) {
      stackOf((stack) => {
        const refused = refusalOf(() => call(there(stack), value));
        expect([value, refused.message, refused.constructor]).toEqual([value, named(argument), Error]);
      });
    }
  });
});

function there(stack: TerraformStack) {
  const group = Group.fromUid(stack, "group", ORGANIZATION);
  const identity = Identity.githubActions(stack, "identity", { group, repository: "octo-org/app" });
  return { stack, group, identity, team: new Group(stack, "team", { parent: group, name: "team" }) } as Untyped;
}
type There = ReturnType<typeof there>;

const named = (argument: string) => expect.stringMatching(new RegExp(`\\b${argument}\\b`));

function refusalOf(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    return error as Error;
  }
  return new Error("nothing was refused");
}
