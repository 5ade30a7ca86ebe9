import { z } from "zod";
import type { InterwikiMap, InterwikiTarget } from "../../shared/interwiki/map.ts";
import { decodeInterwikis, encodeInterwikis } from "../../shared/interwiki/text.ts";

const row = z.object({
  prefix: z.string(),
  url: z.string(),
  local: z.boolean().optional(),
  /** The map leaves the scheme open; `url` has the one of this very request. */
  protorel: z.boolean().optional(),
  api: z.string().optional(),
});

/**
 * Pure: `interwikimap` of a siteinfo answer (formatversion=2, where `local` stands only if it is true). Rows that are
 * none are passed over; null: the answer has no such list.
 */
export function parseInterwikiMap(query: Readonly<Record<string, unknown>>): InterwikiMap | null {
  const rows = z.array(z.unknown()).safeParse(query.interwikimap);
  if (!rows.success) return null;
  const map = new Map<string, InterwikiTarget>();
  for (const one of rows.data) {
    const { success, data } = row.safeParse(one);
    if (!success) continue;
    const { prefix, local = false, protorel, api } = data;
    const url = protorel === true ? data.url.replace(/^https?:/i, "") : data.url;
    map.set(prefix.toLowerCase(), { url, local, ...(api !== undefined && { api }) });
  }
  // As it is read back: what cannot be stored is not used once and never again.
  return decodeInterwikis(encodeInterwikis(map));
}
