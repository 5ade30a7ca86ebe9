import { createHmac } from "node:crypto";
import { blockVersions, changingArchives } from "../../db/archives/blocks.ts";
import { type Scope, takeAllowance } from "../../db/people/allowance.ts";
import { isBroken, lockBrokenOfHost, lockHostOf, lockUrl, type SaidUrl } from "../../db/people/locks.ts";
import { proposeReplacement, removeProposals } from "../../db/people/replacements.ts";
import { reportUrls, withdrawHost, withdrawReports } from "../../db/people/reports.ts";
import type { Wiki } from "../../db/wikis/wikis.ts";
import type { Day } from "../../shared/calendar/day.ts";
import type {
  PeopleAct,
  PeopleOutcome,
  PeopleRequest,
  PeopleResponse,
} from "../../shared/protocol/people.ts";
import { spamMatch } from "../../shared/spam/lists.ts";
import { archiveOf, isSameResource } from "../../shared/url/archives.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { spamListsFor } from "../runtime/spam-judge.ts";
import { logged } from "./logged.ts";

/** What is counted: the acts of the forms, and checks that people ask for. */
type CountedAct = PeopleAct | "check";
/**
 * Acts in a day: of everybody, and of a network and the ranges around it, so that many addresses are not many people (H2, H5); of an
 * account, and of all accounts together, from which nobody without one takes anything.
 */
const PER_DAY = {
  all: 3_000,
  provider: 1_500,
  site: 400,
  subscriber: 200,
  address: 100,
  account: 300,
  accounts: 3_000,
} as const;
/** Seconds between two acts: one report a minute (H2); withdrawing is free, but no faster than by hand. */
const PACE_SECONDS: Readonly<Record<CountedAct, number>> = {
  report: 60,
  propose: 60,
  withdraw: 5,
  remove: 5,
  block: 60,
  check: 10,
};
/** The share of that pace for the ranges around a network: a /48 could act 65,536 times a minute otherwise (H5). */
const PACE_SHARE = {
  all: 0,
  provider: 0,
  site: 1 / 12,
  subscriber: 1 / 4,
  address: 1,
  account: 1,
  accounts: 0,
} as const;
/** URLs that one report of a domain covers. */
const DOMAIN_URLS_MAX = 50;

/** Rolls the transaction back, with its answer. */
class Refused extends Error {
  readonly response: PeopleResponse;
  constructor(outcome: PeopleOutcome, more: Omit<PeopleResponse, "outcome"> = {}) {
    super(outcome);
    this.response = { outcome, ...more };
  }
}

/**
 * Carries out what somebody sent in a form (H), and logs it (H5). `secret`: the key of the hashes by which callers are counted. `undoes`:
 * the entry of the log that it undoes.
 */
export async function answerPeople(
  ctx: RoleContext,
  secret: string,
  wiki: Wiki,
  request: PeopleRequest,
  undoes: number | null = null,
): Promise<PeopleResponse> {
  const today = ctx.clock.today();
  try {
    const proposal = request.act === "propose" ? await judgedReplacement(ctx, wiki, request) : null;
    // Thousands of URLs may be read for it: a report that is refused after that counts, too (H5).
    if (isOfDomain(request))
      await ctx.db.transaction((tx) => take(tx, scopesOf(secret, "report", request), today));
    return await ctx.db.transaction((tx) =>
      logged(tx, { wiki: wiki.name, request, undoes, today }, () =>
        act(tx, today, secret, wiki, { ...request, proposal }),
      ),
    );
  } catch (error) {
    if (error instanceof Refused) return error.response;
    throw error;
  }
}

interface NewProposal {
  readonly url: NormalisedUrl;
  /** Type of the archive that it is in; null: none. */
  readonly archive: string | null;
}

/** The proposed replacement, if it may be one (H4); checked before anything is locked. */
async function judgedReplacement(
  { db, config }: Pick<RoleContext, "db" | "config">,
  wiki: Wiki,
  { url, replacement }: PeopleRequest,
): Promise<NewProposal> {
  const target = replacement as NormalisedUrl;
  if (target === url) throw new Refused("same-url");
  const archive = archiveOf(splitUrl(target), config.archives);
  const original = archive?.original ?? null;
  if (original !== null && !isSameResource(original, url)) throw new Refused("other-archive");
  const { lists } = await spamListsFor(db, wiki);
  if (spamMatch(lists, target) !== null) throw new Refused("spam-url");
  return { url: target, archive: archive?.type ?? null };
}

type Judged = PeopleRequest & { readonly proposal: NewProposal | null };

