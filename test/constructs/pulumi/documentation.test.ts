import path from "node:path";
import ts from "typescript";

/** The declarations that editors read for hover text. */
const entry = path.resolve(__dirname, "../../../dist/types/constructs/pulumi/index.d.ts");
const program = ts.createProgram([entry], { strict: true, skipLibCheck: true, types: [] });
const checker = program.getTypeChecker();
const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)!)!);

const resolved = (symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
const isDocumented = (symbol: ts.Symbol): boolean =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker)) !== "" || symbol.getJsDocTags(checker).length > 0;
const isOurs = (symbol: ts.Symbol): boolean =>
  (symbol.declarations ?? []).some((each) => !each.getSourceFile().fileName.includes("node_modules"));

/** The compiler names symbols of its own, and members with symbols as keys, with two underscores. */
const isPublic = ({ name, declarations = [] }: ts.Symbol): boolean =>
  name !== "prototype" &&
  !name.startsWith("__") &&
  !declarations.some((each) => ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Private);

/** Returns the properties of a type and, for a union, those of each of its members. */
const propertiesOf = (type: ts.Type): readonly ts.Symbol[] =>
  type.isUnion() ? type.types.flatMap(propertiesOf) : type.getProperties();

/** Returns the properties of a class's instances and of the class itself, or of a type. */
function membersOf(symbol: ts.Symbol): readonly ts.Symbol[] {
  const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0;
  const isType = (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) !== 0;
  const own = isClass ? propertiesOf(checker.getTypeOfSymbol(symbol)) : [];
  const instance = isClass || isType ? propertiesOf(checker.getDeclaredTypeOfSymbol(symbol)) : [];
  return [...own, ...instance].filter((member) => isOurs(member) && isPublic(member));
}

it("is on every export and on every property", () => {
  const symbols = exported.map(resolved).filter(isOurs);
  const undocumented = symbols.flatMap((symbol) => [
    ...(isDocumented(symbol) ? [] : [symbol.name]),
    ...membersOf(symbol)
      // A text has the properties of texts.
      .filter(
        ({ declarations = [] }) =>
          !declarations.some((each) => /lib\.\w+.*\.d\.ts$/.test(each.getSourceFile().fileName)),
      )
      .filter((member) => !isDocumented(member))
      .map((member) => `${symbol.name}.${member.name}`),
  ]);
  expect(symbols.length).toBeGreaterThan(150);
  expect(symbols.flatMap(membersOf).length).toBeGreaterThan(500);
  expect(undocumented).toEqual([]);
});

it("describes arguments and outputs with their limits", () => {
  const docOf = (type: string, property: string) => {
    const symbol = resolved(exported.find(({ name }) => name === type)!);
    const member = membersOf(symbol).find(({ name }) => name === property)!;
    return ts.displayPartsToString(member.getDocumentationComment(checker));
  };
  expect(docOf("GroupArgs", "name")).toMatch(
    /^The group's name\..* Must contain only lowercase letters, .* At most 255 characters\.$/,
  );
  expect(docOf("RoleBindingArgs", "identityUid")).toMatch(/A new value replaces the role binding\.$/);
  expect(docOf("RoleBinding", "identityUid")).toBe("The uid of the identity to which the role is granted.");
  expect(docOf("GetGroupOutputArgs", "parentUid")).toBe(
    "The uid of the parent group: the name is looked up directly in it.",
  );
});
