import {
  attachDomain,
  type DomainRow,
  factsOf,
  lookAgain,
  storeOutcome,
  storeSeen,
  unansweredOn,
} from "../../../db/organisations/domains.ts";
import {
  mergeOrganisations,
  type OrganisationRow,
  organisationsOf,
  rootDecision,
  storeOrganisation,
} from "../../../db/organisations/organisations.ts";
import { postponeDomain } from "../../../db/organisations/queue.ts";
import { noteSharer, seeSharersAgain, sharersOf } from "../../../db/organisations/sharers.ts";
import { addDays, daysBetween } from "../../../shared/calendar/day.ts";
import { compile } from "../../../shared/organisation/compile.ts";
import { ownRanges } from "../../../shared/organisation/holder.ts";
import { domainOf, type Providers } from "../../../shared/organisation/providers.ts";
import { compareParties, partyOf } from "../../../shared/organisation/registrant.ts";
import { type Decision, NOBODY, type OrganisationProfile } from "../../../shared/organisation/types.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { orOfRegistry, type ProfileRead, type Retrieval } from "../retrieval.ts";
import { type Compared, comparedWithKnown, decidedCarefully } from "./comparison.ts";
import { countedProviders, sharedKeys } from "./providers.ts";
import { isKept, signsOf } from "./signs.ts";

/** Without anybody to compare it with, the registrant is asked for where so many URLs lead to a domain. */
const USES_MIN = 100;
/** Domains of nobody known that one is compared with. */
const PARTNERS_MAX = 4;
/** Days after which a domain is looked at again: servers and holders change by the year. */
const AGAIN_DAYS = { decided: 180, undecided: 90, absent: 14 } as const;
/** The registrant and what identifies an organisation are asked for again after so many days. */
const FRESH_DAYS = 60;

export interface AttacherOptions {
  readonly ctx: Pick<RoleContext, "db" | "clock">;
  readonly retrieval: Retrieval;
  /** Whom the operator knows to serve many. */
  readonly lists: Providers;
  /** Registries may be asked. */
  readonly asks: boolean;
  /** Who holds the leases. */
  readonly worker: string;
}

/** What came of a domain. */
export type Attached = "belongs" | "undecided" | "postponed" | "lost";

/** Attaches one domain after the other to organisations: DNS first, then what the database knows, registries where they can change something (O5). */
export class Attacher {
  readonly #options: AttacherOptions;

  constructor(options: AttacherOptions) {
    this.#options = options;
  }

  /** Looks at a leased domain and stores what came of it. May be repeated. */
  async look(row: DomainRow): Promise<Attached> {
    const { ctx, worker, asks } = this.#options;
    const today = ctx.clock.today();
    const now = await this.#asNow(row);
    if (now === null) {
      // Nothing can be concluded from silence.
      await postponeDomain(ctx.db, worker, row, today);
      return "postponed";
    }
    let seen = await this.#seen(now);
    let isOpen = false;
    if (seen !== null && this.#isWorthAsking(seen)) {
      const said = await this.#options.retrieval.registrant(row.domain);
      isOpen = said.againSeconds !== null;
      // What it said before is better than nothing.
      const registrant = isOpen ? row.registrant : said.answer.registrant;
      const nameServers = [...orOfRegistry(now.nameServers, said.answer)];
      await this.#noteSharer({ ...now, nameServers, registrant });
      seen = await this.#seen({ ...now, nameServers, registrant });
    }
    if (seen === null) return "lost";
    const { isComplete = true, ...outcome } = await this.#settled(seen.domain, seen);
    isOpen ||= !isComplete && asks;
    const when = isOpen
      ? unansweredOn(today, row.unanswered)
      : { due: addDays(today, againDays(now, outcome.decision)), unanswered: 0 };
    // Where registries did not answer, the registrant stays as old as it is.
    const looked = isOpen && row.looked !== -1 ? row.looked : today;
    const result = { domain: row.domain, was: row.organisationId, ...outcome, looked, ...when };
    if (!(await storeOutcome(ctx.db, worker, result))) return "lost";
    if (seen.domain.registrant?.organisation && outcome.organisationId === null) await this.#awaken(seen);
    return outcome.organisationId === null ? "undecided" : "belongs";
  }

