import { rootOf } from "../../../api";
import { type JsonObject, type ResourceDefinition, registry, repoReadme } from "../../../model";
import { resources, type StoredResource } from "../../store";
import type { Caller } from "../access";
import type { Context } from "../rules";
import { checkedInputs } from "./inputs";
import { findVisible } from "./read";
import { draft, insert, replace } from "./records";
import type { Settings, SideWrite } from "./types";
import { updateOf } from "./update";
import { write } from "./write";

const repo: ResourceDefinition = registry.repos;
const definition: ResourceDefinition = repoReadme;

/** Returns the readme of a repo, initially empty. Requires permission to read the repo. */
export function getReadme({ store: { db }, access }: Settings, caller: Caller, uid: string): Promise<JsonObject> {
  return access.reading(caller, async (seen) => {
    await findVisible(db, seen, repo, uid);
    const found = await resources.get(db, definition.name, uid);
    return answer(uid, found?.fields);
  });
}

/** Updates the readme. Throws PERMISSION_DENIED without repo.update. */
export function updateReadme(
  settings: Settings,
  caller: Caller,
  uid: string,
  body: JsonObject,
  mask: readonly string[],
): Promise<JsonObject> {
  const inputsFrom = updateOf(definition, body, mask);
  return write(settings, caller, { root: rootOf(uid) }, async ({ db, access, now }) => {
    await findVisible(db, access, repo, uid);
    access.require(definition.capabilities.update ?? [], uid);
    const found = await resources.get(db, definition.name, uid);
    const fields = inputsFrom(found?.fields ?? {}, now);
    return async (context) => {
      await keep(context, uid, found, fields);
      return answer(uid, fields);
    };
  });
}

/** Writes the readme together with its repo. */
export const readmeSideWrite = (content: unknown): SideWrite => ({
  said: { readme: content },
  check(now) {
    checkedInputs(definition, { content }, now);
  },
  async write(context, uid) {
    const found = await resources.get(context.tx, definition.name, uid);
    await keep(context, uid, found, checkedInputs(definition, { content }, context.now));
  },
});

/** Returns the readmes of repos by uid; omits repos without one. */
export async function readmesOf(
  { store: { db } }: Settings,
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await resources.getMany(db, definition.name, uids);
  return new Map([...found].map(([uid, { fields }]) => [uid, String(fields.content ?? "")]));
}

async function keep(context: Context, uid: string, found: StoredResource | undefined, fields: JsonObject) {
  const { now } = context;
  if ((found?.fields.content ?? "") === (fields.content ?? "")) return;
  if (found) await replace(context, definition, { ...found, updateTime: now, fields }, ["content"]);
  else await insert(context, definition, draft(definition, uid, fields, now));
}

const answer = (uid: string, fields: JsonObject = {}): JsonObject => ({ uid, content: fields.content ?? "" });
