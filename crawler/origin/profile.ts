import { createHmac } from "node:crypto";
import type { Scope } from "../../db/people/allowance.ts";
import { type NetworkNames, networkSince, noteNetwork } from "../../db/people/known-networks.ts";
import { heardBefore, type Profile } from "../../db/people/reports.ts";
import type { Day } from "../../shared/calendar/day.ts";
import { pseudonymKeys } from "../../shared/protocol/keys.ts";
import type { PeopleAct, PeopleRequest } from "../../shared/protocol/people.ts";
import type { Database } from "../runtime/context.ts";

/** What is counted: the acts of the forms, checks that people ask for, and locks. */
type CountedAct = PeopleAct | "check" | "lock";
/**
 * Acts in a day: of everybody, and of a network and the ranges around it, so that many addresses are not many people (H2, H5): a /16 has a
 * tenth of all, networks that nobody knew before today have half; of an account, and of all accounts together, from which nobody without
 * one takes anything. Administrators have what it takes to undo all of a day: it is the edge that says who they are, and an edge may be
 * compromised.
 */
const PER_DAY = {
  all: 3_000,
  newcomers: 1_500,
  provider: 300,
  site: 200,
  subscriber: 150,
  address: 100,
  account: 300,
  accounts: 3_000,
  administrators: 10_000,
} as const;
/** Seconds between two acts: one report a minute (H2); withdrawing is free, but no faster than by hand. */
const PACE_SECONDS: Readonly<Record<CountedAct, number>> = {
  report: 60,
  propose: 60,
  withdraw: 5,
  remove: 5,
  block: 60,
  check: 10,
  lock: 0,
};
/** The share of that pace for the ranges around a network: a /48 could act 65,536 times a minute otherwise (H5). */
const PACE_SHARE = {
  all: 0,
  newcomers: 0,
  provider: 0,
  site: 1 / 12,
  subscriber: 1 / 4,
  address: 1,
  account: 1,
  accounts: 0,
  administrators: 0,
} as const;

/** A UUID that says nothing without the key: addresses are not kept. */
function nameOf(key: string, kind: string, what: string): string {
  const hash = createHmac("sha256", key).update(`weboid-people-2\n${kind}\n${what}`).digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Who says something: the network that sent it, or an account. */
export type Who = Pick<PeopleRequest, "ranges" | "profile" | "administrator">;

/**
 * Under which names a voice is kept. An account is heard in one network, from wherever it speaks, as anybody there: that of its first
 * word of the month that still stands. So it is one voice, also when somebody is logged in and out by turns (H5). `secret`: the key of
 * pseudonyms, of which those of the month are made.
 */
export async function profileOf(
  tx: Database,
  secret: string,
  { ranges, profile }: Who,
  day: Day,
): Promise<Profile> {
  const names = namesUnder(secret, day);
  const widest = ranges.at(-1)?.key ?? "";
  const here = {
    network: names("network", widest).now,
    family: widest.includes(":") ? 6 : 4,
    since: await noteNetwork(tx, names("site", siteOf(ranges)), day),
  };
  if (profile === undefined) return { reporter: names("reporter", ranges[0]?.key ?? ""), ...here, day };
  const reporter = names("account", profile);
  return { reporter, ...((await heardBefore(tx, reporter.now, day)) ?? here), day };
}

/** Whether nobody of this network said anything before today; a look that notes nothing. Accounts are known. */
export async function isNewcomer(
  db: Database,
  secret: string,
  { ranges, profile }: Who,
  day: Day,
): Promise<boolean> {
  if (profile !== undefined) return false;
  return (await networkSince(db, namesUnder(secret, day)("site", siteOf(ranges)), day)) === day;
}

const siteOf = (ranges: Who["ranges"]): string =>
  (ranges.find(({ policy }) => policy === "site") ?? ranges.at(-1))?.key ?? "";

/** Names by kind, under the keys of a day. */
function namesUnder(secret: string, day: Day) {
  const keys = pseudonymKeys(secret, day);
  return (kind: string, what: string): NetworkNames => ({
    now: nameOf(keys.now, kind, what),
    before: nameOf(keys.before, kind, what),
  });
}

/** Each kind of act is counted by itself, so that what vandals used up of one is there of the other. */
export function scopesOf(
  secret: string,
  what: CountedAct,
  { ranges, profile, administrator }: Who,
  { today, isNew = false }: { readonly today: Day; readonly isNew?: boolean },
): Scope[] {
  const { now: key } = pseudonymKeys(secret, today);
  const scope = (policy: keyof typeof PER_DAY, name: string): Scope => {
    return { name, perDay: PER_DAY[policy], paceSeconds: PACE_SECONDS[what] * PACE_SHARE[policy] };
  };
  if (administrator) return [scope("administrators", nameOf(key, what, "all administrators"))];
  if (profile !== undefined)
    return [
      scope("account", nameOf(key, `${what} account`, profile)),
      scope("accounts", nameOf(key, what, "all accounts")),
    ];
  return [
    ...ranges.map((range) => scope(range.policy, nameOf(key, `${what} ${range.policy}`, range.key))),
    ...(isNew ? [scope("newcomers", nameOf(key, what, "newcomers"))] : []),
    scope("all", nameOf(key, what, "everybody")),
  ];
}
