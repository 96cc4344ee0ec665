import { canonicalTimestamp } from "../../../model";
import { kinds } from "../../store";
import type { FilterValue, Rules } from "./rules";

/** What the name of a tag says that is not there for people to use, by the filter that leaves it out. */
const shapes: Readonly<Record<string, RegExp>> = {
  // An image's signatures and attestations are found by a tag that is its digest.
  includeReferrers: /^sha256-[0-9a-f]{64}/,
  includeDates: /(?:^|[-._])20\d{2}-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])$/,
  includeEpochs: /-r\d+$/,
};

const unless = (shape: string) => (isIncluded: FilterValue) =>
  isIncluded === false ? { field: kinds.FIELD, noneOf: [shape], of: Object.keys(shapes) } : undefined;

export const tag: Rules = {
  terms({ fields: { name, digest } }) {
    const own = Object.keys(shapes).filter((shape) => shapes[shape]!.test(String(name)));
    return { digest: digest ? [String(digest)] : [], [kinds.FIELD]: own.length > 0 ? own : [kinds.NONE] };
  },

  conditions: {
    updatedSince: (time) => ({ updatedSince: canonicalTimestamp(String(time))! }),
    ...Object.fromEntries(Object.keys(shapes).map((shape) => [shape, unless(shape)])),
  },
};
