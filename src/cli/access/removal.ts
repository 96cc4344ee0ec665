import type { Directory } from "../../access";
import { hclFile, type Item } from "../../export/hcl";
import { providerBlocks } from "../../export/terraform";
import { packageVersion, providerSource } from "../../provider/package-info";
import type { Via } from "./decisions";
import { plural } from "./wording";

export interface UnusedIdentity {
  readonly identity: string;
  /** Not set if the identity never obtained a token. */
  readonly lastSeenTime?: string;
  readonly createTime: string;
  /** The identity's role bindings, which are unused with it. */
  readonly bindings: readonly Via[];
}

/**
 * Returns a Terraform configuration that imports the role bindings of unused identities, so that `terraform destroy`
 * deletes them and nothing else. Terraform deletes only what is in its state.
 */
export function removalConfiguration(
  identities: readonly UnusedIdentity[],
  days: number,
  directory: Directory,
): string {
  const bindings = identities.flatMap(({ identity, bindings }) => bindings.map((each) => ({ identity, ...each })));
  const count = `${plural(bindings.length, "role binding")} of identities that obtained no token in the last ${plural(days, "day")}`;
  return hclFile([
    { comment: `Removes ${count}.` },
    {
      comment:
        "In an empty directory: terraform init, terraform apply to import them, terraform destroy to delete them.",
    },
    { comment: "Remove role bindings that another configuration manages from that configuration instead." },
    "empty line",
    ...providerBlocks(providerSource, packageVersion()),
    ...bindings.flatMap(({ identity, binding, role, group }, index): Item[] => {
      const name = `unused_${index + 1}`;
      const what = `${directory.identity(identity)}: ${directory.role(role)} in ${directory.group(group)}`;
      return [
        { comment: what.replace(/\s+/g, " ") },
        {
          block: "import",
          body: [
            { attribute: "to", value: { expression: `platform_role_binding.${name}` } },
            { attribute: "id", value: { text: binding } },
          ],
        },
        {
          block: `resource "platform_role_binding" "${name}"`,
          body: [
            { attribute: "group_uid", value: { text: group } },
            { attribute: "identity_uid", value: { text: identity } },
            { attribute: "role_uid", value: { text: role } },
          ],
        },
      ];
    }),
  ]);
}
