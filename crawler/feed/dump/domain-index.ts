/**
 * Turns `el_to_domain_index` back (MediaWiki 1.41 and later, LinkFilter): `https://org.wikipedia.en.:8080` is
 * `https://en.wikipedia.org:8080`, `http://V4.127.0.0.1.` is `http://127.0.0.1`, `http://V6.2001.DB8.0.0.0.0.0.1.` is
 * `http://[2001:DB8:0:0:0:0:0:1]`. What is no address of a host (`mailto:com.example.@user`) stays as it is: nobody
 * watches it (U1).
 */
export function hostOfIndex(index: string): string {
  const start = index.indexOf("//");
  if (start < 0) return index;
  const from = start + 2;
  const colon = index.indexOf(":", from);
  const end = colon < 0 ? index.length : colon;
  const host = index.slice(from, index[end - 1] === "." ? end - 1 : end);
  return index.slice(0, from) + forward(host) + index.slice(end);
}

function forward(host: string): string {
  if (host.startsWith("V4.")) return host.slice(3);
  if (host.startsWith("V6.")) return `[${host.slice(3).replaceAll(".", ":")}]`;
  return host.split(".").reverse().join(".");
}
