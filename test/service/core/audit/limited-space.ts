import { execFileSync } from "node:child_process";

/** Limits what a process can write to a directory. */
export interface LimitedSpace {
  /** Changes the limit, in bytes. */
  allow(bytes: number): void;
  close(): void;
}

const run = (program: string, ...args: string[]): void => void execFileSync(program, args, { stdio: "pipe" });

/** Mounts a small file system over a directory. Throws unless this user may mount. */
function smallFileSystem(directory: string): LimitedSpace {
  run("mount", "-t", "tmpfs", "-o", "size=65536", "tmpfs", directory);
  return {
    allow: (bytes) => run("mount", "-o", `remount,size=${bytes}`, directory),
    close: () => run("umount", "--lazy", directory),
  };
}

/** Limits the size of every file that a process writes. */
export const fileSizeLimit = (pid: number): LimitedSpace => ({
  allow: (bytes) => run("prlimit", `--pid=${pid}`, `--fsize=${bytes}:`),
  close: () => {},
});

/** Limits a process that writes to a directory: with a small file system if this user may mount one. */
export function limitedSpace(directory: string, pid: number): LimitedSpace {
  try {
    return smallFileSystem(directory);
  } catch {
    return fileSizeLimit(pid);
  }
}
