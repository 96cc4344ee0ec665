/** Under which invites are found by the time at which they expire. */
export const EXPIRES_FIELD = "expires";
