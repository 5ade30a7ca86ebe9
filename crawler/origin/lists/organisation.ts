import type { Database } from "../../../db/connect.ts";
import { limitTime } from "../../../db/lists/conditions.ts";
import { hostsOf } from "../../../db/lists/hosts.ts";
import { archivedOf, organisationOf } from "../../../db/lists/organisation.ts";
import { usedUrls } from "../../../db/lists/uses.ts";
import { relaunchedSites, relaunchesOf } from "../../../db/relaunches/read.ts";
import type { UrlId, WikiId } from "../../../db/types.ts";
import { factsOf } from "../../../db/urls/facts.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import {
  type LinkAtRisk,
  ORGANISATION_LIMITS,
  type OrganisationPage,
} from "../../../shared/answer/organisation.ts";
import { COUNTED_VERDICTS } from "../../../shared/answer/overview.ts";
import type { UrlFacts } from "../../../shared/answer/types.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import { isPlainlyWorking } from "../../../shared/history/evidence.ts";
import type { History } from "../../../shared/history/types.ts";
import { siteOf } from "../../../shared/relaunch/detect.ts";
import { riskRank, risksOf } from "../../../shared/relaunch/risk.ts";
import { registrableDomain } from "../../../shared/url/domain.ts";
import { splitUrl } from "../../../shared/url/parts.ts";
import type { HostName, NormalisedUrl } from "../../../shared/url/types.ts";
import { asOf, countedOf, daysUntil, noLinks, sumOf } from "./domain.ts";
import { stretch } from "./stretch.ts";

const STATEMENT_MS = 5_000;
const STEP = 500;

/** How much of an organisation is looked at. */
export interface Extent {
  readonly domains: number;
  readonly archiving: number;
  readonly relaunches: number;
  /** Time after which an answer has what was seen by then. */
  readonly ms: number;
}

/** Of an answer: edges wait 8 s. */
const PAGE_EXTENT: Extent = {
  domains: ORGANISATION_LIMITS.domains,
  archiving: ORGANISATION_LIMITS.archiving,
  relaunches: ORGANISATION_LIMITS.relaunches,
  ms: 3_000,
};

/** A link that works. */
interface Candidate {
  readonly id: UrlId;
  readonly url: string;
  readonly site: string;
  readonly history: History;
}

/** What was seen of a domain's links on the pages of a wiki. */
interface Links {
  readonly counts: ReturnType<typeof noLinks>;
  readonly days: ReturnType<typeof daysUntil>;
  readonly sites: Map<string, { working: number; broken: number }>;
  readonly candidates: Candidate[];
  complete: boolean;
}

interface Looking {
  readonly wiki: WikiId | null;
  readonly today: Day;
  /** By the clock of `performance`. */
  readonly untilMs: number;
}

function count(links: Links, domain: string, id: UrlId, known: UrlFacts, today: Day): void {
  const { host } = splitUrl(known.url as NormalisedUrl);
  const verdict = countedOf(known, today);
  // Below a platform's domain are other people's sites.
  if (verdict === undefined || registrableDomain(host as HostName) !== domain) return;
  links.counts[verdict] += 1;
  for (const each of links.days) each[countedOf(asOf(known, each.day, today), each.day) ?? "unknown"] += 1;
  const site = siteOf(host);
  const tally = links.sites.get(site) ?? { working: 0, broken: 0 };
  if (verdict === "working") tally.working += 1;
  if (verdict === "unreachable" || verdict === "doubtful") tally.broken += 1;
  links.sites.set(site, tally);
  if (verdict === "working" && isPlainlyWorking(known.history, known.notes))
    links.candidates.push({ id, url: known.url, site, history: known.history });
}

/** Goes through the URLs of a domain, as far as the time reaches. */
async function look(db: Database, { wiki, today, untilMs }: Looking, domain: string): Promise<Links> {
  const links: Links = {
    counts: noLinks(),
    days: daysUntil(today),
    sites: new Map(),
    candidates: [],
    complete: true,
  };
  const isLate = () => {
    if (performance.now() > untilMs) links.complete = false;
    return !links.complete;
  };
  const host = { kind: "within", domain } as const;
  const question = { kind: "folder", scheme: null, port: null, host, path: "" } as const;
  const hosts = await hostsOf(db, host);
  for (let place: Parameters<typeof stretch>[3]["place"] = null; !isLate(); ) {
    const { urls, through } = await stretch(db, question, hosts, { place, urls: 0 });
    for (let at = 0; at < urls.length && !isLate(); at += STEP) {
      const used = [...(await usedUrls(db, wiki, urls.slice(at, at + STEP)))];
      for (const [id, known] of await factsOf(db, wiki, used)) count(links, domain, id, known, today);
    }
    if (through === null) break;
    place = through;
  }
  return links;
}

