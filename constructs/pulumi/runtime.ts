/**
 * The providers that run a program's resources. The states of users' stacks contain code that imports this module by
 * name, `platform-iac/pulumi/runtime`, and calls {@link providerOf}: that name and the kinds are permanent, since
 * destroying and refreshing a stack run the code in its state. No token is read before a request needs one.
 */
import type { dynamic } from "@pulumi/pulumi";
import { definitionNamed, groupAccess } from "../../src/model";
import { connect } from "./connection";
import { GroupAccessProvider } from "./group-access";
import { ManagedProvider } from "./provider";

type Provider = Required<dynamic.ResourceProvider>;

const providers = new Map<string, Provider>();

/**
 * Returns the provider for a kind of resource: a type's name, such as `RoleBinding`. Throws an Error for an unknown
 * kind.
 */
export function providerOf(kind: string): Provider {
  const known = providers.get(kind);
  if (known) return known;
  const definition = definitionNamed(kind);
  if (!definition) throw new Error(`Unknown resource kind ${kind} in this version of platform-iac`);
  const provider = withPlainErrors(
    definition === groupAccess ? new GroupAccessProvider(connect) : new ManagedProvider(definition, connect),
  );
  providers.set(kind, provider);
  return provider;
}

/**
 * Reduces errors to their messages. Pulumi passes errors of `read` and `delete` to gRPC unchanged, which interprets
 * their `code` and `metadata`, never responds if these are invalid, and prints the stack trace.
 */
function withPlainErrors(provider: Provider): Provider {
  const plain =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await call.apply(provider, args);
      } catch (error) {
        throw Object.assign(new Error(error instanceof Error ? error.message : String(error)), { stack: "" });
      }
    };
  return {
    configure: plain(provider.configure),
    check: plain(provider.check),
    diff: plain(provider.diff),
    create: plain(provider.create),
    read: plain(provider.read),
    update: plain(provider.update),
    delete: plain(provider.delete),
  };
}
