import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { createNameResolver, type NameResolver, newName } from "../net/names.ts";
import { type AddressPolicy, createRouter, isLiteral } from "../net/policy.ts";
import { createEtiquette } from "../politeness/etiquette.ts";
import { checkUrl } from "./check.ts";
import type { CheckerOptions } from "./checker.ts";
import type { CheckDeps } from "./deps.ts";
import {
  createOutageWatch,
  OUTAGE_LIMITS,
  type OutageOptions,
  type OutageWatch,
  type Side,
} from "./outage.ts";

/** Sites that are up when we are, run by different people at different places. */
const CONTROLS = ["https://www.wikipedia.org/", "https://www.iana.org/"].map((url) => url as NormalisedUrl);
const PROBE_LIMITS = { totalMs: OUTAGE_LIMITS.probeMs, connectMs: 3_000, headSilenceMs: 3_000, bodyMs: 500 };

const OUTAGES: Readonly<Record<Side, readonly [away: string, back: string]>> = {
  names: ["the name service does not answer", "the name service answers again"],
  finds: ["the name service finds none of the names that there are", "the name service finds names again"],
  hosts: ["nobody answers, and no control address either", "somebody answers again"],
};
function tellTurn(tell: (told: string) => void, side: Side, up: boolean): void {
  const [away, back] = OUTAGES[side];
  tell(
    up ? back : `${away}: taken for an outage on our side, so nothing is held against links until it is over`,
  );
}

/**
 * Watches for outages of ours by addresses of others that are up when we are; null: failures are always believed.
 * @param over told when one is over
 */
export function createWatch(
  deps: CheckDeps,
  allowed: AddressPolicy,
  options: CheckerOptions,
  over: () => void,
): OutageWatch | null {
  const { controls = null, allowPrivate = false, onOutage } = options;
  if (controls?.length === 0) return null;
  const watch = {
    ...OUTAGE_LIMITS,
    holdMs: options.outageHoldMs ?? 0,
    onTurn: (side: Side, up: boolean) => {
      if (up) over();
      if (onOutage !== undefined) tellTurn(onOutage, side, up);
    },
  };
  // Of their own: a probe must not wait behind the questions whose failures it is to judge.
  const own = () => options.resolver ?? createNameResolver({ servers: options.dns ?? [] });
  const resolver = own();
  const probing =
    controls === null && allowPrivate
      ? silentNames(resolver)
      : { probe: controlProbe(controls ?? CONTROLS, deps, allowed, resolver, own) };
  const watched = createOutageWatch({ ...watch, ...probing });
  return {
    ...watched,
    close() {
      watched.close();
      resolver.close();
    },
  };
}

/** In a test web nobody is known to be up. But a name service answers of a name that is reserved for being unknown (RFC 6761, 6.4), too. */
const silentNames = (resolver: NameResolver): Pick<OutageOptions, "suspicious" | "probe"> => ({
  suspicious: { "dns-timeout": "names" },
  probe: async () => {
    const found = await resolver.resolve(newName("invalid"));
    return found.kind === "found" || found.failure !== "dns-timeout";
  },
});

function controlProbe(
  controls: readonly NormalisedUrl[],
  deps: CheckDeps,
  allowed: AddressPolicy,
  resolver: NameResolver,
  uncached: () => NameResolver,
): OutageOptions["probe"] {
  const { transport, files, optedOut, fields, allowPrivate } = deps;
  const limits = { ...deps.limits, ...PROBE_LIMITS };
  // Nothing that checks learnt of its host: a control that asked for time would seem to be down, and is asked seldom enough.
  const probeDeps = {
    ...{ transport, files, optedOut, fields, allowPrivate },
    limits,
    router: createRouter(resolver, allowed, limits),
    etiquette: { ...createEtiquette({}, allowPrivate), rest: deps.etiquette.rest },
  };
  const answers: Readonly<Record<Side, (control: NormalisedUrl) => Promise<boolean>>> = {
    // That there is no such name is an answer too.
    names: async (control) => {
      const found = await resolver.resolve(newName(splitUrl(control).host));
      return found.kind === "found" || found.failure === "dns-unknown";
    },
    // A name service that is cut off may say of every name that there is none. What is known from before says nothing.
    finds: async (control) => {
      const parts = splitUrl(control);
      // An address needs no name.
      return isLiteral(parts) || (await uncached().resolve(parts.host)).kind === "found";
    },
    hosts: async (control) => (await checkUrl(control, probeDeps)).kind === "answer",
  };
  // All at once: one that is silent leaves no time for the others.
  return (side) => anyOf(controls.map((control) => answers[side](control)));
}

/** As soon as one says yes. */
const anyOf = (answers: readonly Promise<boolean>[]): Promise<boolean> =>
  Promise.any(answers.map((answer) => answer.then((yes) => yes || Promise.reject()))).catch(() => false);
