/**
 * The API as an OpenAPI 3.1 document and as an HTML page, both generated from the model. No other request depends on
 * this folder, and nothing is loaded or computed before the first request.
 */
export { openApiRoutes } from "./routes";
