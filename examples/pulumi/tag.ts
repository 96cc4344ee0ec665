import { getGroupOutput, Repo, Tag } from "platform-iac/pulumi";

const repo = new Repo("app", { groupUid: getGroupOutput({ name: "acme" }).uid, name: "app" });

export const stable = new Tag("stable", { repoUid: repo.uid, name: "stable", digest: `sha256:${"0".repeat(64)}` });
