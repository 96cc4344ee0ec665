import { createHash } from "node:crypto";
import { authPaths } from "../../api";
import { Html, html } from "./html";

/** The login pages: complete documents without scripts, which load nothing. */

const STYLE = `:root{color-scheme:light dark;font:1.0625rem/1.5 system-ui,sans-serif}
body{margin:0;display:grid;place-items:center;min-height:100vh}
main{box-sizing:border-box;width:min(28rem,100%);padding:1.5rem}
h1{font-size:1.5rem;line-height:1.2}
label{display:block;font-weight:600}
input,button,.choice{box-sizing:border-box;width:100%;min-height:2.75rem;margin:.25rem 0 .75rem;padding:.5rem .75rem;font:inherit;border:1px solid #767676;border-radius:.375rem}
button,.choice{display:block;text-align:center;text-decoration:none;color:#fff;background:#1a4fa3;border-color:#1a4fa3;cursor:pointer}
:focus-visible{outline:3px solid #e08a00;outline-offset:2px}
strong.code{display:block;font:700 1.75rem/2 ui-monospace,monospace;letter-spacing:.1em;text-align:center}
.problem{border-left:.25rem solid #c0341d;padding-left:.75rem}
ul{list-style:none;margin:0;padding:0}`;

/** Restricts what a browser does with a page: apply its style sheet, and submit its forms to this host. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

export interface Choosing {
  /** The code shown by a command line on another machine. */
  readonly userCode?: string | undefined;
  /** The selected organization. */
  readonly organization: string;
  /** The identity providers of that organization. */
  readonly choices: readonly { readonly name: string; readonly href: string }[];
  /** The hidden fields of the form that selects an organization. */
  readonly kept: Iterable<readonly [name: string, value: string]>;
}

/** Returns a page that asks for the organization, or offers its identity providers. */
export function choosingPage({ userCode, organization, choices, kept }: Choosing): string {
  const whence = userCode
    ? html`<p>A command line waits for you. Go on only if it shows this code:</p><strong class="code">${userCode}</strong>`
    : html`<p>The command line on this computer asks you to sign in.</p>`;
  if (choices.length > 0) {
    const links = choices.map(
      ({ name, href }) => html`<li><a class="choice" href="${href}">Continue with ${name}</a></li>`,
    );
    const where = organization ? html`<p>Sign in to ${organization}:</p>` : html``;
    return page("Sign in", html`${whence}${where}<ul>${links}</ul>`);
  }
  const missing = organization
    ? html`<p class="problem" role="alert">There is no organization ${organization} with a way to sign in.</p>`
    : html``;
  const hidden = [...kept].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return page(
    "Sign in",
    html`${whence}${missing}<form action="${authPaths.login}" method="get">${hidden}<label for="organization">Your organization</label><input id="organization" name="organization" value="${organization}" required autocomplete="organization" autocapitalize="none" spellcheck="false"><button>Go on</button></form>`,
  );
}

export const donePage = (): string =>
  page("You are signed in", html`<p>You can close this window and go back to the command line.</p>`);

export const problemPage = (problem: string): string =>
  page("That did not work", html`<p class="problem" role="alert">${problem}</p>`);

function page(title: string, content: Html): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>${new Html(`<style>${STYLE}</style>`)}</head><body><main><h1>${title}</h1>${content}</main></body></html>`
    .text;
}
