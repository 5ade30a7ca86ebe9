import type { Database } from "../../../db/connect.ts";
import { limitTime } from "../../../db/lists/conditions.ts";
import { knownOfDomain, wikisOfUrls } from "../../../db/lists/domain.ts";
import { hostsOf } from "../../../db/lists/hosts.ts";
import { factsOf } from "../../../db/urls/facts.ts";
import { listWikis, type Wiki } from "../../../db/wikis/wikis.ts";
import { DOMAIN_LIMITS, type DomainPage } from "../../../shared/answer/domain.ts";
import { COUNTED_VERDICTS, type VerdictCounts } from "../../../shared/answer/overview.ts";
import type { UrlFacts } from "../../../shared/answer/types.ts";
import { addDays, type Day } from "../../../shared/calendar/day.ts";
import { historyAsOf } from "../../../shared/history/as-of.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import { stretch } from "./stretch.ts";

const STATEMENT_MS = 5_000;
const STEP = 500;
/** Of a year, so that a page shows when a site went; each fortnight. */
const DAYS_APART = 14;
/** Time after which a page has what was counted by then. */
const BUDGET_MS = 3_000;

type Counts = { -readonly [Verdict in keyof VerdictCounts]: VerdictCounts[Verdict] };
export const noLinks = (): Counts => ({ unreachable: 0, doubtful: 0, refused: 0, unknown: 0, working: 0 });
/** The verdict, if it is counted: of another farm (Q3), or blocked by a list of the wiki that asks, it is not. */
export const countedOf = (known: UrlFacts | undefined, today: Day) =>
  known && COUNTED_VERDICTS.find((counted) => counted === judge(known, today).verdict);

/** A fortnight's day of the last year with its counts, today's last. */
export const daysUntil = (today: Day) =>
  Array.from({ length: DOMAIN_LIMITS.days }, (_, at) => ({
    day: addDays(today, (at + 1 - DOMAIN_LIMITS.days) * DAYS_APART),
    ...noLinks(),
  }));

/** What is known of a URL as of that day: notes of people and checks are of today. */
export const asOf = (known: UrlFacts, day: Day, today: Day): UrlFacts =>
  day === today ? known : { ...known, notes: [], history: historyAsOf(known.history, day) };

export const sumOf = (counts: VerdictCounts): number =>
  COUNTED_VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);

/** A domain with all below it (Q5), as the wikis of a farm link to it: judged now, as in answers about pages. */
export async function domainPage(db: Database, wiki: Wiki, domain: string, today: Day): Promise<DomainPage> {
  const farm = new Map((await listWikis(db, wiki.farm)).map(({ id, name }) => [id, name]));
  const until = performance.now() + BUDGET_MS;
  const host = { kind: "within", domain } as const;
  const question = { kind: "folder", scheme: null, port: null, host, path: "" } as const;
  return db.transaction(async (tx) => {
    await limitTime(tx, STATEMENT_MS);
    const { urls, through } = await stretch(tx, question, await hostsOf(tx, host), { place: null, urls: 0 });
    const wikis = new Map([[wiki.name, noLinks()]]);
    const days = daysUntil(today);
    let at = 0;
    for (; at < urls.length && performance.now() < until; at += STEP) {
      const some = urls.slice(at, at + STEP);
      const facts = await factsOf(tx, wiki.id, some);
      for (const use of await wikisOfUrls(tx, some)) {
        const [name, known] = [farm.get(use.wiki), facts.get(use.url)];
        const verdict = countedOf(known, today);
        if (name === undefined || known === undefined || verdict === undefined) continue;
        const counts = wikis.get(name) ?? noLinks();
        counts[verdict] += 1;
        wikis.set(name, counts);
        if (use.wiki !== wiki.id) continue;
        for (const each of days) each[countedOf(asOf(known, each.day, today), each.day) ?? "unknown"] += 1;
      }
    }
    const [own, ...others] = [...wikis].map(([name, counts]) => ({ wiki: name, ...counts }));
    return {
      version: 1,
      generated: today,
      wiki: wiki.name,
      list: "domain",
      domain,
      wikis: [own ?? { wiki: wiki.name, ...noLinks() }, ...others.sort((a, b) => sumOf(b) - sumOf(a))].slice(
        0,
        DOMAIN_LIMITS.wikis,
      ),
      days: days.filter((counts) => sumOf(counts) > counts.unknown),
      complete: through === null && at >= urls.length,
      ...(await knownOfDomain(tx, domain)),
    };
  });
}