  /** As DNS has it now; null: it does not answer. */
  async #asNow(row: DomainRow): Promise<DomainRow | null> {
    const { retrieval } = this.#options;
    const [nameServers, bare, www] = await Promise.all([
      retrieval.nameServersNow(row.domain),
      retrieval.addressesNow(row.domain),
      retrieval.addressesNow(`www.${row.domain}`),
    ]);
    if (nameServers === null || bare === null || www === null) return null;
    const addresses = [...new Set([...bare, ...www])].sort();
    return { ...row, nameServers: [...nameServers], addresses };
  }

  /** Those that share something and were not worth a question to a registry when they were looked at are worth one now. */
  async #awaken({ partners }: Compared): Promise<void> {
    const { db, clock } = this.#options.ctx;
    const unasked = partners.slice(0, PARTNERS_MAX).filter(({ registrant }) => registrant === null);
    if (!this.#options.asks || unasked.length === 0) return;
    await lookAgain(
      db,
      unasked.map(({ domain }) => domain),
      clock.today(),
    );
  }

  /** Stores what was seen, counts the domain's links, and compares it with what others have; null: the lease is lost. */
  async #seen(row: DomainRow): Promise<Seen | null> {
    const { ctx, lists, worker } = this.#options;
    const { known } = await countedProviders(ctx.db, lists, [factsOf(row)]);
    const { domain: name, nameServers, addresses, registrant } = row;
    const signs = signsOf(factsOf(row), known);
    const stored = { domain: name, nameServers, addresses, registrant, signs };
    const uses = await storeSeen(ctx.db, worker, stored, isKept);
    if (uses === null) return null;
    const domain = { ...row, uses };
    return { domain, ...(await comparedWithKnown(ctx.db, lists, { domain, signs, known })) };
  }

  /** Where the answer can change something: it is old; or the domain is nobody's, and shares something with somebody or has many links. */
  #isWorthAsking({ domain, organisation, organisations, partners }: Seen): boolean {
    if (!this.#options.asks) return false;
    const { registrant, looked, uses } = domain;
    if (registrant !== null)
      return looked !== -1 && daysBetween(looked, this.#options.ctx.clock.today()) >= FRESH_DAYS;
    if (organisation !== null) return false;
    return organisations.length > 0 || partners.length > 0 || uses >= USES_MIN;
  }

  /** A registrant that is none of those known at its servers is one more whom they serve. */
  async #noteSharer({ registrant, nameServers, addresses }: DomainRow): Promise<void> {
    const { db, clock } = this.#options.ctx;
    const name = registrant?.organisation ?? null;
    const party = name === null ? null : partyOf({ ...NOBODY, organisation: name });
    if (name === null || party === null) return;
    const keys = sharedKeys({ nameServers, addresses });
    const known = await sharersOf(db, keys);
    const isRelated = (other: string) => {
      const its = partyOf({ ...NOBODY, organisation: other });
      if (its === null) return false;
      const { verdict, score } = compareParties(its, party, new Set());
      // Names in two scripts have a score of 0.
      return verdict !== "other" && score > 0;
    };
    const related = new Set([...known.values()].flat().filter(isRelated));
    if (related.size > 0) await seeSharersAgain(db, keys, [...related], clock.today());
    const fresh = keys.filter((key) => !(known.get(key) ?? []).some((other) => related.has(other)));
    await noteSharer(db, fresh, name, clock.today());
  }

  async #settled(domain: DomainRow, compared: Compared): Promise<Settled> {
    const own = compared.organisations.find(({ domain: root }) => root === domain.domain);
    if (own !== undefined) return this.#root(domain, own.id, compared);
    const { organisation, decision } = compared;
    if (organisation !== null) return { organisationId: organisation.id, decision };
    return (await this.#founded(domain, compared)) ?? { organisationId: null, decision };
  }

  /** The domain from which an organisation is known: read again, and one with another organisation where that turned out. */
  async #root(
    domain: DomainRow,
    id: number,
    { organisations, sharing, providers }: Compared,
  ): Promise<Settled> {
    const { ctx } = this.#options;
    const [own] = organisations.filter((one) => one.id === id);
    const today = ctx.clock.today();
    const isComplete = own === undefined || (await this.#readAgain(domain, own, providers));
    // The older one stays, so that two never become each other's.
    for (const other of organisations.filter((one) => one.id < id)) {
      const decide = compile(other.profile, providers);
      const decision = decidedCarefully(domain, { decide, rootUses: other.uses, sharing });
      if (decision.decision !== "belongs") continue;
      await mergeOrganisations(ctx.db, { gone: id, into: other.id, decision, on: today });
      return { organisationId: other.id, decision };
    }
    return { organisationId: id, decision: rootDecision(domain.domain), isComplete };
  }

  /** Reads again what identifies an organisation, where that is old; false: registries did not say all. */
  async #readAgain(
    domain: DomainRow,
    { profile: known, checked }: OrganisationRow,
    providers: Providers,
  ): Promise<boolean> {
    const { ctx, asks } = this.#options;
    const today = ctx.clock.today();
    if (checked !== -1 && daysBetween(checked, today) < FRESH_DAYS) return true;
    const { profile: read, isComplete } = await this.#profile(domain);
    // What registries said before is better than a part of it, unless that was a part, too; DNS has answered in any case.
    const { addresses, nameServers } = domain;
    const part = { ...(checked === -1 && asks ? read : known), addresses, nameServers };
    const profile = isComplete ? read : part;
    const ranges = ownRanges(profile, providers);
    const when = { on: today, checked: isComplete ? today : checked };
    await storeOrganisation(ctx.db, { profile, ranges, ...when });
    return isComplete;
  }

  /** Two domains of nobody that belong together make an organisation, and so does one that has name servers of its own and many links. */
  async #founded(domain: DomainRow, compared: Compared): Promise<Settled | null> {
    const { ctx, asks } = this.#options;
    const { db, clock } = ctx;
    for (const partner of compared.partners.slice(0, PARTNERS_MAX)) {
      const [root, other] = isRootOf(partner, domain) ? [partner, domain] : [domain, partner];
      const likely = await this.#decides(mini(root), root, other, compared);
      if (likely.decision !== "belongs") continue;
      const read = await this.#profile(root);
      const decision = await this.#decides(read.profile, root, other, compared);
      if (decision.decision !== "belongs") continue;
      const organisationId = await this.#found(read);
      const today = clock.today();
      if (other === domain) {
        if (!read.isComplete && asks) await lookAgain(db, [root.domain], addDays(today, 1));
        return { organisationId, decision };
      }
      await attachDomain(db, other.domain, { organisationId, decision, on: today });
      return { organisationId, decision: rootDecision(domain.domain), isComplete: read.isComplete };
    }
    const { registrant, nameServers, uses } = domain;
    const isOwn = nameServers.some((host) => domainOf(host) === domain.domain);
    if (!isOwn || !registrant?.organisation || uses < USES_MIN) return null;
    const read = await this.#profile(domain);
    const organisationId = await this.#found(read);
    return { organisationId, decision: rootDecision(domain.domain), isComplete: read.isComplete };
  }

  async #decides(
    profile: OrganisationProfile,
    root: DomainRow,
    other: DomainRow,
    { sharing }: Compared,
  ): Promise<Decision> {
    const { ctx, lists } = this.#options;
    const { providers } = await countedProviders(ctx.db, lists, [profile, factsOf(other)]);
    return decidedCarefully(other, {
      decide: compile(profile, providers),
      rootUses: root.uses,
      sharing,
    });
  }

  async #found({ profile, isComplete }: ProfileRead): Promise<number> {
    const { ctx, lists } = this.#options;
    const { providers } = await countedProviders(ctx.db, lists, [profile]);
    const ranges = ownRanges(profile, providers);
    const [known] = await organisationsOf(ctx.db, { ids: [], domains: [profile.domain], addresses: [] });
    // Another process was faster.
    if (known !== undefined) return known.id;
    const on = ctx.clock.today();
    return storeOrganisation(ctx.db, { profile, ranges, on, checked: isComplete ? on : -1 });
  }

  #profile(root: DomainRow): Promise<ProfileRead> {
    const { asks, retrieval } = this.#options;
    return asks
      ? retrieval.read(root.domain, root.domain)
      : Promise.resolve({ profile: mini(root), isComplete: false });
  }
}

