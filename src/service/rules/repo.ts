import { repoReadme } from "../../model";
import { counts, resources } from "../store";
import type { Rules } from "./rules";

export const repo: Rules = {
  /** Its tags and its readme go with it. */
  async beforeDelete({ tx, remove }, { uid }) {
    for (const tag of await resources.childrenOf(tx, "Tag", uid)) await remove(tag);
    const readme = await resources.get(tx, repoReadme.name, uid);
    if (readme) await resources.remove(tx, readme);
    await counts.forget(tx, uid);
  },
};
