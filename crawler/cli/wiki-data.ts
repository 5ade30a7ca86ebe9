import type { Database } from "../../db/connect.ts";
import type { Criterion, Wiki } from "../../db/types.ts";
import type { Cli } from "./cli.ts";
import { tableLines } from "./table.ts";

/** In one cell of a table. */
export const stateOf = (wiki: Wiki, nowMs: number): string => {
  if (wiki.paused) return "paused";
  const retry = retryOf(wiki, nowMs);
  return `${wiki.error ?? "ok"}${retry === null ? "" : `; tried again at ${retry}`}`;
};

/** When a wiki that is left alone after trouble is tried again; null: it is not left alone. */
const retryOf = ({ retryMs }: Wiki, nowMs: number): string | null =>
  retryMs > nowMs ? new Date(retryMs).toISOString() : null;

/** A wiki's configuration as this command tells it (docs/cli.md). */
export async function wikiData(db: Database, row: Wiki) {
  const { listCriteria } = await import("../../db/queries/config/list-criteria.ts");
  const { spamListHeads } = await import("../../db/queries/spam/spam-lists.ts");
  const criteria = await listCriteria(db, row.id);
  const heads = await spamListHeads(db, row);
  return {
    wiki: row.name,
    api: row.api,
    server: row.server,
    articleUrl: row.articleUrl,
    lang: row.lang,
    siteName: row.siteName,
    criteria: criteria.length > 0 ? criteria : [DEFAULT],
    paused: row.paused,
    /** Where its events are told (F4); null: nowhere. */
    stream: row.stream || null,
    /** A feeder reads them at the moment. */
    streamed: row.streamed,
    error: row.error,
    /** Left alone after trouble until then; null: not. */
    retry: retryOf(row, Date.now()),
    /** When all its pages are listed again (F2). */
    due: new Date(row.fullDueMs).toISOString(),
    /** How far its own changes are known, by its clock (F4); null: it was not asked yet, or does not tell them. */
    changesKnownUntil: row.changesAtMs === null ? null : new Date(row.changesAtMs).toISOString(),
    changesDue: new Date(row.changesDueMs).toISOString(),
    changesEverySeconds: row.changesEveryS,
    /** Its lists and its farm's; null in `error`: read well (P1). */
    spam: heads.map(({ wiki: of, kind, readAtMs, error }) => ({
      scope: of === null ? "global" : "local",
      list: kind,
      readAt: readAtMs === null ? null : new Date(readAtMs).toISOString(),
      error,
    })),
  };
}

const DEFAULT: Criterion = { effect: "include", kind: "namespace", value: "0" };

/** `said`: a line in place of the whole; null: the whole. */
export async function printWiki(
  cli: Cli,
  db: Database,
  row: Wiki,
  json: boolean,
  said: string | null,
): Promise<void> {
  const { criteria, spam, ...rest } = await wikiData(db, row);
  if (json) return cli.out.line(JSON.stringify({ ...rest, criteria, spam }));
  if (said !== null) return cli.out.line(said);
  const lines = tableLines([
    ...Object.entries(rest).map(([name, value]) => [name, String(value ?? "-")]),
    ...criteria.map(({ effect, kind, value, depth }) => [
      effect,
      depth === undefined ? `${kind} ${value}` : `${kind} ${value}, ${depth} levels of subcategories`,
    ]),
    ...spam.map(({ scope, list, readAt, error }) => [
      "spam",
      `${scope} ${list}, read ${readAt ?? "never"}${error === null ? "" : `; not lately: ${error}`}`,
    ]),
  ]);
  for (const line of lines) await cli.out.line(line);
}
