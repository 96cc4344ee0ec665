import path from "node:path";
import { App, DataResource, Fn, type LocalExecProvisioner, type TerraformProvider, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";
import { settings } from "../../src/client";
import { camelCase } from "../../src/model";
import { packageRoot } from "../../src/provider/package-info";
import { pathOf } from "./arguments";
import * as bindings from "./bindings";
import type { Grant, IIdentity, IRoleBinding } from "./interfaces";
import { requireKind } from "./kind";
import { checkNames } from "./properties";
import { providersOf } from "./provider-of";

/** The resource that runs the verification. */
export type VerificationResourceType = "null_resource" | "terraform_data";

/** How access is verified. */
export interface AccessVerificationOptions {
  /**
   * The type of resource that runs the verification: `null_resource` by default, which requires the packages
   * `@cdktf/provider-null` and hashicorp/null; `terraform_data` requires Terraform 1.4 or OpenTofu.
   */
  readonly resourceType?: VerificationResourceType;
  /** Allows the identity to have additional capabilities from other role bindings. */
  readonly allowMore?: boolean;
}

export interface AccessVerificationProps extends AccessVerificationOptions {
  /**
   * The identity to verify. The deploying process must be able to assume it, so it is usually the pipeline's own.
   */
  readonly identity: IIdentity;
  /** Everything that is granted to the identity. */
  readonly grants: readonly Grant[];
}

/**
 * Verifies access after each deployment that changes it: exchanges the identity token of the process that deploys for an
 * access token of the identity, and compares what it can do with what is granted, in the groups of the grants and above.
 * The deployment fails if the exchange fails, or if the identity can do less, or more. It runs
 * `platformctl access verify`. No token appears in the command, the state or the plan.
 */
export class AccessVerification extends Construct {
  constructor(scope: Construct, id: string, props: AccessVerificationProps) {
    const path = pathOf(scope, id);
    checkNames(path, "AccessVerification", ["identity", "grants", "resourceType", "allowMore"], props);
    const { identity, grants, resourceType = "null_resource", allowMore = false } = props;
    requireKind(path, "identity", identity, "identity");
    const roleBindings = bindingsIn(path, identity, grants);
    if (resourceType !== "null_resource" && resourceType !== "terraform_data")
      throw new Error(
        `[${path}] resourceType must be null_resource or terraform_data; got ${JSON.stringify(resourceType)}`,
      );
    super(scope, id);
    const expected = expectedGrants(this, roleBindings);
    const provisioner: LocalExecProvisioner = {
      type: "local-exec",
      command: `node ${JSON.stringify(programFrom(this))} access verify${allowMore ? " --allow-more" : ""}`,
      environment: {
        ...addressesIn(this, roleBindings[0]!.provider),
        PLATFORM_IDENTITY: identity.uid,
        PLATFORM_VERIFY_GRANTS: expected,
      },
    };
    const triggers = {
      identity: identity.uid,
      bindings: Fn.join(
        ",",
        roleBindings.map(({ uid }) => uid),
      ),
      grants: expected,
      more: String(allowMore),
    };
    if (resourceType === "terraform_data")
      new DataResource(this, "verification", { triggersReplace: triggers, provisioners: [provisioner] });
    else createNullResource(this, path, triggers, provisioner);
  }
}

function bindingsIn(path: string, identity: IIdentity, grants: unknown): readonly IRoleBinding[] {
  const isGrant = (each: unknown): each is Grant => typeof each === "object" && each !== null && "binding" in each;
  if (!Array.isArray(grants) || grants.length === 0 || !grants.every(isGrant))
    throw new Error(`[${path}] grants must be an array of at least one grant, such as the result of group.grantViewer`);
  for (const { binding } of grants)
    if (binding.identity !== identity)
      throw new Error(
        `[${path}] grants must belong to ${identity.node.path}; ${binding.node.path} belongs to another identity`,
      );
  return grants.map(({ binding }) => binding);
}

/** Returns the grants as JSON, with the capabilities that the roles have on the deployment. */
function expectedGrants(scope: Construct, roleBindings: readonly IRoleBinding[]): string {
  const roles = new Map<string, bindings.dataPlatformRole.DataPlatformRole>();
  const capabilitiesOf = ({ roleUidInput: uid = "", provider }: IRoleBinding) => {
    const config = { uid, ...(provider && { provider }) };
    const role =
      roles.get(uid) ?? new bindings.dataPlatformRole.DataPlatformRole(scope, `role-${roles.size + 1}`, config);
    roles.set(uid, role);
    return role.capabilities;
  };
  return Token.asString(
    Fn.jsonencode(roleBindings.map((each) => ({ group: each.groupUid, capabilities: capabilitiesOf(each) }))),
  );
}

/** Returns the path of the command-line program from the stack's directory, where Terraform runs it. */
function programFrom(scope: Construct): string {
  const stackDirectory = path.resolve(App.of(scope).outdir, "stacks", "any");
  return path.relative(stackDirectory, path.join(packageRoot(), "dist/platformctl.js"));
}

/** Returns the provider's configuration as environment variables, without secrets and what selects an identity. */
function addressesIn(scope: Construct, given: TerraformProvider | undefined): Record<string, string> {
  const provider = given ?? providersOf(TerraformStack.of(scope)).find(({ alias }) => alias === undefined);
  const inputs = (provider ?? {}) as unknown as Readonly<Record<string, unknown>>;
  const passed = Object.entries(settings).filter(([name, { sensitive }]) => !sensitive && name !== "identity");
  return Object.fromEntries(
    passed.flatMap(([name, { env }]) => {
      const value = inputs[`${camelCase(name)}Input`];
      return value === undefined ? [] : [[env, String(value)]];
    }),
  );
}

function createNullResource(
  scope: Construct,
  path: string,
  triggers: Record<string, string>,
  provisioner: LocalExecProvisioner,
): void {
  const { provider, resource } = loadProviderNull(path);
  const stack = TerraformStack.of(scope);
  if (!stack.allProviders().some((each) => each.terraformResourceType === "null"))
    new provider.NullProvider(stack, "null");
  new resource.Resource(scope, "verification", { triggers, provisioners: [provisioner] });
}

function loadProviderNull(path: string): typeof import("@cdktf/provider-null") {
  try {
    return require("@cdktf/provider-null");
  } catch (error) {
    throw new Error(
      `[${path}] the package @cdktf/provider-null is not installed; install it, or set resourceType: "terraform_data"`,
      { cause: error },
    );
  }
}
