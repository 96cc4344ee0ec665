/**
 * What the service offers, as an OpenAPI 3.1 document and as a page for people, both made from the model. Nothing here
 * is needed to answer any other request, and nothing is loaded or computed before somebody asks.
 */
export { openApiRoutes } from "./routes";
