/** The page that loads the viewer, with relative addresses, so that the platform may be served below a path. */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Platform API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/viewer.css">
<script src="docs/viewer.js" defer></script>
</head>
<body>
<noscript>The API reference requires JavaScript. It is also available as an OpenAPI document: <a href="openapi.json">openapi.json</a></noscript>
<main id="viewer"><p id="status">Loading the API reference…</p></main>
</body>
</html>
`;

/** Restricts the page to its own script, style and requests; Swagger UI's icons are data URLs. */
export const docsHeaders = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
} as const;
