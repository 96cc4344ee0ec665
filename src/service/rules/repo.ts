import { counts, resources } from "../store";
import type { Rules } from "./rules";

export const repo: Rules = {
  /** Its tags go with it. */
  async beforeDelete({ tx, remove }, { uid }) {
    for (const tag of await resources.childrenOf(tx, "Tag", uid)) await remove(tag);
    await counts.forget(tx, uid);
  },
};
