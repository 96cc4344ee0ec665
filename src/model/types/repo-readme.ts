import { capabilitiesFor } from "../capabilities";
import { string } from "../kinds";
import { defineResource } from "../resource";
import { uid } from "./common";

/** In characters. */
const MAX_README = 256 * 1024;

/** A part of a repo that is read and changed on its own path; no type of its own, so the registry does not list it. */
export const repoReadme = defineResource({
  name: "RepoReadme",
  plural: "readme",
  domain: "registry",
  description: "What a repo says of itself.",
  parent: { type: "Repo", attribute: "repoUid" },
  uid: "parent",
  operations: ["get", "update"],
  capabilities: { get: capabilitiesFor("repo").get, update: capabilitiesFor("repo").update },
  filters: {},
  pageSizeNumber: 0,
  fields: {
    uid: uid("The repo's unique identifier."),
    content: string({ number: 2, maxLength: MAX_README, description: "The text, in Markdown." }),
  },
});
