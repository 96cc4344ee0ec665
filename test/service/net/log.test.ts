import { retryLater } from "../../../src/api";
import { jsonLog, type LogEntry } from "../../../src/service";
import { reportedError } from "../../../src/service/net/error-responses";

test("lines have a level, and those below the minimum are omitted", () => {
  const lines: string[] = [];
  const log = jsonLog((line) => lines.push(line), "warn");
  log({ event: "request" });
  log({ level: "debug", event: "detail" });
  log({ level: "warn", event: "token rejected" });
  log({ level: "error", event: "request failed", requestId: "1" });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time: expect.any(String), level: "warn", event: "token rejected" },
    { time: expect.any(String), level: "error", event: "request failed", requestId: "1" },
  ]);
  jsonLog((line) => lines.push(line))({ event: "request" });
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ level: "info", event: "request" });
});

test("logs the cause and code of a returned error, which the response does not contain", () => {
  const entries: LogEntry[] = [];
  const reported = (cause: Error) =>
    reportedError({ log: (entry) => entries.push(entry) }, retryLater("UNAVAILABLE", "Unavailable", 1, cause), "r1");
  const answered = reported(Object.assign(new Error("terminating connection"), { code: "57P01" }));
  expect(JSON.stringify(answered.toBody("iam.example.com"))).not.toContain("terminating");
  reported(Object.assign(new Error("connect failed"), { code: "EPIPE" }));
  const entry = {
    level: "error",
    event: "request failed",
    requestId: "r1",
    error: expect.stringContaining("Unavailable"),
  };
  expect(entries).toEqual([
    { ...entry, cause: "terminating connection", sqlstate: "57P01" },
    { ...entry, cause: "connect failed", code: "EPIPE" },
  ]);
  reportedError({ log: (each) => entries.push(each) }, retryLater("UNAVAILABLE", "Unavailable", 1), "r2");
  expect(entries).toHaveLength(2);
  const standby = Object.assign(new Error("is a standby"), { code: "25006" });
  reported(new Error("db1:5432: ECONNREFUSED; db2:5432: is a standby", { cause: standby }));
  expect(entries[2]).toEqual({ ...entry, cause: "db1:5432: ECONNREFUSED; db2:5432: is a standby", sqlstate: "25006" });
});
