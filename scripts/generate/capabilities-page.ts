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

export const capabilitiesPage = (): string => `# Capabilities and permissions

A role is a set of capabilities. A role binding grants a role to an identity in a group and in everything below that
group. An operation requires its capabilities on the resource, a create request on the parent. They can come from several role bindings, in the
group of the resource or above.

If the caller cannot read a resource, the service returns \`NOT_FOUND\`, as if the resource did not exist. If the caller can
read it but lacks another capability that the operation requires, the service returns \`PERMISSION_DENIED\`, which names that
capability. Callers can only grant roles whose capabilities they have in the same group. This applies to role bindings,
invites, and the default roles and role mappings of identity providers.

## Capabilities of operations

| operation | required capabilities | built-in roles with these |
|---|---|---|
${[...definitions, repoReadme].flatMap(operationRows).join("\n")}

## Capabilities of built-in roles

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
