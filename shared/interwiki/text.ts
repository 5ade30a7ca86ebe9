import { type InterwikiMap, type InterwikiTarget, isModest } from "./map.ts";

/**
 * An interwiki map as it is stored with the wiki and in its profile at the edge: a line with the version, then one per
 * prefix, its fields divided by tabs: prefix, `l` (local) or `w` (watched), URL, and API where it is known. A text is
 * cheap to hand through as long as nobody needs the map.
 */
const VERSION = "1";

/** A wiki says what it likes: the WMF's largest map has 1,900 prefixes. */
export const INTERWIKI_LIMITS = { prefixes: 10_000, fieldUnits: 1_000, textUnits: 1_000_000 } as const;

const fits = (field: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they divide lines and fields, or cannot be stored
  field.length <= INTERWIKI_LIMITS.fieldUnits && !/[\0-\x1f]/.test(field);

/** What does not fit (control characters, overlong fields, many places for one title, too many prefixes) is left out. */
export function encodeInterwikis(map: InterwikiMap): string {
  const { prefixes, textUnits } = INTERWIKI_LIMITS;
  let text = VERSION;
  let left: number = prefixes;
  for (const [prefix, { url, local, api }] of map) {
    if (prefix === "" || ![prefix, url, api ?? ""].every(fits) || !isModest(url)) continue;
    const line = [prefix, local ? "l" : "w", url, ...(api === undefined ? [] : [api])].join("\t");
    if (left === 0 || text.length + line.length >= textUnits) break;
    text += `\n${line}`;
    left -= 1;
  }
  return text;
}

/** Total; of another version, or no such text: an empty map. */
export function decodeInterwikis(text: string): InterwikiMap {
  const [version, ...lines] = text.split("\n", INTERWIKI_LIMITS.prefixes + 1);
  const map = new Map<string, InterwikiTarget>();
  if (version !== VERSION) return map;
  for (const line of lines) {
    const [prefix, kind, url, api] = line.split("\t");
    if (prefix === undefined || url === undefined) continue;
    map.set(prefix, { url, local: kind === "l", ...(api !== undefined && { api }) });
  }
  return map;
}
