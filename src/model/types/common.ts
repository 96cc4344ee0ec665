import type { ReferencedType } from "../field";
import { reference, string, timestamp } from "../kinds";

/** Patterns and fields shared by several types. */

/** The maximum length of a name, in characters. */
export const MAX_NAME = 255;

const namePattern = /^[a-z0-9 ._-]{1,}$/;
const descriptionPattern = /^[\S ]{0,512}$/u;
/**
 * The description pattern with RE2 semantics: RE2 matches only ASCII white space and counts a character outside the
 * Basic Multilingual Plane as one.
 */
const re2DescriptionPattern = /^[^\t\n\f\r]{0,512}$/u;

export const tagName = {
  pattern: /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/,
  allowed: 'must be 1 to 128 letters, digits, "_", "." and "-", not beginning with "." or "-"',
};

export const httpUrl = { pattern: /^https?:\/\/[^\s]+$/, allowed: "must be an https or http URL" };

export const awsAccountId = { pattern: /^[0-9]{12}$/, allowed: "must be 12 digits" };

export const text = (number: number, description: string) => string({ number, description });
/** A string assigned by the platform. */
export const outputText = (number: number, description: string) => string({ number, output: true, description });
/** The uid of a resource of another type, assigned by the platform. */
export const outputUid = <const T extends ReferencedType>(refersTo: T, number: number, description: string) =>
  reference(refersTo, { number, output: true, description });
/** A string that list filters match; limited to the index's maximum length. */
export const indexedText = (number: number, description: string) =>
  string({ number, maxLength: MAX_NAME, description });

export const uid = (description: string) => string({ number: 1, output: true, inManagedState: true, description });

export const name = (number: number, description: string) =>
  string({
    number,
    required: true,
    pattern: namePattern,
    allowed: 'must contain only lowercase letters, digits, spaces, ".", "_" and "-"',
    patternInErrors: true,
    maxLength: MAX_NAME,
    description,
  });

export const description = (number: number) =>
  string({
    number,
    pattern: descriptionPattern,
    re2Pattern: re2DescriptionPattern,
    allowed: "must be at most 512 characters on one line, without tabs",
    description: "A description.",
  });

export const createTime = (number: number) =>
  timestamp({ number, output: true, description: "The time at which the resource was created." });

export const updateTime = (number: number) =>
  timestamp({ number, output: true, description: "The time at which the resource was last updated." });

export const nameFilter = (number: number) =>
  ({ kind: "string", number, description: "Return only resources with exactly this name." }) as const;
