import {
  DiagnosticsError,
  errorDiagnostic,
  formatPath,
  toDiagnostics,
  warningDiagnostic,
} from "../../../src/provider/plugin/diagnostics";

test("returns the diagnostics of a DiagnosticsError unchanged", () => {
  const diagnostics = [warningDiagnostic("Old"), errorDiagnostic("Bad name", "Use another.", ["name"])];
  const error = new DiagnosticsError(diagnostics);
  expect(toDiagnostics(error)).toBe(diagnostics);
  expect(error.message).toBe("Old; Bad name");
});

test.each([
  [new TypeError("no such thing"), "no such thing"],
  [new RangeError(), "RangeError"],
  ["text", "text"],
])("converts any other error to one diagnostic without a stack trace", (thrown, detail) => {
  expect(toDiagnostics(thrown)).toEqual([{ severity: "error", summary: "Unexpected error in the provider", detail }]);
});

test("formats paths as written in configuration", () => {
  expect(formatPath(["rules", 0, "tags", { key: 'a "b"' }, "name"])).toBe('rules[0].tags["a \\"b\\""].name');
});
