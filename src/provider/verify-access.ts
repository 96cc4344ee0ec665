import { PlatformError } from "../api";
import {
  type AccessDifference,
  compareAccess,
  createClientFromSettings,
  type ExpectedGrant,
  groupsOf,
  type ResolvedSettings,
} from "../client";
import { findCapability } from "../model";
import { diagnosticsFor } from "./diagnostics";
import { type Action, DiagnosticsError, errorDiagnostic, set, type ValueRecord } from "./plugin";
import { invalidUids } from "./validate";

/**
 * The `platform_verify_access` action: exchanges the identity token of this process for an access token of an identity,
 * and compares what it can do with what is granted. `settingsFor` resolves the provider's settings with another identity.
 */
export function verifyAccess(settingsFor: (identity: string) => ResolvedSettings): Action {
  return {
    schema: {
      description:
        "Verifies what an identity can do: exchanges the identity token of the process that deploys for an access token of the identity, and compares its capabilities with what is granted, in the groups of the grants and above. Fails if the exchange fails, or if the identity can do less, or more. Requires Terraform 1.14.",
      attributes: {
        identity_uid: {
          type: "string",
          required: true,
          description: "The uid of the identity, which the process must be able to assume.",
        },
        grants: {
          required: true,
          description: "Everything that is granted to the identity.",
          nested: {
            nesting: "list",
            attributes: {
              group_uid: { type: "string", required: true, description: "The uid of the group." },
              capabilities: {
                type: set("string"),
                required: true,
                description: "The capabilities in the group and below, such as those of a role.",
              },
            },
          },
        },
        allow_more: {
          type: "bool",
          optional: true,
          description: "Whether the identity may have further capabilities from other role bindings.",
        },
      },
    },

    validate: (config) => invalidUids(config, "identity_uid"),

    async *invoke({ config }, { signal }) {
      const grants = grantsIn(config);
      const client = createClientFromSettings(settingsFor(String(config.identity_uid)));
      const failure = "Cannot verify the access of the identity";
      try {
        const differences: AccessDifference[] = [];
        for (const group of groupsOf(grants)) {
          yield `Comparing what the identity can do in ${group}`;
          differences.push(await compareAccess(client, group, grants, { signal }));
        }
        const problems = differences.flatMap((each) => problemsOf(each, config.allow_more === true));
        if (problems.length > 0)
          throw new DiagnosticsError([
            errorDiagnostic("The identity's access is not what is granted", `${problems.join("\n")}`),
          ]);
        yield `The identity can do ${config.allow_more === true ? "everything that" : "exactly what"} is granted`;
      } catch (error) {
        throw error instanceof PlatformError ? new DiagnosticsError(diagnosticsFor(failure, error, undefined)) : error;
      } finally {
        await client.close();
      }
    },
  };
}

/** Capabilities that this version does not know cannot be tested. */
const grantsIn = ({ grants }: ValueRecord): readonly ExpectedGrant[] =>
  // As the schema defines them.
  (grants as readonly ValueRecord[]).map(({ group_uid: group, capabilities }) => ({
    group: String(group),
    capabilities: (capabilities as readonly string[]).flatMap((each) => findCapability(each) ?? []),
  }));

function problemsOf({ group, missing, more }: AccessDifference, allowMore: boolean): readonly string[] {
  return [
    ...(missing.length > 0 ? [`It cannot do what is granted in ${group}: ${missing.join(", ")}.`] : []),
    ...(more.length > 0 && !allowMore
      ? [`It can do more in ${group} than is granted: ${more.join(", ")}. If that is intended, set allow_more.`]
      : []),
  ];
}
