import { statSync } from "node:fs";
import { PlatformError, patternProblem } from "../../api";
import { checkField, registry } from "../../model";
import { CommandFailure, withOperation } from "../failure";
import { withPlatform } from "../open-data";
import type { Output } from "../output";
import { openSecretFile } from "../secret-file";

export interface ServiceInitOptions {
  readonly data: string;
  readonly organization: string;
  readonly baseUrl?: string;
  readonly authUrl?: string;
  readonly issuer?: string;
  readonly subject?: string;
  readonly output?: string;
}

/** Creates an organization, and the store if there is none, and prints how to reach it, including secrets. */
export async function serviceInit(options: ServiceInitOptions, output: Output): Promise<void> {
  requireValid(options);
  if (options.output !== undefined) await requireWritableOutput(options.output);
  const file = options.output === undefined ? undefined : await openSecretFile(options.output);
  try {
    const text = `${JSON.stringify(await createOrganization(options), undefined, 2)}\n`;
    await (file ? file.write(text) : output.stdout(text));
  } finally {
    await file?.discard();
  }
}

/** Rejects an output path before any key is created: a directory, or a file that may contain the only copy of a key. */
async function requireWritableOutput(output: string): Promise<void> {
  const existing = await withOperation(`write ${output}`, () => statSync(output, { throwIfNoEntry: false }));
  if (existing?.isDirectory()) throw new CommandFailure(`cannot write ${output}: it is a directory`);
  if (existing && existing.size > 0)
    throw new CommandFailure(
      `--output ${output} already exists and may contain another owner's key; specify another file`,
    );
}

function createOrganization({ data, organization, issuer, subject, baseUrl, authUrl }: ServiceInitOptions) {
  const urls = { ...(baseUrl ? { baseUrl } : {}), ...(authUrl ? { authUrl } : {}) };
  return withPlatform({ data, mustExist: false, ...urls }, async (platform) => {
    const owner = issuer && subject ? { issuer, subject } : {};
    const { groupUid, identityUid, ...ownKey } = await platform
      .createOrganization({ name: organization, ...owner })
      .catch((error) => {
        throw nameTaken(organization, error);
      });
    const token = await platform.tokens.mint({ identityUid });
    return { baseUrl: platform.baseUrl(), authUrl: platform.authUrl(), groupUid, identityUid, token, ...ownKey };
  });
}

/** Names the existing organization if the name is taken. */
function nameTaken(organization: string, error: unknown): unknown {
  const found = error instanceof PlatformError && error.code === "ALREADY_EXISTS" && error.detail("ResourceInfo");
  return found
    ? new CommandFailure(`--organization ${JSON.stringify(organization)} already exists: ${found.resourceName}`)
    : error;
}

function requireValid({ organization, issuer, subject }: ServiceInitOptions): void {
  const [violation] = checkField(registry.groups.fields.name, organization, { regexProblem: patternProblem });
  if (violation) throw new CommandFailure(`--organization ${JSON.stringify(organization)} ${violation.problem}`);
  if ((issuer === undefined) !== (subject === undefined))
    throw new CommandFailure(issuer === undefined ? "--subject requires --issuer" : "--issuer requires --subject");
}
