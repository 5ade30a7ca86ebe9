import { compile } from "../../../shared/organisation/compile.ts";
import type { Providers } from "../../../shared/organisation/providers.ts";
import type { Decision, OrganisationProfile } from "../../../shared/organisation/types.ts";
import { openRetrieval } from "../../organisation/open.ts";
import { systemClock } from "../../runtime/clock.ts";
import { type Config, requireContact } from "../../runtime/config.ts";
import { readFacts } from "./facts-file.ts";

/** What is known of an organisation, and how hosts are decided by it. */
export interface Knowledge extends AsyncDisposable {
  readonly profile: OrganisationProfile;
  readonly providers: Providers;
  /** Hosts that are known beside the input. */
  readonly hosts: readonly string[];
  /** @param addresses as a scan found them; absent: as far as they are known */
  decide(host: string, addresses?: readonly string[]): Promise<Decision>;
  addresses(host: string): Promise<readonly string[]>;
}

export interface KnowledgeOptions {
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly root: string;
  /** A file in place of questions to DNS and registries. */
  readonly facts?: string | undefined;
}

/** Throws a UsageError that says what is wrong with the file or the configuration. */
export async function openKnowledge({ config, signal, root, facts }: KnowledgeOptions): Promise<Knowledge> {
  if (facts !== undefined) return fromFile(facts, root);
  requireContactFor(config);
  const opened = openRetrieval({ config, clock: systemClock, signal });
  const { retrieval } = opened;
  const profile = await retrieval.profile(root, root);
  const decide = compile(profile);
  return {
    profile,
    providers: {},
    hosts: [profile.domain],
    decide: (host, addresses) => retrieval.decide(host, decide, addresses),
    addresses: (host) => retrieval.addresses(host),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
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
    decide: async (host, addresses) => decide({ ...(addresses && { addresses }), ...known.factsOf(host) }),
    addresses: async (host) => known.factsOf(host).addresses ?? [],
    async [Symbol.asyncDispose]() {},
  };
}
