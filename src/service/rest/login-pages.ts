import { authPaths } from "../../api";
import { html, page, pageHeaders } from "../../pages";

/** The login pages. */

export const loginPageHeaders = pageHeaders("'self'");

export interface SignInPageOptions {
  /** The code shown by a command line on another machine. */
  readonly userCode?: string | undefined;
  /** The selected organization. */
  readonly organization: string;
  /** The identity providers of that organization. */
  readonly choices: readonly { readonly name: string; readonly href: string }[];
  /** The hidden fields of the form that selects an organization. */
  readonly hiddenFields: Iterable<readonly [name: string, value: string]>;
}

/** Returns a page that asks for the organization, or offers its identity providers. */
export function signInPage({ userCode, organization, choices, hiddenFields }: SignInPageOptions): string {
  const intro = userCode
    ? html`<p>A command line on another device asks to sign in as you. Continue only if it shows this code:</p><strong class="code">${userCode}</strong>`
    : html`<p>Sign in to continue in the command line on this computer.</p>`;
  if (choices.length > 0) {
    const links = choices.map(
      ({ name, href }) => html`<li><a class="choice" href="${href}">Continue with ${name}</a></li>`,
    );
    const where = organization ? html`<p>Organization: ${organization}</p>` : html``;
    return page("Sign in", html`${intro}${where}<ul>${links}</ul>`);
  }
  const missing = organization
    ? html`<p class="problem" role="alert">The organization ${organization} does not exist or has no identity provider.</p>`
    : html``;
  const hidden = [...hiddenFields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return page(
    "Sign in",
    html`${intro}${missing}<form action="${authPaths.login}" method="get">${hidden}<label for="organization">Your organization</label><input id="organization" name="organization" value="${organization}" required autocomplete="organization" autocapitalize="none" spellcheck="false"><button>Continue</button></form>`,
  );
}

export const donePage = (): string =>
  page("You are signed in", html`<p>You can close this window and return to the command line.</p>`);

export const problemPage = (problem: string): string =>
  page("Sign-in failed", html`<p class="problem" role="alert">${problem}</p><p>Start again from the command line.</p>`);
