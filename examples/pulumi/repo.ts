import { getGroupOutput, getReposOutput, Repo } from "platform-iac/pulumi";

const groupUid = getGroupOutput({ name: "acme" }).uid;

export const app = new Repo("app", { groupUid, name: "app", description: "The app's images.", readme: "# App" });

export const repos = getReposOutput({ groupUid }).apply((found) => found.map(({ name }) => name));
