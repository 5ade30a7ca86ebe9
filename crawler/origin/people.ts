import { blockVersions, changingArchives } from "../../db/archives/blocks.ts";
import { isUsedUp, type Scope, takeAllowance } from "../../db/people/allowance.ts";
import { proposeReplacement, removeProposals } from "../../db/people/replacements.ts";
import { type Profile, reportUrls } from "../../db/people/reports.ts";
import { isBroken, lockBrokenOf, lockDomainOf, lockUrl, type SaidUrl } from "../../db/people/row-locks.ts";
import { lockReported, withdraw, withdrawAll } from "../../db/people/withdrawals.ts";
import type { Wiki } from "../../db/wikis/wikis.ts";
import type { Day } from "../../shared/calendar/day.ts";
import type { PeopleOutcome, PeopleRequest, PeopleResponse } from "../../shared/protocol/people.ts";
import { spamMatch } from "../../shared/spam/lists.ts";
import { archiveOf, isSameResource } from "../../shared/url/archives.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import { hostScope, type ReportScope, readReportScope } from "../../shared/url/report-scope.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { spamListsFor } from "../runtime/spam-judge.ts";
import { logged, type Undoes } from "./logged.ts";
import { isNewcomer, profileOf, scopesOf } from "./profile.ts";

/** URLs that one report of more than a URL names. */
const SCOPE_URLS_MAX = 50;

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
  undoes: Undoes | null = null,
): Promise<PeopleResponse> {
  const today = ctx.clock.today();
  try {
    const scope = scopeOfRequest(ctx, request);
    const isNew = await isNewcomer(ctx.db, secret, request, today);
    if (await isUsedUp(ctx.db, scopesOf(secret, request.act, request, { today, isNew }), today))
      throw new Refused("too-many");
    const proposal = request.act === "propose" ? await judgedReplacement(ctx, wiki, request) : null;
    const acting = { secret, today, wiki, scope, proposal };
    // Thousands of URLs may be read for it: what is refused after that counts, too (H5).
    if (scope !== null) await ctx.db.transaction((tx) => takeOne(tx, acting, request));
    return await ctx.db.transaction((tx) =>
      logged(tx, { wiki: wiki.name, request, scope, undoes, today }, () => act(tx, acting, request)),
    );
  } catch (error) {
    if (error instanceof Refused) return error.response;
    throw error;
  }
}

/** Of what a report or its withdrawal is (H1); null: of the URL alone. */
function scopeOfRequest(
  { config }: Pick<RoleContext, "config">,
  { act: what, url, domain, scope }: PeopleRequest,
): ReportScope | null {
  if (what !== "report" && what !== "withdraw") return null;
  const parts = splitUrl(url as NormalisedUrl);
  if (scope === undefined) return domain ? hostScope(parts.host) : null;
  const read = readReportScope(scope, parts, config);
  if (read === null) throw new Refused("other-scope");
  return read;
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

interface Acting {
  readonly secret: string;
  readonly today: Day;
  readonly wiki: Wiki;
  readonly scope: ReportScope | null;
  readonly proposal: NewProposal | null;
}

async function act(tx: Database, acting: Acting, request: PeopleRequest): Promise<PeopleResponse> {
  const { today, wiki, proposal } = acting;
  const { act: what, url, replacement } = request;
  await lockDomainOf(tx, url as NormalisedUrl);
  const profile = await profileOf(tx, acting.secret, request, today);
  const found = await lockUrl(tx, wiki.id, url as NormalisedUrl, today);
  if (found === null) throw new Refused("not-watched");
  if (what === "report") return makeReport(tx, acting, request, { found, profile });
  if (what === "withdraw") return makeWithdrawal(tx, acting, request, { found, profile });
  const scopes = countedAs(acting, request, profile);
  if (what === "propose") {
    if (proposal === null || !isBroken(found)) throw new Refused("not-broken");
    await take(tx, scopes, today);
    const proposer = profile.reporter.now;
    const proposed = await proposeReplacement(tx, found.id, { ...proposal, proposer, day: today });
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
  // Only the address that is named (H4): a form that is sent twice must not remove another one.
  const which = replacement === null ? {} : { address: replacement as NormalisedUrl };
  return {
    outcome: (await removeProposals(tx, found.id, { ...which, restorable: true }, today))
      ? "removed"
      : "nothing",
  };
}

/** The named URL, and who says something of it. */
interface Speaking {
  readonly found: SaidUrl;
  readonly profile: Profile;
}

async function makeReport(
  tx: Database,
  acting: Acting,
  request: PeopleRequest,
  { found, profile }: Speaking,
): Promise<PeopleResponse> {
  const { scope, today, wiki } = acting;
  const urls =
    scope === null
      ? [found].filter(isBroken)
      : await lockBrokenOf(tx, wiki.id, found, { scope, profile, today, limit: SCOPE_URLS_MAX });
  if (urls.length === 0) throw new Refused("not-broken");
  await takeFor(tx, acting, request, profile, urls.length);
  const ids = urls.map(({ id }) => id);
  const isStored = await reportUrls(tx, { urls: ids, host: found.hostName, scope }, profile);
  if (!isStored) return { outcome: "said-enough" };
  return { outcome: "reported", urls: urls.length };
}

async function makeWithdrawal(
  tx: Database,
  acting: Acting,
  request: PeopleRequest,
  { found, profile }: Speaking,
): Promise<PeopleResponse> {
  const { scope } = acting;
  const { urls, own } =
    scope === null ? { urls: [found.id], own: [] } : await lockReported(tx, scope, profile, SCOPE_URLS_MAX);
  await takeFor(tx, acting, request, profile, urls.length);
  const about = { urls, host: found.hostName, scope };
  return {
    outcome: await (request.administrator
      ? withdrawAll(tx, about, profile.day)
      : withdraw(tx, about, profile, own)),
  };
}

const countedAs = ({ secret, today }: Acting, request: PeopleRequest, { since }: Profile): Scope[] =>
  scopesOf(secret, request.act, request, { today, isNew: since === today });

/** Of more than one URL, one act and its pace are counted before they are looked for. */
async function takeOne(tx: Database, acting: Acting, request: PeopleRequest): Promise<void> {
  const profile = await profileOf(tx, acting.secret, request, acting.today);
  await take(tx, countedAs(acting, request, profile), acting.today);
}

/** The others, or the one that is all. */
async function takeFor(
  tx: Database,
  acting: Acting,
  request: PeopleRequest,
  profile: Profile,
  urls: number,
): Promise<void> {
  const scopes = countedAs(acting, request, profile);
  if (acting.scope === null) return take(tx, scopes, acting.today);
  const rest = scopes.map((scope) => ({ ...scope, paceSeconds: 0 }));
  await take(tx, rest, acting.today, Math.max(0, urls - 1));
}

async function take(tx: Database, scopes: readonly Scope[], day: Day, weight = 1): Promise<void> {
  if (scopes.length === 0) return;
  const allowance = await takeAllowance(tx, scopes, { day, weight });
  if (allowance.kind === "too-soon") throw new Refused("too-soon", { seconds: allowance.seconds });
  if (allowance.kind === "too-many") throw new Refused("too-many");
}
