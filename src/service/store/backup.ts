import { randomBytes } from "node:crypto";
import { existsSync, realpathSync, type Stats, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import Sqlite from "libsql";
import { auditRow } from "./audit";
import type { AuditEvent } from "./audit-event";
import { DATABASE } from "./database-file";

/** How long to wait for another process that holds the write lock. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Writes a consistent copy of a directory's store while other processes read and write it. The file appears complete or
 * not at all, and is readable only by its owner, because it contains signing keys. To use it as a store, place it as
 * `platform.db` in a directory of its own. Returns its size in bytes. Throws if the directory contains no store, if the
 * file is the store or in its directory, or if the file cannot be written.
 */
export async function backupStore(directory: string, file: string): Promise<number> {
  const source = path.join(directory, DATABASE);
  if (!existsSync(source)) throw new Error(`there is no store in ${directory}`);
  requireElsewhere(directory, source, file);
  const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    const database = new Sqlite(source);
    try {
      database.prepare("vacuum into ?").run(temporary);
    } finally {
      database.close();
    }
    requireIntact(temporary);
    await handle.sync();
    const { size } = await handle.stat();
    // Everything that can fail precedes the rename, so that a failure preserves an earlier backup.
    writeAuditEvent(source, { file: path.resolve(file), bytes: size });
    await rename(temporary, file);
    return size;
  } finally {
    await handle.close();
    await rm(temporary, { force: true });
  }
}

/** Throws if writing the file could replace the store under any of its names: a service may have it open. */
function requireElsewhere(directory: string, source: string, file: string): void {
  const real = realpathSync(source);
  const ofStore = [real, `${real}-wal`, `${real}-shm`, `${real}-journal`];
  const folders = [directory, path.dirname(real)];
  const target = statSync(file, { throwIfNoEntry: false });
  const isStore = target !== undefined && ofStore.some((each) => isSame(target, each));
  if (
    isStore ||
    isInside(path.dirname(file), folders) ||
    (target && isInside(path.dirname(realpathSync(file)), folders))
  )
    throw new Error(`${file} is in the data directory or is the store itself; choose a file outside of ${directory}`);
}

/**
 * Returns whether an existing folder is one of `folders` or below one. Compares inodes, to recognize a folder under any
 * name.
 */
function isInside(folder: string, folders: readonly string[]): boolean {
  if (!existsSync(folder)) return false;
  for (let at = realpathSync(folder); ; at = path.dirname(at)) {
    const found = statSync(at);
    if (folders.some((each) => isSame(found, each))) return true;
    if (path.dirname(at) === at) return false;
  }
}

function isSame(found: Stats, file: string): boolean {
  const other = statSync(file, { throwIfNoEntry: false });
  return other !== undefined && other.dev === found.dev && other.ino === found.ino;
}

/** Throws if a finished backup is not an intact database. */
function requireIntact(file: string): void {
  const database = new Sqlite(file, { readonly: true });
  try {
    const [[result]] = database.prepare("pragma quick_check(1)").raw().all() as [[string]];
    if (result !== "ok") throw new Error(`the copy is damaged (${result}); check the disk and repeat the backup`);
  } finally {
    database.close();
  }
}

/** Writes the audit event of a backup. Does not migrate the store, because a service of its version may be running. */
function writeAuditEvent(source: string, values: Readonly<Record<string, unknown>>): void {
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
