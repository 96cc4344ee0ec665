import * as pulumi from "@pulumi/pulumi";
import { camelCase } from "../../src/model";
import { access } from "../../src/provider/access";
import type { Connection } from "./connection";

/** Reads what an identity may do, as the provider's data source does. Logs its warnings as warnings of the program. */
export async function readAccess(connection: Connection, args: object): Promise<object> {
  const source = access(() => ({ run: (_failure, _definition, calls) => calls(connection) }));
  const { identityUid, groupUid = null } = args as { readonly identityUid: string; readonly groupUid?: string };
  const config = { identity_uid: identityUid, group_uid: groupUid };
  const { state, diagnostics = [] } = await source.read(
    { config } as never,
    { signal: new AbortController().signal } as never,
  );
  for (const { summary, detail } of diagnostics) await pulumi.log.warn(`getAccess: ${summary}: ${detail}`);
  return inCamelCase(state) as object;
}

function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (typeof value !== "object" || value === null) return value ?? undefined;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [camelCase(name), inCamelCase(each)]));
}
