/**
 * What carries out a program's resources. The states of users' stacks hold code that imports this module by its name,
 * `platform-iac/pulumi/runtime`, and calls {@link providerOf}: that name and the kinds are permanent, since destroying
 * and refreshing a stack run what its state holds. No token is read here before a request needs one.
 */
import type { dynamic } from "@pulumi/pulumi";
import { definitionNamed } from "../../src/model";
import { connect } from "./connection";
import { ManagedProvider } from "./provider";

const providers = new Map<string, Required<dynamic.ResourceProvider>>();

/** The provider for resources of a kind: a type's name, such as `RoleBinding`. Throws an Error for a kind that is none. */
export function providerOf(kind: string): Required<dynamic.ResourceProvider> {
  const known = providers.get(kind);
  if (known) return known;
  const definition = definitionNamed(kind);
  if (!definition) throw new Error(`This version of platform-iac knows no resource of the kind ${kind}`);
  const provider = new ManagedProvider(definition, connect);
  providers.set(kind, provider);
  return provider;
}
