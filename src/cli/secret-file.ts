import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { withOperation } from "./failure";

/** A file of secrets that has not been written yet. */
export interface SecretFile {
  /** Replaces the file atomically; only its owner can read it. */
  write(text: string): Promise<void>;
  discard(): Promise<void>;
}

/** Opens a temporary file beside the target, so that an unwritable path is detected before a secret is created. */
export async function openSecretFile(path: string): Promise<SecretFile> {
  const temporaryPath = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const file = await withOperation(`write ${path}`, () => open(temporaryPath, "wx", 0o600));
  return {
    write: (text) =>
      withOperation(`write ${path}`, async () => {
        await file.writeFile(text);
        await file.sync();
        await file.close();
        await rename(temporaryPath, path);
      }),
    discard: async () => {
      await file.close().catch(() => {});
      await rm(temporaryPath, { force: true });
    },
  };
}
