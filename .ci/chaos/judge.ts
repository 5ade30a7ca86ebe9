import { edgeStore } from "../../crawler/dispatch/edge-store.ts";
import { openHttpClient } from "../../crawler/net/egress/clients.ts";
import { readConfig } from "../../crawler/runtime/config.ts";
import { decodeHistory, decodeUrl, type UrlColumns } from "../../db/urls/row.ts";
import { classify } from "../../shared/url/classify.ts";
import { readStored } from "../e2e/testing/stored.ts";
import { must, type System } from "./system.ts";
import type { RestlessWiki } from "./wikis.ts";

/** What is wrong, in words; none: everything holds. */
export type Findings = string[];

const SHOWN_MAX = 10;

function found(what: string, all: readonly string[]): Findings {
  if (all.length === 0) return [];
  const more = all.length > SHOWN_MAX ? ` and ${all.length - SHOWN_MAX} more` : "";
  return [`${what}: ${all.slice(0, SHOWN_MAX).join("; ")}${more}`];
}

const normalised = (link: string): string => {
  const classified = classify(link, { allowPrivate: true });
  return classified.kind === "resource" ? classified.url : `no resource: ${link}`;
};

/** Pages and their links are those of the wiki, but for pages about which it did not tell the truth. */
export async function judgePages(
  { db }: Pick<System, "db">,
  wiki: Pick<RestlessWiki, "name" | "pages">,
  isExcused: (pageid: number) => boolean,
): Promise<Findings> {
  const stored = await readStored(db, wiki.name);
  const there = new Map(wiki.pages().map((page) => [page.pageid, page]));
  const wrong: string[] = [];
  for (const [pageid, { title, links }] of there) {
    if (isExcused(pageid)) continue;
    const page = stored.get(pageid);
    const expected = [...new Set(links.map(normalised))].sort();
    if (page === undefined) wrong.push(`${pageid} is not there`);
    else if (page.title !== title) wrong.push(`${pageid} is called ${page.title}, not ${title}`);
    else if (JSON.stringify(page.urls) !== JSON.stringify(expected))
      wrong.push(`${pageid} has ${page.urls.join(" ")}, not ${expected.join(" ")}`);
  }
  for (const pageid of stored.keys())
    if (!there.has(pageid) && !isExcused(pageid)) wrong.push(`${pageid} is gone, and still there`);
  return found(`pages of ${wiki.name}`, wrong);
}

interface UrlRow extends UrlColumns {
  readonly id: number;
  readonly queried: number;
  readonly history: Uint8Array;
}

/** Histories are legal, of no day to come, and count each day once. */
export async function judgeHistories(
  { db }: Pick<System, "db">,
  firstDay: number,
  today: number,
): Promise<Findings> {
  const rows = await db.sql<UrlRow[]>`
    select u.id, u.scheme, h.name as host, u.port, u.path, u.queried, u.history
    from url u join host h on h.id = u.host_id`;
  const days = today - firstDay + 1;
  const wrong: string[] = [];
  const texts = new Map<string, number>();
  for (const row of rows) {
    const text = decodeUrl(row);
    texts.set(text, (texts.get(text) ?? 0) + 1);
    const runs = decodeHistory(row.history);
    const checks = runs.reduce((sum, run) => sum + run.checks, 0);
    const isOrdered = runs.every(
      ({ first, last }, at) => first <= last && last <= (runs[at - 1]?.first ?? today),
    );
    if (!isOrdered) wrong.push(`${text} has days out of order`);
    if (runs.some(({ first }) => first < firstDay)) wrong.push(`${text} was seen before the trial`);
    if (checks > days) wrong.push(`${text} counts ${checks} checks on ${days} days`);
    if (row.queried > today) wrong.push(`${text} was asked on a day to come`);
    if (row.queried >= 0 !== runs.length > 0)
      wrong.push(`${text} was asked ${row.queried} and has ${runs.length} runs`);
  }
  const doubled = [...texts].filter(([, count]) => count > 1).map(([text]) => text);
  return [...found("histories", wrong), ...found("URLs stored twice", doubled)];
}

/** What people said and was acknowledged is there. */
export async function judgePeople(system: System): Promise<Findings> {
  const lines = (await must(system.command("report", "list", "--json"))).trim().split("\n").filter(Boolean);
  const said = lines.map(
    (line) => JSON.parse(line) as { url?: string; reporters?: unknown[]; replacement?: string | null },
  );
  const byUrl = new Map(said.map((one) => [one.url, one]));
  const missing = system.readers.acknowledged.filter(({ url, replacement }) => {
    const one = byUrl.get(normalised(url));
    return replacement === null ? (one?.reporters ?? []).length === 0 : one?.replacement == null;
  });
  return found(
    "acknowledged, and not there",
    missing.map(({ url, replacement }) => `${url} ${replacement ?? "works"}`),
  );
}

/** Tables agree with each other, and nobody holds anything. */
export async function judgeTables({ db }: Pick<System, "db">): Promise<Findings> {
  const [row] = await db.sql<Record<string, number>[]>`
    select
      (select count(*) from page_link l where not exists (select 1 from page p where p.wiki_id = l.wiki_id and p.pageid = l.pageid))::int
        as "links of pages that are not there",
      (select count(*) from page_link l, unnest(l.urls) as used(id) where not exists (select 1 from url u where u.id = used.id))::int
        as "links to URLs that are not there",
      (select count(*) from slice where holder is not null)::int as "slices that somebody holds",
      (select count(*) from recheck where holder is not null)::int as "rechecks that somebody holds",
      (select count(*) from dispatch_client where holder is not null)::int as "clients that somebody holds",
      (select count(*) from dispatch_client where needs_export)::int as "clients that need an export",
      (select count(*) from page where needs_update)::int as "pages that are to be read",
      (select count(*) from url u where u.queried < 0)::int as "URLs that were never checked",
      (select count(*) from (select 1 from event group by wiki_id, url_id, kind, at, day, url, pages::text, detail::text
        having count(*) > 1) as twice)::int as "events that are there twice",
      (select count(*) from url u where u.queried >= 0 and not exists (
        select 1 from change c where c.url_id = u.id and c.kind = 'url'))::int as "checked URLs without news"`;
  return Object.entries(row ?? {}).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]));
}

