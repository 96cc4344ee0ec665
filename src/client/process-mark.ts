import { readFileSync } from "node:fs";

/** Marks by which files name the process that wrote them: its id, and when it started where the system tells (Linux). */

/** The mark of this process. */
export const ownMark = (): string => `${process.pid} ${startOf(process.pid)}`;

/** Whether the process that a mark names still runs. Ids are used again: another start is another process. */
export function isRunning(mark: string): boolean {
  const [id = "", start = ""] = mark.split(" ");
  const pid = Number(id);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return start === startOf(pid);
}

/** In ticks since the system started, as text; empty where it cannot be read. "ended" for a process nobody waited for. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in parentheses, may hold anything.
    const [state = "", ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? "ended" : (rest[18] ?? "");
  } catch {
    return "";
  }
}
