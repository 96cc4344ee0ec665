import * as pulumi from "@pulumi/pulumi";
import { runError } from "./run-error";

/** Tests with `pulumi.runtime.setMocks`, in which no engine and no provider runs. */

/** Returns whether the program runs with mocks. */
export function isMocked(): boolean {
  if (!pulumi.runtime.hasMonitor()) return false;
  // Recognized by its member, across copies of Pulumi's package.
  const monitor: object | undefined = pulumi.runtime.getMonitor();
  return monitor !== undefined && "mocks" in monitor;
}

/**
 * Returns the result of a lookup from the `call` of the program's mocks. Its token is that of the function in Pulumi's
 * Terraform bridge. `list` is the member of the result that has the resources of a list.
 */
export async function mockedResult(
  name: string,
  list: string | undefined,
  args: object,
  provider?: pulumi.ProviderResource,
): Promise<unknown> {
  const token = `platform:index/${name}:${name}`;
  const result: Readonly<Record<string, unknown>> = await pulumi.runtime.invoke(
    token,
    args,
    provider ? { provider } : {},
  );
  if (list === undefined) return result;
  if (Array.isArray(result[list])) return result[list];
  throw runError(`${name}: the mock of ${token} must return { ${list}: [...] }; got ${JSON.stringify(result)}`);
}
