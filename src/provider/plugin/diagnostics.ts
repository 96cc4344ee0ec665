/** What a provider says to the person who runs Terraform, and where in their configuration it points. */

/** One step into a value: an attribute's name, an index of a list or tuple, or the key of a map. */
export type PathStep = string | number | { readonly key: string };

/** From the root of a resource's configuration inwards: `["claim_match", "subject"]`, `["tags", { key: "team" }]`. */
export type Path = readonly PathStep[];

export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** One short sentence without a full stop. */
  readonly summary: string;
  /** What happened and what to do about it. */
  readonly detail?: string;
  /** The attribute at fault; without it the diagnostic speaks of the whole resource. */
  readonly path?: Path;
}

/** What stops an operation: see {@link Diagnostic} for its parts. */
export function errorDiagnostic(summary: string, detail?: string, path?: Path): Diagnostic {
  return { severity: "error", summary, detail, path };
}

/** What the person should know though the operation goes on. */
export function warningDiagnostic(summary: string, detail?: string, path?: Path): Diagnostic {
  return { severity: "warning", summary, detail, path };
}

/** Thrown by a handler that cannot answer; what it carries is shown to the person as it is. */
export class DiagnosticsError extends Error {
  override readonly name = "DiagnosticsError";

  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ summary }) => summary).join("; "));
  }
}

/** What was thrown, as diagnostics: an unexpected error becomes one, without its stack. */
export function diagnosticsOf(thrown: unknown): readonly Diagnostic[] {
  if (thrown instanceof DiagnosticsError) return thrown.diagnostics;
  const detail = thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
  return [errorDiagnostic("Unexpected error in the provider", detail)];
}

/** A path as people write it: `tags["team"]`, `rules[0].name`. */
export function formatPath(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === "string") return index === 0 ? step : `.${step}`;
      return typeof step === "number" ? `[${step}]` : `[${JSON.stringify(step.key)}]`;
    })
    .join("");
}
