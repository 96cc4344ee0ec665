/** What keeps a command from doing its work, worded for whoever typed it: one line. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
}

const systemErrors: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EADDRINUSE: "the address is in use",
  EADDRNOTAVAIL: "this machine does not have the address",
  EISDIR: "it is a directory",
  ENOENT: "no such file or directory",
  ENOSPC: "no space is left",
  ENOTDIR: "part of the path is not a directory",
  ENOTFOUND: "the host is not known",
  EROFS: "the file system is read-only",
};

const describeSystemError = (code: string): string => systemErrors[code] ?? code;

/** An error as one line, without a stack. */
export function describeFailure(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error));
}

export const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, " ");

/** Does something to a path or an address that an option named; its system error becomes a failure that says so. */
export async function attempting<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw code && syscall ? new CommandFailure(`cannot ${what}: ${describeSystemError(code)}`) : error;
  }
}
