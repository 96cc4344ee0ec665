import { Cursors } from "../../../src/service/operations/cursor";

const query = ["Group", { key: "name" }];
const after = ["a name", "a uid"] as const;

test("a cursor carries where a page ended, and a count where there is one", () => {
  const cursors = new Cursors("secret", () => 0);
  expect(cursors.read(query, cursors.write(query, { after }))).toEqual({ after, total: undefined });
  expect(cursors.read(query, cursors.write(query, { after, total: 7 }))).toEqual({ after, total: 7 });
});

test("a cursor of another installation is refused", () => {
  const token = new Cursors("another secret", () => 0).write(query, { after });
  expect(() => new Cursors("secret", () => 0).read(query, token)).toThrow(
    "Invalid argument: page_token: page_token must be the nextPageToken of an earlier answer",
  );
});

test("a cursor of another node of the installation is accepted", () => {
  const token = new Cursors("secret", () => 0).write(query, { after });
  expect(new Cursors("secret", () => 1).read(query, token)).toEqual({ after, total: undefined });
});

test("another spelling of the same bytes is refused", () => {
  const cursors = new Cursors("secret", () => 0);
  const token = cursors.write(query, { after });
  for (const other of [`${token}=`, token.replace(".", "=."), ` ${token}`, `${token}.x`])
    expect(() => cursors.read(query, other)).toThrow("Invalid argument: page_token");
});
