import { readFileSync } from "node:fs";
import { errorCode } from "../api";

/** Identifies the process that wrote a file, by its pid and, on Linux, its start time. */

/** Returns the identity of this process. */
export const processIdentity = (): string => `${process.pid} ${startTimeOf(process.pid)}`;

/** Reports whether the identified process is still running. Pids are reused, so the start time must match too. */
export function isRunning(identity: string): boolean {
  const [id = "", start = ""] = identity.split(" ");
  const pid = Number(id);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === "ESRCH") return false;
  }
  return start === startTimeOf(pid);
}

/**
 * Returns a process's start time in clock ticks since boot, as a string; empty if it is unavailable, and "ended" for a
 * zombie.
 */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program name, in parentheses, may contain any character.
    const [state = "", ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? "ended" : (rest[18] ?? "");
  } catch {
    return "";
  }
}
