import type { AddressPolicy } from "../../shared/url/address-policy.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { createNameResolver, type NameResolver, newName } from "../net/names.ts";
import { createRouter, isLiteral } from "../net/routes.ts";
import { type CheckMeans, check } from "./check.ts";
import { OUTAGE_LIMITS, type OutageOptions, OutageWatch, type Side } from "./outage.ts";
import { targetOf } from "./target.ts";
import { unpacedGrant } from "./unpaced.ts";

export interface WatchOptions {
  /** WEBOID_ALLOW_PRIVATE, `--allow-private`: test webs on loopback, never the default. */
  readonly allowPrivate?: boolean;
  /** WEBOID_DNS: `address` or `address:port` each; empty or absent: the system's. */
  readonly dns?: readonly string[];
  /**
   * Addresses that are tried before many failures in a row are believed (design 11); empty: failures are always believed.
   * Absent or null: well-known ones; with `allowPrivate` none, and only a name service that says nothing at all is taken for ours.
   */
  readonly controls?: readonly NormalisedUrl[] | null;
  /**
   * For a crawl, whose results are stored: no failure is believed before somebody else answers, and while we seem to be cut
   * off, a new check waits for so long at most. Absent: neither.
   */
  readonly outageHoldMs?: number;
  /** Called with a sentence when we seem to be cut off, and when no more. */
  readonly onOutage?: (sentence: string) => void;
  /** In place of one made from the other options. */
  readonly resolver?: NameResolver;
}

/** Sites that are up when we are, run by different people at different places. */
const CONTROLS = ["https://www.wikipedia.org/", "https://www.iana.org/"].map((url) => url as NormalisedUrl);
const PROBE_LIMITS = { totalMs: OUTAGE_LIMITS.probeMs, connectMs: 3_000, headSilenceMs: 3_000, bodyMs: 500 };

const OUTAGES: Readonly<Record<Side, readonly [away: string, back: string]>> = {
  resolver: ["the name service does not answer", "the name service answers again"],
  names: ["the name service finds none of the names that there are", "the name service finds names again"],
  hosts: ["nobody answers, and no control address either", "somebody answers again"],
};

function sentenceOf(side: Side, up: boolean): string {
  const [away, back] = OUTAGES[side];
  return up
    ? back
    : `${away}: taken for an outage on our side, so nothing is held against links until it is over`;
}

/**
 * Watches for outages of ours by addresses of others that are up when we are; null: failures are always believed.
 * @param over called when one is over
 */
export function createWatch(
  means: CheckMeans & { readonly allowed: AddressPolicy },
  { controls = null, allowPrivate = false, dns = [], outageHoldMs = 0, onOutage, ...given }: WatchOptions,
  over: () => void,
): OutageWatch | null {
  if (controls?.length === 0) return null;
  // Of its own: a probe must not wait behind the questions whose failures it is to judge.
  const own = () => given.resolver ?? createNameResolver({ servers: dns });
  const resolver = own();
  const probing =
    controls === null && allowPrivate
      ? silentNames(resolver)
      : { probe: controlProbe(controls ?? CONTROLS, means, resolver, own) };
  return new OutageWatch({
    ...OUTAGE_LIMITS,
    ...probing,
    holdMs: outageHoldMs,
    onStateChange: (side, up) => {
      if (up) over();
      onOutage?.(sentenceOf(side, up));
    },
    onClose: () => resolver.close(),
  });
}

/** For test webs, in which nobody is known to be up: a name service answers even for a name that is reserved for being unknown (RFC 6761, 6.4). */
const silentNames = (resolver: NameResolver): Pick<OutageOptions, "suspicious" | "probe"> => ({
  suspicious: { "dns-timeout": "resolver" },
  probe: async () => {
    const found = await resolver.resolve(newName("invalid"));
    return found.kind === "found" || found.failure !== "dns-timeout";
  },
});

function controlProbe(
  controls: readonly NormalisedUrl[],
  means: CheckMeans & { readonly allowed: AddressPolicy },
  resolver: NameResolver,
  uncached: () => NameResolver,
): OutageOptions["probe"] {
  const { transport, files, sockets, optedOut, fields, allowPrivate, allowed } = means;
  const limits = { ...means.limits, ...PROBE_LIMITS };
  const probeMeans: CheckMeans = {
    ...{ transport, files, sockets, optedOut, fields, allowPrivate, limits },
    router: createRouter(resolver, allowed, limits),
    readRobots: false,
  };
  const isAnswered = async (control: NormalisedUrl): Promise<boolean> => {
    const target = targetOf(control);
    // Nothing that checks learnt of its host: a control that asked for time would seem to be down, and is asked seldom enough.
    const outcome = await check(target, probeMeans, unpacedGrant(target.parts.host));
    return outcome.kind === "answer";
  };
  const answers: Readonly<Record<Side, (control: NormalisedUrl) => Promise<boolean>>> = {
    // That there is no such name is an answer too.
    resolver: async (control) => {
      const found = await resolver.resolve(newName(targetOf(control).parts.host));
      return found.kind === "found" || found.failure === "dns-unknown";
    },
    // A name service that is cut off may say of every name that there is none. What is known from before says nothing.
    names: async (control) => {
      const { parts } = targetOf(control);
      // An address needs no name.
      return isLiteral(parts) || (await uncached().resolve(parts.host)).kind === "found";
    },
    hosts: isAnswered,
  };
  // All at once: one that is silent leaves no time for the others.
  return (side) => anyOf(controls.map((control) => answers[side](control)));
}

/** As soon as one says yes. */
const anyOf = (answers: readonly Promise<boolean>[]): Promise<boolean> =>
  Promise.any(answers.map((answer) => answer.then((yes) => yes || Promise.reject()))).catch(() => false);
