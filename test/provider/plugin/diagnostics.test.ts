import {
  DiagnosticsError,
  diagnosticsOf,
  errorDiagnostic,
  formatPath,
  warningDiagnostic,
} from "../../../src/provider/plugin/diagnostics";

test("What a handler throws on purpose is shown as it is", () => {
  const diagnostics = [warningDiagnostic("Old"), errorDiagnostic("Bad name", "Use another.", ["name"])];
  const error = new DiagnosticsError(diagnostics);
  expect(diagnosticsOf(error)).toBe(diagnostics);
  expect(error.message).toBe("Old; Bad name");
});

test.each([
  [new TypeError("no such thing"), "no such thing"],
  [new RangeError(), "RangeError"],
  ["text", "text"],
])("Anything else becomes one error without a stack", (thrown, detail) => {
  expect(diagnosticsOf(thrown)).toEqual([{ severity: "error", summary: "Unexpected error in the provider", detail }]);
});

test("A path is written as in a configuration", () => {
  expect(formatPath(["rules", 0, "tags", { key: 'a "b"' }, "name"])).toBe('rules[0].tags["a \\"b\\""].name');
});
