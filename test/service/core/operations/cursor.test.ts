import { createHmac } from "node:crypto";
import { Cursors } from "../../../../src/service/core/operations/cursor";

const query = ["Group", { key: "name" }];
const after = ["a name", "a uid"] as const;

test("a cursor contains the end of a page, and a total if there is one", () => {
  const cursors = new Cursors("secret", () => 0);
  const total = { count: 7, within: "a digest" };
  expect(cursors.read(query, cursors.write(query, { after }))).toEqual({ after, total: undefined });
  expect(cursors.read(query, cursors.write(query, { after, total }))).toEqual({ after, total });
});

test("rejects a cursor of another installation", () => {
  const token = new Cursors("another secret", () => 0).write(query, { after });
  expect(() => new Cursors("secret", () => 0).read(query, token)).toThrow(
    "Invalid argument: page_token: page_token must be the nextPageToken of an earlier response",
  );
});

test("accepts a cursor of another node of the installation", () => {
  const token = new Cursors("secret", () => 0).write(query, { after });
  expect(new Cursors("secret", () => 1).read(query, token)).toEqual({ after, total: undefined });
});

test("rejects another encoding of the same bytes", () => {
  const cursors = new Cursors("secret", () => 0);
  const token = cursors.write(query, { after });
  for (const other of [`${token}=`, ` ${token}`, `${token}.x`, token.slice(0, -4), token.slice(0, 20), ""])
    expect(() => cursors.read(query, other)).toThrow("Invalid argument: page_token");
});

test("a cursor reveals none of its contents, and no two are equal", () => {
  const cursors = new Cursors("secret", () => 0);
  const [token, other] = [cursors.write(query, { after }), cursors.write(query, { after })];
  expect(Buffer.from(token, "base64url").toString("latin1")).not.toMatch(/a uid|a name/);
  expect(token).not.toBe(other);
});

test("a cursor of an earlier version restarts its query", () => {
  const text = Buffer.from(JSON.stringify(["digest", 0, ...after])).toString("base64url");
  const token = `${text}.${createHmac("sha256", "secret").update(text).digest("base64url")}`;
  expect(new Cursors("secret", () => 0).read(query, token)).toBeUndefined();
});
