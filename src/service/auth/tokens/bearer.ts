import { unauthenticated } from "../../../api";

/** Returns the token of an Authorization header. Throws UNAUTHENTICATED if there is none. */
export function bearerToken(authorization: string | undefined): string {
  const [, token] = /^bearer +([^\s]+)$/i.exec(authorization ?? "") ?? [];
  if (!token) throw unauthenticated("the Authorization header must be Bearer and a token");
  return token;
}
