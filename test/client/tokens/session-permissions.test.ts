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

test.each([0o600, 0o400])("reads a session file that only the user can access: mode %o", (mode) => {
  chmodSync(file, mode);
  expect(findSession(file)).toEqual(session);
});

test.each([0o620, 0o602, 0o664, 0o666])("rejects a session file that others can write: mode %o", (mode) => {
  chmodSync(file, mode);
  expect(() => findSession(file)).toThrow(
    expect.objectContaining({
      code: "UNAUTHENTICATED",
      message:
        `other users can write ${file} (mode ${mode.toString(8)}): run \`chmod 600 ${file}\`, or \`platformctl login\` ` +
        "if someone may have changed it",
    }),
  );
});

test.each([0o640, 0o604, 0o644, 0o440])("rejects a session file that others can read: mode %o", (mode) => {
  chmodSync(file, mode);
  expect(() => findSession(file)).toThrow(
    expect.objectContaining({
      code: "UNAUTHENTICATED",
      message:
        `other users can read ${file} (mode ${mode.toString(8)}): run \`chmod 600 ${file}\`; if someone may have read it, ` +
        "run `platformctl logout` and `platformctl login`",
    }),
  );
});

test("rejects a session file of another user", () => {
  const isRoot = process.getuid!() === 0;
  if (isRoot) chownSync(file, 65_534, 65_534);
  // Only root can change the owner; other users test with a file of root's.
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
