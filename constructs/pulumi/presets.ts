import type * as pulumi from "@pulumi/pulumi";
import { type Workload, workloads } from "../../src/workloads";
import { requireName, requireObject } from "./arguments";
import type { IdentityPresets } from "./generated/presets";
import { presetName } from "./property-names";
import { workloadClaims } from "./workload-claims";

type Options = pulumi.CustomResourceOptions;

/** Adds a static method for each system of the registry to the class of identities. */
export function withPresets<C extends new (name: string, args: never, options?: Options) => object>(
  identity: C,
): C & IdentityPresets {
  for (const workload of workloads as readonly Workload<never>[]) {
    const preset = function preset(this: C, name: string, args: object, options?: Options) {
      requireName("Identity", name);
      requireObject(`Identity ${name}`, "args", args, ["groupUid", workload.options[0]!]);
      const { groupUid, name: identityName, description, ...pipeline } = args as Readonly<Record<string, unknown>>;
      const claimMatch = workloadClaims(workload, name, pipeline);
      return new this(name, { groupUid, name: identityName ?? name, description, claimMatch } as never, options);
    };
    Object.defineProperty(identity, presetName(workload.id), { value: preset, enumerable: true });
  }
  return identity as C & IdentityPresets;
}
