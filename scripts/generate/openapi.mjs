/** The API as an OpenAPI 3.1 document, as a service gives it at /openapi.json, but for no particular address. */
import { load } from "./load.mjs";

export async function openApi() {
  const { openApiDocument } = await load("src/service/openapi/document.ts");
  return { "openapi.json": `${JSON.stringify(openApiDocument(), null, 2)}\n` };
}
