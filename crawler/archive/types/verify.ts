import type { Asker } from "../asker.ts";
import { type Asked, choose } from "../choice/choose.ts";
import { msOf, type Version } from "../choice/version.ts";
import { type Listing, unclear, type Versions } from "./archive.ts";

/** Versions that are looked at before an archive counts as one without a version that fits. */
const LOOKS_MAX = 4;

/**
 * Versions of which the list says no status: the one that would be chosen is looked at, and the next one where it is an error page
 * or a redirect. An archive replays what it has with the status of that time.
 */
export async function verified(asker: Asker, asked: Asked, listed: Versions): Promise<Listing> {
  let { versions } = listed;
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const choice = choose(asked, versions);
    if (choice.kind === "none-fits" || choice.version.http !== null) return { ...listed, versions };
    const { version } = choice;
    const seen = await look(asker, version);
    if ("kind" in seen) return seen;
    versions = versions.map((one) => (one === version ? { ...one, ...seen } : one));
  }
  // What was not looked at may be an error page as well.
  const seen = versions.filter(({ http, redirect }) => http !== null || redirect);
  return { kind: "versions", versions: seen, isWhole: listed.isWhole && seen.length === versions.length };
}

/** With these an archive says that it does not show a version. Its other failures say nothing of it. */
const GONE = new Set([404, 410, 451]);
/** Memento-Datetime may be in a zone that it does not name. */
const ZONES_MS = 86_400_000;

/** Whether an archive showed a version of another time in place of the one asked for: as good as a redirect to it. */
export const isOtherTime = (mementoMs: number | null, fromMs: number, untilMs = fromMs): boolean =>
  mementoMs !== null && (mementoMs < fromMs - ZONES_MS || mementoMs > untilMs + ZONES_MS);

async function look(
  asker: Asker,
  { address: url, at, latest }: Version,
): Promise<Pick<Version, "http" | "redirect"> | Extract<Listing, { kind: "failed" }>> {
  let reply = await asker.ask({ url, method: "HEAD", follow: false });
  if (reply.kind === "answer" && (reply.http === 405 || reply.http === 501))
    reply = await asker.ask({ url, follow: false });
  if (reply.kind === "failed") return reply;
  const { http, location, isMemento, mementoMs } = reply;
  // Its own failure, or its login: not what the server of that time answered.
  if (!isMemento && http >= 400 && !GONE.has(http))
    return unclear(`answered ${http} for one of its versions`);
  if (!isMemento && location !== null && isElsewhere(location, url))
    return unclear("redirected one of its versions elsewhere");
  return { http, redirect: location !== null || isOtherTime(mementoMs, msOf(at), msOf(latest)) };
}

/** A page of the archive itself, such as a login, and none that contains a URL or a time. */
function isElsewhere(location: string, url: string): boolean {
  const target = URL.parse(location, url);
  return target?.host === new URL(url).host && !/\/(?:\d{4,14}|https?:)/.test(target.pathname);
}
