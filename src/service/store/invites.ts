/** The search index field of an invite's expiry time. */
export const EXPIRES_FIELD = "expires";
