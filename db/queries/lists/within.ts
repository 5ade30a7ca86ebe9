import type { Sql } from "../../connect.ts";

/** As in the index `url_host_path`. Characters are bytes: paths are ASCII (U4). */
export const PATH_INDEXED = 16;

/**
 * Of `host h`: the domain and all below it. One range of the index `host_reversed`: "." comes right before "/" in ASCII; in
 * between lie only names that end alike in the midst of a label, which the last condition leaves out.
 */
export const hostWithin = (sql: Sql, domain: string) => {
  const reversed = [...domain].reverse().join("");
  return sql`
    reverse(h.name) collate "C" >= ${reversed} and reverse(h.name) collate "C" < ${`${reversed}/`}
    and (h.name = ${domain} or starts_with(reverse(h.name), ${`${reversed}.`}))`;
};

/** What comes right behind all paths that begin so, as far as the index knows them. */
export function beyondIndexed(start: string): string {
  const indexed = start.slice(0, PATH_INDEXED);
  const last = indexed.charCodeAt(indexed.length - 1);
  return indexed.slice(0, -1) + String.fromCharCode(last + 1);
}

/** Of `url u`: its path begins so. A range of the index `url_host_path` behind the host. "": any path. */
export function pathBegins(sql: Sql, start: string) {
  if (start === "") return sql`true`;
  const indexed = start.slice(0, PATH_INDEXED);
  return sql`
    left(u.path, ${PATH_INDEXED}) collate "C" >= ${indexed} and left(u.path, ${PATH_INDEXED}) collate "C" < ${beyondIndexed(start)}
    and starts_with(u.path, ${start})`;
}
