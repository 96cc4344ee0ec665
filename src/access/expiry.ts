/** Returns whether something with an expiry time has expired at `now`; both RFC 3339 in UTC with milliseconds. */
export const isExpired = (expirationTime: unknown, now: string): boolean =>
  typeof expirationTime === "string" && expirationTime !== "" && expirationTime <= now;
