import { parseDatabaseUrl } from "../../../src/service/store/database-url";

const hosts = (url: string) => parseDatabaseUrl(url).hosts;

test("parses several hosts in either form, with the shared parameters for each", () => {
  expect(parseDatabaseUrl("postgres://u:p%40s@db1:5432,db2:5433/d?sslmode=disable&target_session_attrs=any")).toEqual({
    name: "postgres://db1:5432,db2:5433/d",
    target: "any",
    hosts: [
      { name: "db1:5432", url: "postgres://u:p%40s@db1:5432/d?sslmode=disable" },
      { name: "db2:5433", url: "postgres://u:p%40s@db2:5433/d?sslmode=disable" },
    ],
  });
  expect(hosts("postgresql://u@localhost/d?host=db1,db2&port=5433").map(({ name }) => name)).toEqual([
    "db1:5433",
    "db2:5433",
  ]);
  expect(hosts("postgres://u@localhost/d?host=/a,/b&port=1,2").map(({ name }) => name)).toEqual(["/a:1", "/b:2"]);
  expect(hosts("postgres://u@[::1]:5432,[::2]/d").map(({ name }) => name)).toEqual(["[::1]:5432", "[::2]:5432"]);
});

test("keeps a URL with one host verbatim, and requires a host that accepts writes", () => {
  for (const url of ["postgres://u:p@db/d", "postgres://u@localhost/d?host=%2Ftmp%2Fx", "postgres:///d"])
    expect(parseDatabaseUrl(url)).toMatchObject({ target: "read-write", hosts: [{ url }] });
  expect(parseDatabaseUrl("postgres://db/d?connect_timeout=5")).toMatchObject({
    connectTimeout: 5,
    hosts: [{ url: "postgres://db/d" }],
  });
});

test.each([
  ["mysql://u:secret@h/d", "must be a URL such as postgres://user@host:5432/database"],
  ["postgres://u:secret@h:x/d", "must be a URL such as postgres://user@host:5432/database"],
  ["postgres://u:secret@h1,,h2/d", "must not have an empty host"],
  ["postgres://u:secret@h/d?host=a,b&port=1,2,3", "must have one port, or one port per host"],
  [
    "postgres://u:secret@h/d?target_session_attrs=prefer-standby",
    "target_session_attrs must be one of any, read-write, primary: the service writes to its database",
  ],
  ["postgres://u:secret@h/d?connect_timeout=0", "connect_timeout must be a whole number of seconds, at least 1"],
  ["postgres://u:secret@h/d?sslmod=verify-full", "unsupported database URL parameter sslmod; did you mean sslmode?"],
  [
    "postgres://u:secret@h/d?target_sesion_attrs=any",
    "unsupported database URL parameter target_sesion_attrs; did you mean target_session_attrs?",
  ],
  [
    "postgres://u:secret@h/d?channel_binding=require",
    expect.stringMatching(/^unsupported database URL parameter channel_binding; allowed: application_name, .*, user$/),
  ],
  [
    "postgres://u:secret@h/d?sslmode=nonsense",
    "sslmode must be one of disable, prefer, require, verify-ca, verify-full, no-verify",
  ],
])("rejects %s", (url, message) => {
  expect(() => parseDatabaseUrl(url)).toThrow(expect.objectContaining({ message }));
});
