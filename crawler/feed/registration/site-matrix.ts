import { z } from "zod";
import { LANGUAGE } from "../api/site-info.ts";

/** A wiki as a site matrix names it; it is identified when it is first fed. */
interface MatrixWiki {
  readonly dbname: string;
  readonly api: string;
  /** Scheme and host. */
  readonly server: string;
  readonly articleUrl: string;
  readonly lang: string;
  readonly siteName: string;
}

export interface SiteMatrix {
  readonly wikis: readonly MatrixWiki[];
  /** Wikis that are not watched, and why. */
  readonly skipped: readonly { readonly dbname: string; readonly why: string }[];
}

const TEXT_CHARS_MAX = 500;
/** Characters of a name in a message. */
const NAME_CHARS_MAX = 64;

/** In formatversion 1 a flag that is set is an empty string, in 2 it is true. */
const flag = z
  .union([z.boolean(), z.literal("")])
  .optional()
  .transform((set) => set !== undefined && set !== false);
const site = z.object({
  url: z.string(),
  dbname: z.string(),
  code: z.string().optional(),
  lang: z.string().optional(),
  sitename: z.string().optional(),
  closed: flag,
  private: flag,
  nonglobal: flag,
});
const group = z.object({ code: z.string(), site: z.array(z.unknown()).default([]) });
const specials = z.array(z.unknown());

/**
 * Parses an answer of `action=sitematrix`. Left out are private wikis, which cannot be read; closed ones, in which nobody
 * repairs links; and those that are not global (votes, log-in), which serve the farm itself. A broken entry is skipped.
 * Null: it is no site matrix.
 */
export function parseSiteMatrix(matrix: unknown): SiteMatrix | null {
  const parsed = z.record(z.string(), z.unknown()).safeParse(matrix);
  if (!parsed.success || parsed.data.count === undefined) return null;
  const found: { readonly row: z.infer<typeof site>; readonly lang: string }[] = [];
  const skipped: { dbname: string; why: string }[] = [];
  const take = (rows: readonly unknown[], from: string, lang: string | null) => {
    for (const [at, entry] of rows.entries()) {
      const { data: row } = site.safeParse(entry);
      if (row === undefined)
        skipped.push({ dbname: `${from}[${at}]`.slice(0, NAME_CHARS_MAX), why: "without address or dbname" });
      else found.push({ row, lang: lang ?? row.lang ?? "en" });
    }
  };
  for (const [key, value] of Object.entries(parsed.data)) {
    if (key === "count") continue;
    if (key === "specials") {
      const rows = specials.safeParse(value);
      if (!rows.success) return null;
      take(rows.data, key, null);
      continue;
    }
    const language = group.safeParse(value);
    if (!language.success) return null;
    take(language.data.site, language.data.code, language.data.code);
  }
  const wikis = new Map<string, MatrixWiki>();
  for (const { row, lang } of found) {
    const why = reasonToSkip(row);
    if (why !== null) skipped.push({ dbname: row.dbname.slice(0, NAME_CHARS_MAX), why });
    else wikis.set(row.dbname, wikiOf(row, lang));
  }
  return { wikis: [...wikis.values()], skipped };
}

function reasonToSkip(row: z.infer<typeof site>): string | null {
  if (row.private) return "private";
  if (row.closed) return "closed";
  if (row.nonglobal) return "not global";
  const url = URL.parse(row.url);
  if (url === null || !/^https?:$/.test(url.protocol)) return "without an address";
  return /^[A-Za-z0-9_-]{1,64}$/.test(row.dbname) ? null : "without a usable name";
}

function wikiOf({ url, dbname, sitename = "" }: z.infer<typeof site>, lang: string): MatrixWiki {
  const { origin } = new URL(url);
  return {
    dbname,
    api: `${origin}/w/api.php`,
    server: origin,
    articleUrl: `${origin}/wiki/$1`,
    // Replaced by what the wiki says about itself when it is identified.
    lang: LANGUAGE.test(lang) ? lang : "en",
    siteName: sitename.slice(0, TEXT_CHARS_MAX),
  };
}
