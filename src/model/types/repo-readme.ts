import { capabilitiesFor } from "../capabilities";
import { string } from "../kinds";
import { defineResource } from "../resource";
import { uid } from "./common";

/** The maximum length, in characters. */
const MAX_README = 256 * 1024;

/** A singleton of repos. In clients it is a field of the repo, so the registry excludes it. */
export const repoReadme = defineResource({
  name: "RepoReadme",
  plural: "readme",
  domain: "registry",
  description: "A repo's readme.",
  parent: { type: "Repo", attribute: "repoUid" },
  uid: "parent",
  singleton: true,
  operations: ["get", "update"],
  capabilities: { get: capabilitiesFor("repo").get, update: capabilitiesFor("repo").update },
  filters: {},
  pageSizeNumber: 0,
  fields: {
    uid: uid("The repo's unique identifier."),
    content: string({ number: 2, maxLength: MAX_README, description: "The readme's text, in Markdown." }),
  },
});
