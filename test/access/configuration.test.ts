// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of Terraform look like that
import { AccessGraph, Directory } from "../../src/access";
import { configuredAccess } from "../../src/access/sources";

const ORGANIZATION = "a".repeat(40);
const UID = `${ORGANIZATION}/${"b".repeat(16)}`;

const read = (...configurations: readonly object[]) => {
  const snapshot = configuredAccess(
    configurations.map((json, index) => ({ name: `stack${index}`, json: json as Readonly<Record<string, unknown>> })),
  );
  return { snapshot, graph: new AccessGraph(snapshot), directory: new Directory(snapshot) };
};

test("follows local values, attributes and imports, and Terraform's lists of blocks and escapes", () => {
  const { snapshot, graph, directory } = read({
    locals: [{ team: "${platform_group.team.uid}" }],
    import: [{ to: "platform_group.team", id: UID }],
    resource: [
      {
        platform_group: [{ team: { parent_uid: ORGANIZATION, name: "$${team}" } }],
        platform_identity: { ci: [{ group_uid: "${local.team}", name: "ci" }] },
        platform_role_binding: {
          x: {
            group_uid: "${platform_identity.ci.group_uid}",
            identity_uid: "${platform_identity.ci.uid}",
            role_uid: "${data.platform_role.viewer.uid}",
          },
        },
      },
    ],
    data: { platform_role: { viewer: { name: "viewer" } } },
  });
  expect(snapshot.groups).toMatchObject([{ id: UID, address: "platform_group.team", name: "${team}" }]);
  expect(graph.decide("platform_identity.ci", "groups.list", UID).answer).toBe("yes");
  expect(directory.group(UID)).toBe(`${ORGANIZATION}/\${team}`);
});

test("computed values, circles, variables and several instances are unknown", () => {
  const { snapshot } = read({
    locals: { loop: "${local.loop}" },
    resource: {
      platform_group: {
        loop: { parent_uid: "${local.loop}", name: "loop" },
        variable: { parent_uid: "${var.parent}", name: "team-${var.name}" },
        many: { parent_uid: ORGANIZATION, name: "x", count: 2 },
        ofMany: { parent_uid: "${platform_group.many[0].uid}", name: "y" },
      },
    },
    module: { teams: { source: "./teams" } },
  });
  const unknown = (of: string, attribute = "parent_uid") => ({
    unknown: `the ${attribute} of platform_group.${of} is known only after apply`,
  });
  expect(snapshot.groups).toEqual([
    expect.objectContaining({ name: "loop", parent: unknown("loop") }),
    expect.objectContaining({ name: unknown("variable", "name"), parent: unknown("variable") }),
    expect.objectContaining({ name: "y", parent: unknown("ofMany") }),
  ]);
  expect(snapshot.gaps).toEqual([
    "The module module.teams was not considered.",
    "The resources of platform_group.many are known only after apply.",
  ]);
});

test("follows the outputs by which CDKTF refers to other stacks", () => {
  const output = "cross-stack-output-platform_groupteamuid";
  const { snapshot } = read(
    {
      resource: { platform_group: { team: { parent_uid: ORGANIZATION, name: "team" } } },
      output: { [output]: { value: "${platform_group.team.uid}" } },
    },
    {
      data: { terraform_remote_state: { "cross-stack-reference-input-a": {} } },
      resource: {
        platform_group: {
          below: {
            parent_uid: `\${data.terraform_remote_state.cross-stack-reference-input-a.outputs.${output}}`,
            name: "below",
          },
        },
      },
    },
  );
  expect(snapshot.groups.map(({ id, parent }) => [id, parent])).toEqual([
    ["stack0:platform_group.team", ORGANIZATION],
    ["stack1:platform_group.below", "stack0:platform_group.team"],
  ]);
});
