import { capabilitiesFor } from "../capabilities";
import { boolean, set, string } from "../kinds";
import { defineResource } from "../resource";
import { createTime, nameFilter, tagName, uid, updateTime } from "./common";

const flag = (number: number, what: string) =>
  ({
    kind: "boolean",
    number,
    description: `Whether to include ${what}.`,
  }) as const;

export const tag = defineResource({
  name: "Tag",
  plural: "tags",
  domain: "registry",
  description: "A name in a repo that refers to an image.",
  parent: { type: "Repo", attribute: "repoUid" },
  operations: ["list", "get", "create", "delete"],
  capabilities: capabilitiesFor("tag"),
  filters: {
    name: nameFilter(2),
    updatedSince: {
      kind: "timestamp",
      number: 3,
      description: "Return only tags that were updated at or after this time.",
    },
    includeReferrers: flag(4, "tags that only refer to another image"),
    includeDates: flag(5, "tags that end in a date"),
    includeEpochs: flag(6, "tags that end in an epoch"),
    digest: { kind: "string", number: 7, description: "Return only tags that refer to the image with this digest." },
  },
  pageSizeNumber: 10,
  unique: ["name"],
  fields: {
    uid: uid("The tag's unique identifier: its repo's uid followed by one more segment."),
    name: string({
      number: 2,
      required: true,
      ...tagName,
      description: "The tag's name, unique in its repo.",
    }),
    digest: string({
      number: 3,
      required: true,
      pattern: /^sha256:[0-9a-f]{64}$/,
      allowed: 'must be "sha256:" followed by 64 lowercase hexadecimal digits',
      description: "The image's digest.",
    }),
    updateTime: updateTime(4),
    deprecated: boolean({ number: 5, description: "Whether the tag should no longer be used." }),
    bundles: set(string({ number: 6, description: "A bundle." }), {
      number: 6,
      description: "The bundles that the tag belongs to.",
    }),
    createTime: createTime(1000),
  },
});