/** A domain as it was stored, compared. */
interface Seen extends Compared {
  readonly domain: DomainRow;
}

interface Settled {
  readonly organisationId: number | null;
  readonly decision: Decision | null;
  /** False: its profile could not be read again. */
  readonly isComplete?: boolean;
}

function againDays({ nameServers, addresses }: DomainRow, decision: Decision | null): number {
  if (nameServers.length === 0 && addresses.length === 0) return AGAIN_DAYS.absent;
  const isDecided = decision !== null && decision.decision !== "unknown";
  return isDecided ? AGAIN_DAYS.decided : AGAIN_DAYS.undecided;
}

/** What identifies an organisation as far as its root domain was looked at. */
const mini = ({ domain, addresses, nameServers, registrant }: DomainRow): OrganisationProfile => ({
  root: domain,
  domain,
  addresses,
  netRanges: [],
  nameServers,
  registrant: registrant ?? NOBODY,
  unknown: ["the networks were not asked for"],
});

/** Whose name servers the other one uses is the root, else the one with more URLs. */
function isRootOf(one: DomainRow, other: DomainRow): boolean {
  const serves = (a: DomainRow, b: DomainRow) => b.nameServers.some((host) => domainOf(host) === a.domain);
  if (serves(one, other) !== serves(other, one)) return serves(one, other);
  return one.uses !== other.uses ? one.uses > other.uses : one.domain < other.domain;
}
