/**
 * Jest matchers for access: what a CDKTF stack, a plan, or the platform grants, and to whom. Importing this module adds
 * them to the global `expect`, if there is one. Jest itself is not imported.
 */
import { accessMatchers, type ExpectedAccess, type ExpectedGrant } from "./matchers";

export type { ExpectedAccess, ExpectedGrant } from "./matchers";
export type { Named } from "./received";
export { accessMatchers };

/**
 * Matchers of access. The value of `expect` is a CDKTF stack or app, the result of `Testing.synth`, the JSON of a
 * Terraform plan or Pulumi preview, or the result of `platform.access()`. What is known only after the apply satisfies
 * neither a matcher nor its negation.
 */
export interface AccessMatchers<R> {
  /** Expects a role binding of the role to the identity in this very group. */
  toGrant(expected: ExpectedGrant): R;
  /** Expects the identity to have the capabilities in the group, through any role bindings. */
  toAllow(expected: ExpectedAccess): R;
  /** Expects the identity to have none of the capabilities in the group or anywhere below it. */
  toDeny(expected: ExpectedAccess): R;
  /**
   * Expects no repeated role bindings and no patterns that match other tokens than they seem to, and that assertions
   * hold, which have the format of `platformctl access test`.
   */
  toBeValidAccess(assertions?: readonly AccessAssertion[]): R;
}

/** An assertion of `platformctl access test`. */
export type AccessAssertion =
  | {
      /** Identities, by name, path, uid or address. */
      readonly who: string | readonly string[];
      /** A group, by name, path, uid or address. */
      readonly in: string;
      /** What each identity can do in the group. */
      readonly can?: string | readonly string[];
      /** What no identity can do in the group or below it. */
      readonly cannot?: string | readonly string[];
    }
  | {
      /** The identities that can, and no others in the group or below it. */
      readonly only: string | readonly string[];
      /** A group, by name, path, uid or address. */
      readonly in: string;
      /** What they can do. */
      readonly can: string | readonly string[];
    };

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: type parameters must equal those of @types/jest
    interface Matchers<R, T = {}> extends AccessMatchers<R> {}
  }
}

const { expect } = globalThis as { readonly expect?: { readonly extend?: (matchers: object) => void } };
expect?.extend?.(accessMatchers);