async function act(
  tx: Database,
  today: Day,
  secret: string,
  wiki: Wiki,
  { act: what, url, domain, replacement, proposal, ...who }: Judged,
): Promise<PeopleResponse> {
  await lockHostOf(tx, url as NormalisedUrl);
  const found = await lockUrl(tx, wiki.id, url as NormalisedUrl, today);
  if (found === null) throw new Refused("not-watched");
  const host = { id: found.host, name: found.hostName };
  const { reporter, network } = voiceOf(secret, who);
  const scopes = scopesOf(secret, what, who);
  if (what === "report") {
    const urls = await reported(found, domain, () =>
      lockBrokenOfHost(tx, wiki.id, found, { reporter, today, limit: DOMAIN_URLS_MAX }),
    );
    // For a domain, one act and its pace were counted before.
    const rest = scopes.map((scope) => ({ ...scope, paceSeconds: 0 }));
    await (domain ? take(tx, rest, today, urls.length - 1) : take(tx, scopes, today));
    const ids = urls.map(({ id }) => id);
    await reportUrls(tx, ids, host, { reporter, network, day: today, whole: domain });
    return { outcome: "reported", urls: urls.length };
  }
  if (what === "propose") {
    if (proposal === null || !isBroken(found)) throw new Refused("not-broken");
    await take(tx, scopes, today);
    const proposed = await proposeReplacement(tx, found.id, { ...proposal, proposer: reporter, day: today });
    if (proposed !== "proposed") throw new Refused(proposed);
    return { outcome: proposal.archive === null ? "proposed" : "proposed-archive" };
  }
  await take(tx, scopes, today);
  if (what === "block") {
    // Nobody but an operator undoes it: readers may do it only where fingerprints suggest it (A2, H5).
    const changing = await changingArchives(tx, found.id);
    if (changing.length === 0) throw new Refused("not-changing");
    for (const archive of changing) await blockVersions(tx, url as NormalisedUrl, archive, today);
    return { outcome: "blocked" };
  }
  if (what === "remove") {
    // Only the address that is named (H4): a form that is sent twice must not remove another one.
    const which = replacement === null ? {} : { address: replacement as NormalisedUrl };
    return { outcome: (await removeProposals(tx, found.id, which, today)) ? "removed" : "nothing" };
  }
  const withdrawn = domain
    ? await withdrawHost(tx, host, today)
    : await withdrawReports(tx, found.id, host, today);
  return { outcome: withdrawn ? "withdrawn" : "nothing" };
}

const isOfDomain = ({ act: what, domain }: PeopleRequest): boolean => what === "report" && domain;

async function take(tx: Database, scopes: readonly Scope[], day: Day, weight = 1): Promise<void> {
  if (scopes.length === 0) return;
  const allowance = await takeAllowance(tx, scopes, { day, weight });
  if (allowance.kind === "too-soon") throw new Refused("too-soon", { seconds: allowance.seconds });
  if (allowance.kind === "too-many") throw new Refused("too-many");
}

/** The URLs of a report: the one that was named, or those of its host that are shown as broken. */
async function reported(
  found: SaidUrl,
  domain: boolean,
  ofHost: () => Promise<readonly SaidUrl[]>,
): Promise<readonly SaidUrl[]> {
  const urls = domain ? await ofHost() : [found].filter(isBroken);
  if (urls.length === 0) throw new Refused("not-broken");
  return urls;
}

/** A UUID that says nothing without the secret: addresses are not kept. */
function nameOf(secret: string, kind: string, key: string): string {
  const hash = createHmac("sha256", secret).update(`weboid-people-1\n${kind}\n${key}`).digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Who says something: the network that sent it, or an account. */
export type Who = Pick<PeopleRequest, "ranges" | "profile" | "administrator">;

/**
 * Under which names a voice is kept. An account is heard with its network, as anybody there: who is logged in and out by turns is one
 * voice for a domain, not two (H5).
 */
const voiceOf = (secret: string, { ranges, profile }: Who): { reporter: string; network: string } => ({
  reporter:
    profile === undefined
      ? nameOf(secret, "reporter", ranges[0]?.key ?? "")
      : nameOf(secret, "account", profile),
  network: nameOf(secret, "network", ranges.at(-1)?.key ?? ""),
});

/** Each kind of act is counted by itself, so that what vandals used up of one is there of the other. Administrators are not counted. */
export function scopesOf(secret: string, what: CountedAct, { ranges, profile, administrator }: Who): Scope[] {
  if (administrator) return [];
  const scope = (policy: keyof typeof PER_DAY, name: string): Scope => {
    return { name, perDay: PER_DAY[policy], paceSeconds: PACE_SECONDS[what] * PACE_SHARE[policy] };
  };
  if (profile !== undefined)
    return [
      scope("account", nameOf(secret, `${what} account`, profile)),
      scope("accounts", nameOf(secret, what, "all accounts")),
    ];
  return [
    ...ranges.map(({ policy, key }) => scope(policy, nameOf(secret, `${what} ${policy}`, key))),
    scope("all", nameOf(secret, what, "everybody")),
  ];
}
