import type { ReferredType } from "../field";
import { string, timestamp } from "../kinds";

/** Patterns and fields that several types share. */

/** The longest name of anything, in characters. */
export const MAX_NAME = 255;

const namePattern = /^[a-z0-9 ._-]{1,}$/;
const descriptionPattern = /^[\S ]{0,512}$/u;
/** White space of other scripts is none to RE2, and a character outside the basic plane is one. */
const descriptionInRe2 = /^[^\t\n\f\r]{0,512}$/u;

export const tagNamePattern = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/;

/** A uid: 40 hexadecimal digits, then 16 for every level below. */
export const uidPattern = /^[0-9a-f]{40}(?:\/[0-9a-f]{16})*$/;
/** The pattern in words, to be read after a name. */
export const notAUid = 'must be a uid: 40 hexadecimal digits, and "/" and 16 more for every level below the top';

export const text = (number: number, description: string) => string({ number, description });
/** What the platform tells and nobody sets. */
export const outputText = (number: number, description: string) => string({ number, output: true, description });
/** The uid of a resource of another type, which nobody sets. */
export const outputUid = <const T extends ReferredType>(refersTo: T, number: number, description: string) =>
  string({ number, output: true, refersTo, description });
/** What filters look for stands in an index, which takes no longer texts. */
export const indexedText = (number: number, description: string) =>
  string({ number, maxLength: MAX_NAME, description });

export const uid = (description: string) => string({ number: 1, output: true, kept: true, description });

export const name = (number: number, description: string) =>
  string({ number, required: true, pattern: namePattern, maxLength: MAX_NAME, description });

export const description = (number: number) =>
  string({
    number,
    pattern: descriptionPattern,
    readAs: descriptionInRe2,
    description: "What it is for: one line of at most 512 characters.",
  });

export const createTime = (number: number) => timestamp({ number, output: true, description: "When it was created." });

export const updateTime = (number: number) =>
  timestamp({ number, output: true, description: "When it was last changed." });

export const nameFilter = (number: number) =>
  ({ kind: "string", number, description: "Only those with exactly this name." }) as const;
