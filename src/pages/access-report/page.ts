import { createHash } from "node:crypto";
import { Html, html } from "../html";
import type { AccessReportData } from "./data";

/** The code of the page, as text. */
export interface ReportAssets {
  readonly script: string;
  readonly style: string;
}

/**
 * Returns an access report as one document without external resources. Its content security policy allows only its own
 * script and style sheet, so that a name from the platform cannot become code even if it were inserted as HTML.
 */
export function accessReportPage(data: AccessReportData, assets: ReportAssets): string {
  const script = assets.script.replaceAll("</script", "<\\/script");
  const policy = [
    "default-src 'none'",
    `script-src ${digest(script)}`,
    `style-src ${digest(assets.style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>Access report</title>${new Html(`<style>${assets.style}</style>`)}</head><body><noscript>This report needs JavaScript.</noscript>${new Html(`<script type="application/json" id="data">${embeddedJson(data)}</script><script>${script}</script>`)}</body></html>
`.text;
}

const digest = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Without `<`, no name can end the element that contains the JSON. */
const embeddedJson = (data: unknown): string => JSON.stringify(data).replaceAll("<", "\\u003c");
