import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { attempting } from "./failure";

/** A file of secrets that is about to be written. */
export interface SecretFile {
  /** Puts the text in the file's place, whole or not at all, readable by its owner alone. */
  write(text: string): Promise<void>;
  discard(): Promise<void>;
}

/** Opens a file beside the one to write, so that what cannot be written is known before there is a secret to lose. */
export async function openSecretFile(path: string): Promise<SecretFile> {
  const beside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const file = await attempting(`write ${path}`, () => open(beside, "wx", 0o600));
  return {
    write: (text) =>
      attempting(`write ${path}`, async () => {
        await file.writeFile(text);
        await file.sync();
        await file.close();
        await rename(beside, path);
      }),
    discard: async () => {
      await file.close().catch(() => {});
      await rm(beside, { force: true });
    },
  };
}
