/**
 * Whether an archive's `original` is the URL that was asked for. Archives drop or add `www.`, ports, and a final slash, and
 * change http to https; some file different spellings of a path under one key, and list them all.
 */
export function isSameAddress(original: string, url: string): boolean {
  const own = keyOf(url);
  return own !== null && keyOf(original) === own;
}

function keyOf(text: string): string | null {
  const url = URL.parse(
    /^[a-z][a-z0-9+.-]*:/i.test(text) ? text.replace(/^([a-z]+):\/(?!\/)/i, "$1://") : `http://${text}`,
  );
  if (url === null) return null;
  const host = url.hostname.replace(/^www\d?\./, "").replace(/\.$/, "");
  const port = url.port === "80" || url.port === "443" ? "" : url.port;
  return `${host}:${port}${decoded(url.pathname).replace(/\/$/, "")}${decoded(url.search)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
  } catch {
    // Not UTF-8: compared as it is written.
    return text;
  }
}
