import type { Database } from "../../../db/connect.ts";
import { surveyedAt, worstDomains } from "../../../db/lists/domains.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import { LIST_ENTRIES } from "../../../shared/answer/lists.ts";
import type { DomainCount, DomainList } from "../../../shared/answer/overview.ts";
import type { Day } from "../../../shared/calendar/day.ts";

const writeCursor = ({ unreachable, doubtful, domain }: DomainCount): string =>
  `${unreachable}-${doubtful}-${Buffer.from(domain).toString("base64url")}`;

function readCursor(text: string): DomainCount | null {
  const [, unreachable, doubtful, name = ""] =
    /^([0-9]{1,9})-([0-9]{1,9})-([A-Za-z0-9_-]+)$/.exec(text) ?? [];
  const domain = Buffer.from(name, "base64url").toString();
  if (!/^[!-~]{1,255}$/.test(domain)) return null;
  return { unreachable: Number(unreachable), doubtful: Number(doubtful), domain };
}

/** The domains of a wiki by broken URLs, as they were counted last (Q5). */
export async function domainList(
  db: Database,
  wiki: Wiki,
  cursor: string | null,
  today: Day,
): Promise<DomainList | "bad-cursor"> {
  const after = cursor === null ? null : readCursor(cursor);
  if (cursor !== null && after === null) return "bad-cursor";
  const found = await worstDomains(db, wiki.id, after, LIST_ENTRIES + 1);
  const entries = found.slice(0, LIST_ENTRIES);
  const last = found.length > LIST_ENTRIES ? entries.at(-1) : undefined;
  return {
    version: 1,
    generated: today,
    wiki: wiki.name,
    list: "domains",
    countedAtMs: await surveyedAt(db, wiki.id),
    entries,
    cursor: last === undefined ? null : writeCursor(last),
  };
}
