import { type FakePage, type FakeWiki, startFakeWiki } from "../../crawler/feed/testing/fake-wiki.ts";
import type { Dice } from "../../crawler/sample/verdicts/testing/dice.ts";
import { type AskedRequest, type Fault, type FaultyProxy, openFaultyProxy } from "./faulty-proxy.ts";

/** Links of a page. */
const LINKS_MAX = 5;

/** A wiki in which people work, behind a network that lies. */
export interface RestlessWiki {
  /** `alpha@chaos` */
  readonly name: string;
  readonly api: string;
  /** What is true there now: the pages of the main namespace. */
  pages(): readonly FakePage[];
  /** Page ids about which an answer was not true. */
  readonly liedAbout: Set<number>;
  readonly proxy: FaultyProxy;
  /** Somebody does something: a page comes, goes, is moved, or gets other links. */
  act(): void;
  /** null: all requests arrive. */
  setFaults(faults: readonly WikiFault[] | null): void;
  /** Whose answers it gives when it is confused with another one. */
  confuseWith(other: RestlessWiki): void;
  readonly origin: string;
  close(): Promise<void>;
}

export const WIKI_FAULTS = [
  "unavailable",
  "lagged",
  "truncated",
  "cut",
  "slow",
  "another wiki",
  "other pages",
  "no pages",
] as const;
type WikiFault = (typeof WIKI_FAULTS)[number];
/** Of the requests while there are faults: MediaWiki's clients live with some, and leave a wiki alone with more. */
const FAULTY_SHARE = 0.3;

const LAGGED = {
  kind: "answer",
  status: 200,
  headers: { "content-type": "application/json", "retry-after": "1" },
  body: JSON.stringify({
    error: { code: "maxlag", info: "Waiting for a database server: 9 seconds lagged" },
  }),
} as const;
const UNAVAILABLE = { kind: "answer", status: 503, headers: { "retry-after": "1" }, body: "no" } as const;

/** What a wiki says of pages that nobody asked for. */
function otherPages(body: string): string {
  const answer = JSON.parse(body) as { query?: { pages?: { pageid: number }[] } };
  for (const page of answer.query?.pages ?? []) page.pageid += 1_000_000;
  return JSON.stringify(answer);
}

/** It claims that the pages are gone. */
function noPages(body: string): string {
  const answer = JSON.parse(body) as { query?: { pages?: { pageid: number }[] } };
  if (answer.query?.pages !== undefined)
    answer.query.pages = answer.query.pages.map(
      ({ pageid }) => ({ pageid, missing: true }) as unknown as { pageid: number },
    );
  return JSON.stringify(answer);
}

interface WikiOptions {
  readonly dbname: string;
  readonly dice: Dice;
  readonly pages: number;
  /** With so many nobody makes another one. */
  readonly pagesMax?: number | undefined;
  /** A link that an editor adds. */
  readonly link: () => string;
}

export async function openWiki({
  dbname,
  dice,
  pages,
  pagesMax = Number.POSITIVE_INFINITY,
  link,
}: WikiOptions): Promise<RestlessWiki> {
  const links = () => [...new Set(Array.from({ length: dice.whole(1, LINKS_MAX) }, link))];
  const all: FakePage[] = Array.from({ length: pages }, (_, at) => ({
    pageid: at + 1,
    title: `${dbname} ${at + 1}`,
    links: links(),
  }));
  const wiki: FakeWiki = await startFakeWiki(all, { piece: 50, wikiid: dbname });
  const liedAbout = new Set<number>();
  let faults: readonly WikiFault[] | null = null;
  let other: RestlessWiki | null = null;
  let created = pages;

  /** Its clock goes on when nobody does anything: what changed is read once more when it has settled. */
  const tick = () => {
    wiki.changes.nowMs = Math.max(wiki.changes.nowMs, Date.now());
  };
  const choose = (asked: AskedRequest): Fault => {
    tick();
    return faults === null || !dice.chance(FAULTY_SHARE)
      ? { kind: "none" }
      : faultOf(asked, faults[dice.whole(0, faults.length - 1)], { dice, other, liedAbout });
  };
  const { origin } = new URL(wiki.api);
  const proxy = await openFaultyProxy(origin, choose);

  const act = () => {
    tick();
    if (editWiki({ wiki, dice, dbname, links, created, pagesMax })) created += 1;
  };
  tick();
  return {
    name: `${dbname}@chaos`,
    api: `${proxy.origin}/w/api.php`,
    origin,
    pages: () => wiki.pages,
    liedAbout,
    proxy,
    act,
    setFaults(next) {
      faults = next;
    },
    confuseWith(another) {
      other = another;
    },
    async close() {
      proxy.close();
      await wiki.close();
    },
  };
}

interface EditTerms extends Pick<WikiOptions, "dbname" | "dice"> {
  readonly wiki: FakeWiki;
  readonly links: () => string[];
  /** How many pages were ever made. */
  readonly created: number;
  readonly pagesMax: number;
}

/** Somebody makes a page (true), edits, moves or deletes one. */
function editWiki({ wiki, dice, dbname, links, created, pagesMax }: EditTerms): boolean {
  const { changes, pages } = wiki;
  const page = pages[dice.whole(0, pages.length - 1)];
  const what = dice.unit();
  if (page === undefined || (what < 0.35 && pages.length < pagesMax)) {
    changes.create(`${dbname} ${created + 1}`, { links: links() });
    return true;
  }
  if (what < 0.8) changes.edit(page.pageid, { links: links() });
  else if (what < 0.9) changes.move(page.pageid, `${page.title} b`, { redirect: false });
  else changes.remove(page.pageid);
  return false;
}

interface FaultTerms {
  readonly dice: Dice;
  readonly other: RestlessWiki | null;
  readonly liedAbout: Set<number>;
}

function faultOf(
  asked: AskedRequest,
  fault: WikiFault | undefined,
  { dice, other, liedAbout }: FaultTerms,
): Fault {
  const lie = () => {
    for (const id of (parametersOf(asked).get("pageids") ?? "").split("|")) liedAbout.add(Number(id));
  };
  const isAboutPages = parametersOf(asked).has("pageids");
  if (fault === "unavailable") return UNAVAILABLE;
  if (fault === "lagged") return LAGGED;
  if (fault === "truncated") return { kind: "truncated" };
  if (fault === "cut") return { kind: "cut", after: dice.chance(0.5) };
  if (fault === "slow") return { kind: "slow", ms: dice.whole(500, 3_000) };
  if (fault === "another wiki" && other !== null) {
    lie();
    return { kind: "other", target: other.origin };
  }
  if (fault === "other pages" && isAboutPages) return { kind: "changed", change: otherPages };
  if (fault === "no pages" && isAboutPages) {
    lie();
    return { kind: "changed", change: noPages };
  }
  return { kind: "none" };
}

/** Of a question by GET or by POST. */
function parametersOf({ url, body }: AskedRequest): URLSearchParams {
  return new URLSearchParams(`${url.search.slice(1)}&${body.toString("utf8")}`);
}
