import { SCRIPT_HASH } from "./files/complete.ts";

/**
 * Value of the Content-Security-Policy header for every HTML page. Our style sheet; by its hash our script, which
 * may ask this edge and wikis (of every address, as the form above an answer suggests titles of any wiki; a page that
 * came by https asks by https only, as browsers have it) and makes markup of an article alone, in a document that is not
 * shown; the icon from a data address; forms to ourselves. No address of ours is allowed as a script, since answers with a
 * callback are scripts that others can word; style sheets are no answers (`nosniff`).
 */
export const HTML_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  `script-src '${SCRIPT_HASH}'`,
  "connect-src 'self' https: http:",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types article",
].join("; ");
