import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { authPaths } from "../../api";
import { resolveConfiguration, tokenFor } from "../../client";
import { decodeClaims } from "../../client/tokens/jwt";
import { SESSION_FILE } from "../../client/tokens/session-file";
import { httpUrlProblem } from "../../model";
import { requestAuth } from "../auth-requests";
import { CommandFailure, withOperation } from "../failure";
import type { Output } from "../output";

export interface RedeemOptions {
  /** `-` for standard input. Other users of a machine can see arguments, so the code is not one. */
  readonly codeFile: string;
  readonly session?: string;
}

/** Joins a group with the code of an invite, as the identity of the environment or of the login session. */
export async function redeemGroupInvite({ codeFile, session }: RedeemOptions, output: Output): Promise<void> {
  const content = await withOperation(`read ${codeFile}`, () =>
    codeFile === "-" ? text(process.stdin) : readFileSync(codeFile, "utf8"),
  );
  const code = content.trim();
  if (code === "") throw new CommandFailure(`--code-file ${codeFile} must contain the code of an invite`);
  const env = session === undefined ? process.env : { ...process.env, [SESSION_FILE]: session };
  const resolved = resolveConfiguration({}, env);
  const bearer = await tokenFor(resolved, { audience: resolved.baseUrl }).token({});
  const { iss } = decodeClaims(bearer) ?? {};
  // Tokens that an operator created name no address.
  const authUrl = typeof iss === "string" && httpUrlProblem(iss) === undefined ? iss : resolved.baseUrl;
  const joined = await requestAuth<{ readonly groupUid: string; readonly identityUid: string }>(
    `${authUrl}${authPaths.register}`,
    { failure: "Cannot redeem the invite", parameters: { code }, bearer },
  );
  output.stdout(`identity ${joined.identityUid} joined group ${joined.groupUid}\n`);
}
