import { invalidArgument } from "../../../api";
import { objectOrEmpty, repoReadme } from "../../../model";
import { counts, resources, type StoredResource } from "../../store";
import type { CheckContext, Rules } from "./rules";
import { getVisible } from "./visibility";

export const repo: Rules = {
  checkCreate: (checking, repo) => checkSource(checking, sourceOf(repo)),

  async checkUpdate(checking, before, after) {
    if (sourceOf(after) !== sourceOf(before)) await checkSource(checking, sourceOf(after));
  },

  /** Deletes its tags and readme too. */
  async beforeDelete({ tx, remove, removeChildren }, { uid }) {
    await removeChildren("Tag", uid);
    const readme = await resources.get(tx, repoReadme.name, uid);
    if (readme) await remove(readme);
    await counts.removeAll(tx, uid);
  },
};

const sourceOf = ({ fields }: StoredResource): string => String(objectOrEmpty(fields.sync_config).source ?? "");

/** The source may be a repo of another installation or a hidden one, but never a group. */
async function checkSource({ db, access }: CheckContext, source: string): Promise<void> {
  const groups = source === "" ? undefined : await getVisible(db, access, "Group", [source]);
  if (groups?.has(source))
    throw invalidArgument({ path: ["sync_config", "source"], problem: "must be the uid of a repo, not of a group" });
}