interface DoctorFinding {
  readonly check: string;
  readonly severity: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** What `weboid doctor --full` finds. Throws where it ends with neither that nor nothing. */
export async function askDoctor(
  { command }: Pick<System, "command">,
  ...more: string[]
): Promise<readonly DoctorFinding[]> {
  const { code, stdout, stderr } = await command("doctor", "--full", "--json", ...more);
  if (code !== 0 && code !== 1) throw new Error(`weboid doctor ended with ${code}: ${stderr.slice(-500)}`);
  return (JSON.parse(stdout) as { findings: DoctorFinding[] }).findings;
}

/** What `weboid doctor` finds in the database, of clocks and at the edge. */
export async function judgeByDoctor(system: System): Promise<Findings> {
  const findings = await askDoctor(system, "--only", "database", "clock", "edge");
  return findings
    .filter(({ severity }) => severity === "error")
    .map(({ check, count, examples }) => `doctor: ${check} (${count}): ${examples.join("; ")}`);
}

/** Values of the edge's store, by their keys. */
export async function readEdge(system: System): Promise<Map<string, string>> {
  const { edgeUrl, edgeToken } = system;
  const http = openHttpClient(readConfig({}), [edgeUrl]);
  const store = edgeStore({ http, edgeUrl, edgeToken, signal: AbortSignal.timeout(60_000) });
  const values = new Map<string, string>();
  try {
    for (const { name } of system.wikis) {
      let cursor: string | null = null;
      do {
        const listed = await store.list(`s1:${name}:`, cursor);
        if (listed.kind === "failed") throw new Error(listed.message);
        for (const key of listed.keys) {
          const value = await store.get(key);
          if (value.kind === "failed") throw new Error(value.message);
          if (value.kind === "value") values.set(key, Buffer.from(value.bytes).toString("base64"));
        }
        cursor = listed.cursor;
      } while (cursor !== null);
    }
    return values;
  } finally {
    await http.close();
  }
}

interface JudgedEdge {
  readonly wikis: readonly Pick<RestlessWiki, "name">[];
  readonly command: System["command"];
  readonly liedKeys: ReadonlySet<string>;
}

/**
 * What dispatchers wrote during all this is what a full export writes afterwards, but for keys about which the store lied;
 * those `weboid doctor` finds and repairs.
 */
export async function judgeEdge(
  { wikis, command, liedKeys }: JudgedEdge,
  read: () => Promise<ReadonlyMap<string, string>>,
): Promise<Findings> {
  const before = await read();
  if (liedKeys.size > 0) {
    await askDoctor({ command }, "--repair", "--only", "edge");
    await must(command("dispatch", "--once"));
  }
  const repaired = await read();
  for (const { name } of wikis) await must(command("export", name, "--restart"));
  const after = await read();
  const differences = (edge: ReadonlyMap<string, string>, excused: ReadonlySet<string>) =>
    [...new Set([...edge.keys(), ...after.keys()])]
      .filter((key) => edge.get(key) !== after.get(key) && !excused.has(key))
      .map(
        (key) =>
          `${key} ${edge.has(key) ? (after.has(key) ? "differs" : "is there without a page") : "is missing"}`,
      );
  return [
    ...found("the edge is not what an export writes", differences(before, liedKeys)),
    ...found("doctor left at the edge", liedKeys.size > 0 ? differences(repaired, new Set()) : []),
  ];
}

/** Checks of a link that its server can tell of: one asks by HEAD once, and by GET once, or twice where it failed. */
const checksSeen = (link: string, { head, get }: { head: number; get: number }): number =>
  Math.max(head, /\/(?:gone|broken)\//.test(link) ? Math.ceil(get / 2) : get);

/** How often links were checked beyond once. */
export const checkedAgain = ({ web }: System): number =>
  [...web.visits].reduce((sum, [link, seen]) => sum + checksSeen(link, seen) - 1, 0);

/** What a crawler has in hand: checks on their way, and results of some seconds that are not written as the database is away. */
const IN_HAND_MAX = 90;

/** A check is done again only where a crawler ended, or stood still, that had it in hand. */
export function judgeChecks(system: System): Findings {
  const crawlers = system.roles.filter(({ name }) => name.startsWith("crawl"));
  const ended = crawlers.reduce((sum, { kills, freezes, ends }) => sum + kills + freezes + ends.length, 0);
  const again = checkedAgain(system);
  const often = [...system.web.visits].filter(([link, seen]) => checksSeen(link, seen) > 1 + ended);
  return [
    ...(again > ended * IN_HAND_MAX
      ? [`${again} checks were done again, as crawlers ended ${ended} times`]
      : []),
    ...found(
      "checked more often than crawlers ended",
      often.map(([link]) => link),
    ),
  ];
}

/** No program says what no program should say. */
export function judgeWords({ roles }: System): Findings {
  return found(
    "said by a role",
    roles.flatMap(({ name, unseemly }) => unseemly.map((line) => `${name}: ${line.slice(0, 300)}`)),
  );
}
