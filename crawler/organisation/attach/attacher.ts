import {
  attachDomain,
  type DomainRow,
  factsOf,
  lookAgain,
  storeOutcome,
  storeSeen,
} from "../../../db/organisations/domains.ts";
import {
  mergeOrganisations,
  organisationsOf,
  rootDecision,
  storeOrganisation,
} from "../../../db/organisations/organisations.ts";
import { countUses, postponeDomain } from "../../../db/organisations/queue.ts";
import { noteSharer, seeSharersAgain, sharersOf } from "../../../db/organisations/sharers.ts";
import { addDays, daysBetween } from "../../../shared/calendar/day.ts";
import { compile } from "../../../shared/organisation/compile.ts";
import { ownRanges } from "../../../shared/organisation/holder.ts";
import { domainOf, type Providers } from "../../../shared/organisation/providers.ts";
import { compareParties, partyOf } from "../../../shared/organisation/registrant.ts";
import { type Decision, NOBODY, type OrganisationProfile } from "../../../shared/organisation/types.ts";
import type { RoleContext } from "../../runtime/context.ts";
import type { ProfileRead, Retrieval } from "../retrieval.ts";
import { type Compared, comparedWithKnown, decidedCarefully } from "./comparison.ts";
import { countedProviders, sharedKeys } from "./providers.ts";
import { isKept, signsOf } from "./signs.ts";

