import { repoReadme } from "../../model";
import { counts, resources } from "../store";
import type { Rules } from "./rules";

export const repo: Rules = {
  /** Its tags and its readme go with it. */
  async beforeDelete({ tx, remove, removeChildren }, { uid }) {
    await removeChildren("Tag", uid);
    const readme = await resources.get(tx, repoReadme.name, uid);
    if (readme) await remove(readme);
    await counts.forget(tx, uid);
  },
};
