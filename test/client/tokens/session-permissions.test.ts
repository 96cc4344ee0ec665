import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findSession, writeSession } from "../../../src/client/tokens/session";

let directory: string;
let file: string;
const session = {
  authUrl: "https://auth.example.com",
  token: "token",
  expiry: "2030-01-01T00:00:00.000Z",
  refreshToken: "refresh",
};
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "platform-session-"));
  file = path.join(directory, "session.json");
  writeSession(file, session);
});
afterEach(() => rmSync(directory, { recursive: true }));

test.each([0o600, 0o400])("a session that only the user can read and write is read: mode %o", (mode) => {
  chmodSync(file, mode);
  expect(findSession(file)).toEqual(session);
});

test.each([0o620, 0o602, 0o664, 0o666])("a session that others can write is refused: mode %o", (mode) => {
  chmodSync(file, mode);
  expect(() => findSession(file)).toThrow(
    expect.objectContaining({
      code: "UNAUTHENTICATED",
      message:
        `other users can write ${file} (mode ${mode.toString(8)}): run \`chmod 600 ${file}\`, or \`platformctl login\` ` +
        "if somebody may have changed it",
    }),
  );
});

test.each([0o640, 0o604, 0o644, 0o440])("a session that others can read is refused: mode %o", (mode) => {
  chmodSync(file, mode);
  expect(() => findSession(file)).toThrow(
    expect.objectContaining({
      code: "UNAUTHENTICATED",
      message:
        `other users can read ${file} (mode ${mode.toString(8)}): run \`chmod 600 ${file}\`; if somebody may have read it, ` +
        "run `platformctl logout` and `platformctl login`",
    }),
  );
});

test("a session of another user is refused", () => {
  const isRoot = process.getuid!() === 0;
  if (isRoot) chownSync(file, 65_534, 65_534);
  // Who is not root can give no file away, but finds one that belongs to root.
  const another = isRoot ? file : "/etc/passwd";
  expect(() => findSession(another)).toThrow(
    expect.objectContaining({
      code: "UNAUTHENTICATED",
      message:
        `${another} belongs to another user (uid ${isRoot ? 65_534 : 0}), who could change the session: remove it, and ` +
        "run `platformctl login`",
    }),
  );
});
