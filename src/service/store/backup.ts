import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import Sqlite from "libsql";
import { auditRow } from "./audit";
import type { AuditEvent } from "./audit-event";
import { DATABASE } from "./file";

/** How long another process may write meanwhile. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Writes a copy of a directory's store, as it is at one moment, while others read and write it. The file is there whole
 * or not at all, and its owner alone can read it: signing keys are in it. As `platform.db` in a directory of its own it
 * is a store. Returns its size in bytes. Throws if the directory holds no store, or the file cannot be written.
 */
export async function backupStore(directory: string, file: string): Promise<number> {
  const source = path.join(directory, DATABASE);
  if (!existsSync(source)) throw new Error(`there is no store in ${directory}`);
  const beside = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  const made = await open(beside, "wx", 0o600);
  try {
    const database = new Sqlite(source);
    try {
      database.prepare("vacuum into ?").run(beside);
    } finally {
      database.close();
    }
    await made.sync();
    const { size } = await made.stat();
    await rename(beside, file);
    report(source, { file: path.resolve(file), bytes: size });
    return size;
  } finally {
    await made.close();
    await rm(beside, { force: true });
  }
}

/** Writes the audit event of a backup. It leaves the store in the version that it has, whose service may run. */
function report(source: string, values: Readonly<Record<string, unknown>>): void {
  const createTime = new Date().toISOString();
  const event: AuditEvent = { createTime, action: "service.backup", outcome: "OK", actor: "operator", values };
  const database = new Sqlite(source, { timeout: BUSY_TIMEOUT_MS });
  try {
    const { time, id, uid, entry } = auditRow(event);
    database.prepare("insert into audit (time, id, uid, entry) values (?, ?, ?, ?)").run(time, id, uid, entry);
  } finally {
    database.close();
  }
}
