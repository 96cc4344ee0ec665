import { createLogger, formatLogLine } from "../../../src/provider/plugin/log";

test("writes log lines that Terraform can parse, with six fractional digits", () => {
  const line = formatLogLine("warn", "careful", { count: 2 }, new Date("2026-01-02T03:04:05.678Z"));
  expect(JSON.parse(line)).toEqual({
    "@level": "warn",
    "@message": "careful",
    "@timestamp": "2026-01-02T03:04:05.678000Z",
    count: 2,
  });
});

test("does not let fields override Terraform's own members", () => {
  const lines: string[] = [];
  createLogger((line) => lines.push(line)).info("hello", { "@level": 7, "@message": null });
  expect(JSON.parse(lines[0]!)).toMatchObject({ "@level": "info", "@message": "hello" });
});
