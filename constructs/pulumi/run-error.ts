import * as pulumi from "@pulumi/pulumi";

/** Returns an error that Pulumi prints without a stack trace. */
export const runError = (message: string): pulumi.RunError => printable(new pulumi.RunError(message));

/** Makes Pulumi print an error without a stack trace. Returns the same error. */
export function asRunError<E extends Error>(error: E): E {
  // Pulumi recognizes a RunError by its members, across copies of the package.
  return Object.assign(printable(error), new pulumi.RunError());
}

/**
 * Removes the stack frames that Node.js cannot print from an error and its causes. Returns the same error.
 *
 * Pulumi passes every error to `util.inspect` with colors, which in some releases of Node.js repeats a frame of a file
 * directly in node_modules until the memory is exhausted (https://github.com/nodejs/node/issues/64011). Pulumi's source
 * maps give its files such names: `node_modules/@pulumi/output.ts`.
 */
export function printable<E>(error: E): E {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const lines = each.stack?.split("\n").filter((line) => !unprintable.test(line));
    if (lines) each.stack = lines.join("\n");
  }
  return error;
}

const unprintable = /^\s+at .*[/\\]node_modules[/\\](@[^/\\]*[/\\])?[^/\\]*$/;