/** Without anybody to compare it with, the registrant is asked for where so many URLs lead to a domain. */
const USES_MIN = 100;
/** Domains of nobody known that one is compared with. */
const PARTNERS_MAX = 4;
/** Days after which a domain is looked at again: servers and holders change by the year. */
const AGAIN_DAYS = { decided: 180, undecided: 90, silent: 14, unanswered: 1 } as const;
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
    const { ctx, worker } = this.#options;
    const today = ctx.clock.today();
    const now = await this.#asNow(row);
    if (now === null) {
      // Nothing can be concluded from silence. Who was put off before and is still unknown may never answer.
      const again = row.due === -1 || row.looked !== -1 ? AGAIN_DAYS.unanswered : AGAIN_DAYS.silent;
      await postponeDomain(ctx.db, worker, row.domain, addDays(today, again));
      return "postponed";
    }
    let domain = now;
    let compared = await this.#seen(domain);
    let isOpen = false;
    if (compared !== null && this.#isWorthAsking(domain, compared)) {
      const said = await this.#options.retrieval.registrant(domain.domain);
      isOpen = said.againSeconds !== null;
      // What it said before is better than nothing.
      domain = {
        ...domain,
        registrant: said.againSeconds === null ? said.answer.registrant : row.registrant,
      };
      await this.#noteSharer(domain);
      compared = await this.#seen(domain);
    }
    if (compared === null) return "lost";
    const { isComplete = true, ...outcome } = await this.#settled(domain, compared);
    isOpen ||= !isComplete && this.#options.asks;
    const due = addDays(today, againDays(domain, { ...outcome, isOpen }));
    // Where registries did not answer, the registrant stays as old as it is.
    const looked = isOpen && row.looked !== -1 ? row.looked : today;
    const result = { domain: domain.domain, ...outcome, looked, due };
    if (!(await storeOutcome(ctx.db, worker, result))) return "lost";
    if (domain.registrant?.organisation && outcome.organisationId === null) await this.#awaken(compared);
    return outcome.organisationId === null ? "undecided" : "belongs";
  }

  /** As it is now: how many URLs it has, and what DNS says; null: DNS does not answer. */
  async #asNow(row: DomainRow): Promise<DomainRow | null> {
    const { ctx, retrieval } = this.#options;
    const [uses, nameServers, bare, www] = await Promise.all([
      countUses(ctx.db, row.domain, isKept),
      retrieval.nameServersNow(row.domain),
      retrieval.addressesNow(row.domain),
      retrieval.addressesNow(`www.${row.domain}`),
    ]);
    if (nameServers === null || bare === null || www === null) return null;
    const addresses = [...new Set([...bare, ...www])].sort();
    return { ...row, uses, nameServers: [...nameServers], addresses };
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

  /** Stores what was seen, and compares it with what others have; null: the lease is lost. */
  async #seen(row: DomainRow): Promise<Compared | null> {
    const { ctx, lists, worker } = this.#options;
    const { known } = await countedProviders(ctx.db, lists, [factsOf(row)]);
    const { domain, uses, nameServers, addresses, registrant } = row;
    const signs = signsOf(factsOf(row), known);
    const seen = { domain, uses, nameServers, addresses, registrant, signs };
    if (!(await storeSeen(ctx.db, worker, seen))) return null;
    return comparedWithKnown(ctx.db, lists, { domain: row, signs, known });
  }

  /** Where the answer can change something: it is old; or the domain is nobody's, and shares something with somebody or has many links. */
  #isWorthAsking(
    { registrant, looked, uses }: DomainRow,
    { organisation, organisations, partners }: Compared,
  ): boolean {
    if (!this.#options.asks) return false;
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
    let isComplete = true;
    if (own !== undefined && daysBetween(own.checked, today) >= FRESH_DAYS) {
      const read = await this.#profile(domain);
      isComplete = read.isComplete;
      const { profile } = read;
      // What registries said before is better than a part of it.
      if (isComplete)
        await storeOrganisation(ctx.db, { profile, ranges: ownRanges(profile, providers), on: today });
    }
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

  /** Two domains of nobody that belong together make an organisation, and so does one that has name servers of its own and many links. */
  async #founded(domain: DomainRow, compared: Compared) {
    const { ctx } = this.#options;
    const { db, clock } = ctx;
    for (const partner of compared.partners.slice(0, PARTNERS_MAX)) {
      const [root, other] = isRootOf(partner, domain) ? [partner, domain] : [domain, partner];
      const likely = await this.#decides(mini(root), root, other, compared);
      if (likely.decision !== "belongs") continue;
      const { profile } = await this.#profile(root);
      const decision = await this.#decides(profile, root, other, compared);
      if (decision.decision !== "belongs") continue;
      const organisationId = await this.#found(profile);
      if (other === domain) return { organisationId, decision };
      await attachDomain(db, other.domain, { organisationId, decision, on: clock.today() });
      return { organisationId, decision: rootDecision(domain.domain) };
    }
    const { registrant, nameServers, uses } = domain;
    const isOwn = nameServers.some((host) => domainOf(host) === domain.domain);
    if (!isOwn || !registrant?.organisation || uses < USES_MIN) return null;
    const organisationId = await this.#found((await this.#profile(domain)).profile);
    return { organisationId, decision: rootDecision(domain.domain) };
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

  async #found(profile: OrganisationProfile): Promise<number> {
    const { ctx, lists } = this.#options;
    const { providers } = await countedProviders(ctx.db, lists, [profile]);
    const ranges = ownRanges(profile, providers);
    const [known] = await organisationsOf(ctx.db, { ids: [], domains: [profile.domain], addresses: [] });
    // Another process was faster.
    if (known !== undefined) return known.id;
    return storeOrganisation(ctx.db, { profile, ranges, on: ctx.clock.today() });
  }

  #profile(root: DomainRow): Promise<ProfileRead> {
    const { asks, retrieval } = this.#options;
    return asks
      ? retrieval.read(root.domain, root.domain)
      : Promise.resolve({ profile: mini(root), isComplete: false });
  }
}

interface Settled {
  readonly organisationId: number | null;
  readonly decision: Decision | null;
  /** False: its profile could not be read again. */
  readonly isComplete?: boolean;
}

function againDays(
  { nameServers, addresses }: DomainRow,
  { decision, isOpen }: { readonly decision: Decision | null; readonly isOpen: boolean },
): number {
  if (isOpen) return AGAIN_DAYS.unanswered;
  if (nameServers.length === 0 && addresses.length === 0) return AGAIN_DAYS.silent;
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
