import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "pg";
import { engines } from "./locate";

/**
 * The server's directory in this process; Jest loads this file again for every test file, while the server keeps
 * running.
 */
const directory = path.join(os.tmpdir(), `platform-postgres-${process.pid}`);
const urlOf = (database: string) => `postgres://platform@localhost/${database}?host=${encodeURIComponent(directory)}`;

let starting: Promise<void> | undefined;

/** Returns the URL of an empty database, on a server that runs as long as this process. */
export async function freshDatabase(): Promise<string> {
  starting ??= existsSync(path.join(directory, "data/postmaster.pid")) ? Promise.resolve() : start();
  await starting;
  const name = `test_${randomBytes(6).toString("hex")}`;
  const client = new Client({ connectionString: urlOf("postgres") });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return urlOf(name);
}

function start(): Promise<void> {
  const keeper = spawn(
    process.execPath,
    [path.join(__dirname, "postgres-keeper.mjs"), engines.postgresql!.path, directory],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  let said = "";
  keeper.stderr.on("data", (chunk) => {
    said += chunk;
  });
  return new Promise((resolve, reject) => {
    keeper.once("exit", () => reject(new Error(`PostgreSQL did not start: ${said}`)));
    keeper.stdout.once("data", () => {
      // From here on, it does not keep the process alive.
      for (const each of [keeper, keeper.stdin, keeper.stdout, keeper.stderr]) (each as { unref?(): void }).unref?.();
      keeper.removeAllListeners("exit");
      resolve();
    });
  });
}
