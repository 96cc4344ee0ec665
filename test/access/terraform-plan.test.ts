import { terraformPlan } from "../../src/access/sources";

const changeOf = (name: string, actions: readonly string[]) => ({
  address: `platform_group_access.${name}`,
  mode: "managed" as const,
  type: "platform_group_access",
  name,
  change: { actions, before: null, after: { group_uid: "a".repeat(40) } },
});

test("names the group access of a plan, whose role bindings it does not include", () => {
  const changes = [changeOf("payments", ["create"]), changeOf("audit", ["no-op"])];
  expect(terraformPlan({ format_version: "1.2", resource_changes: changes }).gaps).toEqual([
    "The role bindings that platform_group_access.payments changes are not included.",
  ]);
});
