import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Database } from "../../connect.ts";
import type { UrlId } from "../../types.ts";

interface Row {
  readonly of: UrlId;
  readonly url: NormalisedUrl;
  readonly target: NormalisedUrl | "";
}

/** Looked at by one statement. */
const AT_ONCE = 1_000;

/**
 * Has spam lists asked once more of replacements that themselves, or by where they led, pass a test (H5). In short transactions, each
 * in the order of ids: done again after a crash it does no harm.
 */
export async function judgeAgain(
  db: Database,
  test: (urls: readonly NormalisedUrl[]) => Promise<readonly boolean[]>,
): Promise<void> {
  let last = 0;
  for (;;) {
    const rows: readonly Row[] = await db.sql<Row[]>`
      select url_id as of, url, target from replacement where url_id > ${last}::bigint order by url_id limit ${AT_ONCE}`;
    const urls = rows.flatMap(({ of, url, target }) =>
      [url, target].flatMap((one) => (one === "" ? [] : { of, one })),
    );
    const hits = await test(urls.map(({ one }) => one));
    const ids = [...new Set(urls.flatMap(({ of }, at) => (hits[at] === true ? of : [])))];
    // One that is being judged is waited for: that was by the lists of before.
    if (ids.length > 0)
      await db.sql`
        with locked as materialized (
          select url_id from replacement where url_id = any(${ids}::bigint[]) order by url_id for no key update
        )
        update replacement r set judge = true from locked l where r.url_id = l.url_id`;
    const end = rows.at(-1);
    if (end === undefined || rows.length < AT_ONCE) return;
    last = end.of;
  }
}
