import { existsSync } from "node:fs";
import { join } from "node:path";
import pLimit from "p-limit";
import { compile } from "../../../shared/organisation/compile.ts";
import type { Providers } from "../../../shared/organisation/providers.ts";
import type { Decision, OrganisationProfile, RuleName } from "../../../shared/organisation/types.ts";
import { type Member, storedKnowledge } from "../../organisation/attach/known-members.ts";
import { sharedHosters } from "../../organisation/hosters.ts";
import { openRetrieval } from "../../organisation/open.ts";
import { type Clock, systemClock } from "../../runtime/clock.ts";
import { type Config, requireContact } from "../../runtime/config.ts";
import { type OpenDatabase, openDatabase } from "../../runtime/database.ts";
import { openDatabaseClock } from "../../runtime/database-clock.ts";
import { createLog } from "../../runtime/log.ts";
import { readFacts } from "./facts-file.ts";

/** Hosts about which DNS and registries are asked at once; each registry is asked one question at a time in any case. */
const ASKED_AT_ONCE = 8;
const LOG = createLog("organisation", "error");

/** What is known of an organisation, and how hosts are decided by it. */
export interface Knowledge extends AsyncDisposable {
  readonly profile: OrganisationProfile;
  readonly providers: Providers;
  /** Hosts that are known beside the input. */
  readonly hosts: readonly string[];
  /** @param addresses as a scan found them; absent: as far as they are known */
  decide(host: string, addresses?: readonly string[]): Promise<Decision>;
  addresses(host: string): Promise<readonly string[]>;
  /** Whether what a rule looks at is the host's own, and not its domain's: registries and DNS are asked about domains. */
  isDelegated(host: string, rule: RuleName): boolean;
}

export interface KnowledgeOptions {
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly root: string;
  /** A file in place of questions to DNS and registries. */
  readonly facts?: string | undefined;
  /** What is known without it is not enough. */
  readonly needsDatabase?: boolean;
  /** A line on standard error. */
  readonly complain: (line: string) => void;
}

/** Throws a UsageError that says what is wrong with the file or the configuration, a WorkError where the database is needed and cannot be read. */
export async function openKnowledge(options: KnowledgeOptions): Promise<Knowledge> {
  const { config, signal, root, facts } = options;
  if (facts !== undefined) return fromFile(facts, root);
  await using opened = new AsyncDisposableStack();
  const database = await databaseThere(options);
  if (database !== null) opened.defer(() => database.close());
  // What the database knows may be enough, so that nobody is asked.
  const beforeAsking = () => requireContactFor(config);
  if (database === null) beforeAsking();
  const clock = database === null ? systemClock : await clockOf(database, opened);
  const stored = database === null ? null : storedKnowledge(database.db, { config, clock, signal });
  const { retrieval } = opened.use(openRetrieval({ config, clock, signal, beforeAsking, ...stored?.means }));
  const profile = await retrieval.profile(root, root);
  const providers = (await stored?.providersFor(profile)) ?? sharedHosters(config.sharedHosters);
  const decide = compile(profile, providers);
  const members = (await stored?.membersOf(profile.domain)) ?? new Map<string, Member>();
  const asking = pLimit(ASKED_AT_ONCE);
  const closing = opened.move();
  return {
    profile,
    providers,
    hosts: [profile.domain, ...members.keys()],
    decide: async (host, addresses) =>
      members.get(host)?.decision ??
      (await stored?.decided(host, decide)) ??
      asking(() => retrieval.decide(host, decide, addresses)),
    addresses: async (host) => members.get(host)?.addresses ?? asking(() => retrieval.addresses(host)),
    isDelegated: () => false,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** The database, where there is one: by DATABASE_URL, or the embedded one that something made before. */
async function databaseThere({
  config,
  complain,
  needsDatabase,
}: KnowledgeOptions): Promise<OpenDatabase | null> {
  const isThere = (name: string) => existsSync(join(config.dataDir, name));
  if (config.databaseUrl === null && !isThere("postgres") && !isThere("postgres.location")) return null;
  try {
    return await openDatabase(config, LOG, {
      name: "weboid organisation tools",
      max: 4,
    });
  } catch (error) {
    if (needsDatabase === true || !(error instanceof Error)) throw error;
    complain(`weboid: what the database knows is left out: ${error.message}`);
    return null;
  }
}

async function clockOf({ db }: OpenDatabase, opened: AsyncDisposableStack): Promise<Clock> {
  const clock = await openDatabaseClock(db, { log: LOG, onSkewed: () => {} });
  opened.defer(() => clock.close());
  return clock;
}

/** Registries of other people see who asks; servers of the operator's own need not. */
function requireContactFor(config: Config): void {
  if (config.rdapBootstrap === null || config.whoisServer === null) requireContact(config);
}

async function fromFile(file: string, root: string): Promise<Knowledge> {
  const known = await readFacts(file, root);
  const decide = compile(known.profile, known.providers);
  return {
    ...known,
    hosts: [...new Set([known.profile.domain, ...known.hosts])],
    decide: async (host, addresses) => decide({ ...known.factsOf(host), ...(addresses && { addresses }) }),
    addresses: async (host) => known.factsOf(host).addresses ?? [],
    async [Symbol.asyncDispose]() {},
  };
}
