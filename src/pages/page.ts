import { createHash } from "node:crypto";
import { Html, html } from "./html";

/** The pages that people see in a browser: self-contained documents without scripts or external resources. */

const STYLE = `:root{color-scheme:light dark;font:1.0625rem/1.5 system-ui,sans-serif}
body{margin:0;display:grid;place-items:center;min-height:100vh}
main{box-sizing:border-box;width:min(28rem,100%);padding:1.5rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.2}
label{display:block;font-weight:600}
input,button,.choice{box-sizing:border-box;width:100%;min-height:2.75rem;margin:.25rem 0 .75rem;padding:.5rem .75rem;font:inherit;border:1px solid #767676;border-radius:.375rem}
button,.choice{display:block;text-align:center;text-decoration:none;color:#fff;background:#1a4fa3;border-color:#1a4fa3;cursor:pointer}
button:hover,.choice:hover{background:#153f82}
:focus-visible{outline:3px solid #e08a00;outline-offset:2px}
strong.code{display:block;font:700 1.75rem/2 ui-monospace,monospace;letter-spacing:.1em;text-align:center}
.problem{border-left:.25rem solid #c0341d;padding-left:.75rem}
ul{list-style:none;margin:0;padding:0}`;

/** Returns a page with a heading. */
export const page = (title: string, content: Html): string =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>${new Html(`<style>${STYLE}</style>`)}</head><body><main><h1>${title}</h1>${content}</main></body></html>`
    .text;

/**
 * Returns headers with a content security policy that allows only the inline style sheet and form submissions to
 * `formAction`, including the redirects that follow.
 */
export const pageHeaders = (formAction: "'self'" | "'none'" | "*") => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
});
