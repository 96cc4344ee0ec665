import {
  type BuiltInRole,
  builtInRoles,
  capabilities,
  capabilityEnumName,
  definitions,
  type Operation,
  type ResourceDefinition,
  repoReadme,
} from "../../src/model";

/** Generates the page of capabilities: those that each operation requires, and those of the built-in roles. */

const roles: readonly BuiltInRole[] = builtInRoles;
const operations: readonly Operation[] = ["list", "get", "create", "update", "delete"];

export const capabilitiesPage = (): string => `# Who may do what

A role is a set of capabilities. A role binding grants it to an identity in one group, and in everything below that
group. An operation needs its capabilities at the resource, which is to say in a binding at its group or above; they may
come from several bindings. A create needs them at what is to hold the resource.

Who lacks the capability to read a type finds nothing of it: \`NOT_FOUND\`, as if it were not there. Who may read it and
lacks what else an operation needs is told what is missing: \`PERMISSION_DENIED\`. Nobody grants a role with capabilities
that they do not hold there, by a role binding, an invite, or the default role of an identity provider.

## What each operation needs

| operation | capabilities | built-in roles that have them |
|---|---|---|
${[...definitions, repoReadme].flatMap(operationRows).join("\n")}

## What each built-in role has

| capability | on the wire | ${roles.map(({ name }) => name).join(" | ")} |
|---|---|${roles.map(() => "---|").join("")}
${capabilities.map(capabilityRow).join("\n")}
`;

function operationRows(definition: ResourceDefinition): string[] {
  return operations
    .filter((operation) => definition.operations.includes(operation))
    .map((operation) => {
      const needed = definition.capabilities[operation] ?? [];
      const reading = definition.capabilities.get ?? [];
      const able = roles.filter((role) => [...needed, ...reading].every((each) => role.capabilities.includes(each)));
      const names = able.map(({ name }) => name).join(", ");
      return `| ${operation} ${nounOf(definition)} | ${needed.map((each) => `\`${each}\``).join(", ")} | ${names} |`;
    });
}

const nounOf = ({ name, plural }: ResourceDefinition): string =>
  name === repoReadme.name ? "a repo's readme" : plural.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function capabilityRow(capability: (typeof capabilities)[number]): string {
  const marks = roles.map((role) => (role.capabilities.includes(capability) ? "yes" : ""));
  return `| \`${capability}\` | \`${capabilityEnumName(capability)}\` | ${marks.join(" | ")} |`;
}
