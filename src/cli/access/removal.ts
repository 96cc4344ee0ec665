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

interface Removal {
  readonly identities: readonly UnusedIdentity[];
  readonly days: number;
  readonly directory: Directory;
  /** Returns the name of the identity provider whose role mappings grant a role binding. */
  readonly mappedBy: (identity: string, binding: Via) => string | undefined;
  /** Sentences about what is missing. */
  readonly remarks: readonly string[];
}

/**
 * Returns a Terraform configuration that imports the role bindings of unused identities, so that `terraform destroy`
 * deletes them and nothing else. Terraform deletes only what is in its state.
 */
export function removalConfiguration({ identities, days, directory, mappedBy, remarks }: Removal): string {
  const all = identities.flatMap(({ identity, bindings }) =>
    bindings.map((each) => ({ identity, ...each, provider: mappedBy(identity, each) })),
  );
  const bindings = all.filter(({ provider }) => provider === undefined);
  const described = ({ identity, role, group }: Omit<Via, "binding"> & { readonly identity: string }) =>
    `${directory.identity(identity)}: ${directory.role(role)} in ${directory.group(group)}`;
  const mapped = all.flatMap(({ provider, ...each }) =>
    provider === undefined
      ? []
      : [
          `Omitted: ${described(each)}. The role mappings of the identity provider ${JSON.stringify(provider)} manage it: ` +
            "remove the mapping, or the person from the mapped group at the identity provider.",
        ],
  );
  const count = `${plural(bindings.length, "role binding")} of identities that obtained no token in the last ${plural(days, "day")}`;
  return hclFile([
    { comment: `Removes ${count}.` },
    {
      comment:
        "In an empty directory: terraform init, terraform apply to import them, terraform destroy to delete them.",
    },
    { comment: "Remove role bindings that another configuration manages from that configuration instead." },
    ...[...remarks, ...mapped].map((text): Item => ({ comment: text.replace(/\s+/g, " ") })),
    "empty line",
    ...providerBlocks(providerSource, packageVersion()),
    ...bindings.flatMap(({ provider: _, ...each }, index): Item[] => {
      const { identity, binding, role, group, expirationTime } = each;
      const name = `unused_${index + 1}`;
      return [
        { comment: described(each).replace(/\s+/g, " ") },
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
            // Without it, the apply that imports the role binding would make the access permanent.
            ...(expirationTime === undefined
              ? []
              : [{ attribute: "expiration_time", value: { text: expirationTime } } as const]),
          ],
        },
      ];
    }),
  ]);
}
