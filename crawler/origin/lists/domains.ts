import type { Database } from "../../../db/connect.ts";
import { surveyedAt, worstDomains } from "../../../db/lists/domains.ts";
import { worstOrganisations } from "../../../db/lists/organisation.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import { LIST_ENTRIES } from "../../../shared/answer/lists.ts";
import type { OrganisationList } from "../../../shared/answer/organisation.ts";
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

interface Part<Entry> {
  readonly entries: Entry[];
  readonly cursor: string | null;
}

/** A part of a list in the order of broken URLs; null: the cursor is none. @param read reads so many beyond a place */
async function partOf<Entry extends DomainCount>(
  cursor: string | null,
  read: (after: DomainCount | null, limit: number) => Promise<Entry[]>,
): Promise<Part<Entry> | null> {
  const after = cursor === null ? null : readCursor(cursor);
  if (cursor !== null && after === null) return null;
  const found = await read(after, LIST_ENTRIES + 1);
  const entries = found.slice(0, LIST_ENTRIES);
  const last = found.length > LIST_ENTRIES ? entries.at(-1) : undefined;
  return { entries, cursor: last === undefined ? null : writeCursor(last) };
}

/** The domains of a wiki by broken URLs, as they were counted last (Q5). */
export async function domainList(
  db: Database,
  wiki: Wiki,
  cursor: string | null,
  today: Day,
): Promise<DomainList | "bad-cursor"> {
  const part = await partOf(cursor, (after, limit) => worstDomains(db, wiki.id, after, limit));
  if (part === null) return "bad-cursor";
  const countedAtMs = await surveyedAt(db, wiki.id);
  return { version: 1, generated: today, wiki: wiki.name, list: "domains", countedAtMs, ...part };
}

/** The organisations to whose sites a wiki has broken URLs, as they were counted last (O5). */
export async function organisationList(
  db: Database,
  wiki: Wiki,
  cursor: string | null,
  today: Day,
): Promise<OrganisationList | "bad-cursor"> {
  const part = await partOf(cursor, (after, limit) => worstOrganisations(db, wiki.id, after, limit));
  if (part === null) return "bad-cursor";
  const countedAtMs = await surveyedAt(db, wiki.id);
  return { version: 1, generated: today, wiki: wiki.name, list: "organisations", countedAtMs, ...part };
}
