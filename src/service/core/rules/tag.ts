import type { FilterValue } from "../../../api";
import { canonicalTimestamp } from "../../../model";
import { kinds, type lists } from "../../store";
import type { Rules } from "./rules";

/** Name patterns of machine-generated tags, by the filter that excludes them. */
const namePatterns: Readonly<Record<string, RegExp>> = {
  // Signatures and attestations of an image are stored under a tag that is the image's digest.
  includeReferrers: /^sha256-[0-9a-f]{64}/,
  includeDates: /(?:^|[-._])20\d{2}-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])$/,
  includeEpochs: /-r\d+$/,
};

const excluding =
  (name: string) =>
  (isIncluded: FilterValue): lists.Condition | undefined =>
    isIncluded === false ? { field: kinds.FIELD, excludes: [name], allKinds: Object.keys(namePatterns) } : undefined;

export const tag: Rules = {
  indexEntries({ fields: { name, digest } }) {
    const own = Object.entries(namePatterns).flatMap(([kind, pattern]) => (pattern.test(String(name)) ? [kind] : []));
    return { digest: digest ? [String(digest)] : [], [kinds.FIELD]: own.length > 0 ? own : [kinds.NONE] };
  },

  conditions: {
    updatedSince: (time) => ({ updatedSince: canonicalTimestamp(String(time)) ?? String(time) }),
    ...Object.fromEntries(Object.keys(namePatterns).map((name) => [name, excluding(name)])),
  },
};
