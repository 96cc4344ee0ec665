/** Diagnostics: the errors and warnings that a provider reports, each with the attribute it concerns. */

/** One step of a path: an attribute name, the index of a list or tuple element, or the key of a map element. */
export type PathStep = string | number | { readonly key: string };

/** A path from the root of a resource's configuration: `["claim_match", "subject"]`, `["tags", { key: "team" }]`. */
export type Path = readonly PathStep[];

export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** One short sentence without a period. */
  readonly summary: string;
  /** What happened and how to fix it. */
  readonly detail?: string;
  /** The attribute at fault; without it the diagnostic concerns the whole resource. */
  readonly path?: Path;
}

/** Creates an error, which fails the operation. See {@link Diagnostic} for the parameters. */
export function errorDiagnostic(summary: string, detail?: string, path?: Path): Diagnostic {
  return { severity: "error", summary, detail, path };
}

/** Creates a warning, which does not fail the operation. */
export function warningDiagnostic(summary: string, detail?: string, path?: Path): Diagnostic {
  return { severity: "warning", summary, detail, path };
}

/** Thrown by a handler that fails; its diagnostics are shown to the user unchanged. */
export class DiagnosticsError extends Error {
  override readonly name = "DiagnosticsError";

  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ summary }) => summary).join("; "));
  }
}

/** Throws a DiagnosticsError if there are any diagnostics. */
export function rejectAny(diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length > 0) throw new DiagnosticsError(diagnostics);
}

/** Converts a thrown value to diagnostics. An unexpected error becomes one diagnostic without a stack trace. */
export function toDiagnostics(thrown: unknown): readonly Diagnostic[] {
  if (thrown instanceof DiagnosticsError) return thrown.diagnostics;
  const detail = thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
  return [errorDiagnostic("Unexpected error in the provider", detail)];
}

/** Formats a path as it is written in configuration: `tags["team"]`, `rules[0].name`. */
export function formatPath(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === "string") return index === 0 ? step : `.${step}`;
      return typeof step === "number" ? `[${step}]` : `[${JSON.stringify(step.key)}]`;
    })
    .join("");
}
