import { openSqlite, type SqliteConnection } from "../../../../src/service/store/engines/sqlite-connection";

let connection: SqliteConnection;
beforeEach(() => {
  connection = openSqlite(":memory:", 0);
  const write = (text: string, ...parameters: unknown[]) => connection.run(text, parameters, false);
  write("create table pairs (a integer primary key, b integer)");
  for (const number of [1, 2, 3]) write("insert into pairs values (?, ?)", number, number);
});
afterEach(() => connection.close());

const TEXT = "select b from pairs where a = ?";
const one = (parameter: number) => connection.run(TEXT, [parameter], true).rows;
const all = (parameter: number) => connection.run(TEXT, [parameter], false).rows;

test("a statement for one row uses its own parameters, after any earlier call", () => {
  expect([all(1), one(2), one(9), one(3), all(9), one(1)]).toEqual([
    [{ b: 1 }],
    [{ b: 2 }],
    [],
    [{ b: 3 }],
    [],
    [{ b: 1 }],
  ]);
});

test("also after a failure", () => {
  const text = "select case when a = 2 then abs(-9223372036854775808) else b end as b from pairs where a = ?";
  const ask = (parameter: number, first: boolean) => connection.run(text, [parameter], first).rows;
  for (const first of [true, false]) {
    expect(() => ask(2, first)).toThrow("integer overflow");
    expect(ask(3, first)).toEqual([{ b: 3 }]);
  }
});

test("writes return the number of changed rows", () => {
  const update = connection.run("update pairs set b = ? where a > ?", [0, 1], false);
  expect(update).toEqual({ rows: [], numAffectedRows: 2n });
});
