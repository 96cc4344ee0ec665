/** HTML pages for browsers: escaping, layout, style and headers. */
export { Html, html } from "./html";
export { page, pageHeaders } from "./page";