const greatestRisks = <Link extends LinkAtRisk>(links: readonly Link[]): Link[] =>
  links.toSorted((a, b) => riskRank(b.risks) - riskRank(a.risks) || (a.url < b.url ? -1 : 1));

/** The links of a domain at the greatest risk of which no archived copy is known. */
async function atRisk(
  db: Database,
  { candidates, sites }: Links,
  relaunched: ReadonlySet<string>,
  limit: number,
): Promise<LinkAtRisk[]> {
  const ranked = greatestRisks(
    candidates
      .map(({ id, url, site, history }) => {
        const tally = sites.get(site) ?? { working: 0, broken: 0 };
        return { id, url, risks: risksOf(history, tally, relaunched.has(site)) };
      })
      .filter(({ risks }) => risks.length > 0),
  );
  const found: LinkAtRisk[] = [];
  for (let at = 0; at < ranked.length && found.length < limit; at += STEP) {
    const some = ranked.slice(at, at + STEP);
    const archived = await archivedOf(
      db,
      some.map(({ id }) => id),
    );
    found.push(...some.filter(({ id }) => !archived.has(id)).map(({ url, risks }) => ({ url, risks })));
  }
  return found.slice(0, limit);
}

export type OrganisationContent = Omit<OrganisationPage, "version" | "generated" | "wiki" | "list">;

/**
 * What the pages of a wiki (null: of all wikis) have of the sites of an organisation (O5): its domains, verdicts over time, relaunches,
 * and what is worth archiving now. Judged now, as in answers about pages.
 */
export async function organisationContent(
  db: Database,
  wiki: WikiId | null,
  asked: string,
  today: Day,
  extent: Extent,
): Promise<OrganisationContent> {
  const domain = registrableDomain(asked as HostName);
  const untilMs = performance.now() + extent.ms;
  const inTime = <T>(work: (tx: Database) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      await limitTime(tx, STATEMENT_MS);
      return work(tx);
    });
  const { organisation, domains, relaunches, sites } = await inTime(async (tx) => {
    const known = await organisationOf(tx, domain, extent.domains);
    const names = known.domains.map((each) => each.domain);
    const wanted = { domains: names, after: null, limit: extent.relaunches };
    const relaunches = (await relaunchesOf(tx, wiki, wanted)).map(({ id: _, ...each }) => each);
    return { ...known, relaunches, sites: await relaunchedSites(tx, wiki, names) };
  });
  const counts = new Map<string, Links["counts"]>();
  const days = daysUntil(today);
  let complete = true;
  let archiving: LinkAtRisk[] = [];
  // In a transaction each: all of a great organisation take minutes, and as much memory as they have links.
  for (const { domain: name } of domains) {
    if (!complete) break;
    const { links, risky } = await inTime(async (tx) => {
      const links = await look(tx, { wiki, today, untilMs }, name);
      return { links, risky: await atRisk(tx, links, sites, extent.archiving) };
    });
    ({ complete } = links);
    if (sumOf(links.counts) > 0) counts.set(name, links.counts);
    for (const [at, each] of days.entries())
      for (const verdict of COUNTED_VERDICTS) each[verdict] += links.days[at]?.[verdict] ?? 0;
    archiving = greatestRisks([...archiving, ...risky]).slice(0, extent.archiving);
  }
  // Of the others it would only say what other wikis link to (Q3).
  const isShown = (name: string) =>
    wiki === null || name === domain || name === organisation?.domain || counts.has(name);
  return {
    domain,
    organisation,
    domains: domains
      .filter((each) => isShown(each.domain))
      .map((each) => ({ ...each, ...(counts.get(each.domain) ?? noLinks()) })),
    complete,
    days: days.filter((each) => sumOf(each) > each.unknown),
    relaunches,
    archiving,
  };
}

/** The same as an answer of the origin. */
export async function organisationPage(
  db: Database,
  wiki: Wiki,
  asked: string,
  today: Day,
): Promise<OrganisationPage> {
  const content = await organisationContent(db, wiki.id, asked, today, PAGE_EXTENT);
  return { version: 1, generated: today, wiki: wiki.name, list: "organisation", ...content };
}
