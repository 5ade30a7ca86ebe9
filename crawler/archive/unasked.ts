import { type LinkedCopy, linkedCopies, standingVersion } from "../../db/archives/links.ts";
import type { UrlId } from "../../db/types.ts";
import { evidenceOf, lacksContent } from "../../shared/history/evidence.ts";
import { statusRow } from "../../shared/status/table.ts";
import { isClosed, versionTime } from "../../shared/url/archives.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database } from "../runtime/context.ts";
import { Asker } from "./asker.ts";
import { type Asked, choose } from "./choice/choose.ts";
import { readTimestamp, type Timestamp, type Version } from "./choice/version.ts";
import type { Found, OpenArchive, OpenOptions } from "./lookup.ts";
import { type Failed, unclear } from "./types/archive.ts";
import { isOtherTime } from "./types/verify.ts";

/** Of an archive that is not asked, single versions are looked at. */
const PER_MINUTE = 10;

interface UnaskedOptions extends OpenOptions {
  readonly db: Database;
  /** Null: the archive would not learn who asks, so it is not contacted. */
  readonly contact: string | null;
}

interface Standing {
  readonly address: string;
  /** By people (H4). */
  readonly isNamed: boolean;
}

/**
 * An archive that is not asked what it has: its versions are those that pages link to (A4), people named (H4), or that stand since it was
 * asked. Of links our own checks say whether they are still there; the others are looked at (A3).
 */
export function openUnasked(type: string, { db, contact, ...options }: UnaskedOptions): OpenArchive {
  const asker = contact === null || isClosed(type) ? null : new Asker({ ...options, perMinute: PER_MINUTE });
  return {
    type,
    // Nobody learns of a URL but by its version, which the archive has.
    isOwn: true,
    isPartlyKnown: true,
    async find(asked, id) {
      const copies = await linkedCopies(db, type, asked.url as NormalisedUrl);
      const standing = await standingVersion(db, type, id as UrlId);
      const seen = standing === null ? "gone" : await stateOf(standing, copies, asker);
      return typeof seen === "object" ? seen : choiceOf(asked, standing, seen === "there", copies);
    },
  };
}

type Seen = "there" | "gone" | Failed;

async function stateOf(
  { address }: Standing,
  copies: readonly LinkedCopy[],
  asker: Asker | null,
): Promise<Seen> {
  if (address === "") return "gone";
  const link = copies.find(({ url }) => url === address);
  if (link !== undefined) return isThere(link) ? "there" : "gone";
  return asker === null ? "there" : look(asker, address);
}

function choiceOf(
  asked: Asked,
  standing: Standing | null,
  isStanding: boolean,
  copies: readonly LinkedCopy[],
): Found {
  const kept = isStanding && standing !== null ? versionAt(standing.address, null) : null;
  const versions = copies.filter(isThere).flatMap((copy) => versionAt(copy.url, copy) ?? []);
  const all = kept === null ? versions : [...versions, kept];
  const moments = new Set<string>(all.map(({ at }) => at));
  const listed = {
    isChanging: false,
    hasNamed: (address: string) => moments.has(versionTime(address)?.at ?? ""),
  };
  // What people named stays for as long as it is there, as does what says no time by which to choose.
  if (isStanding && standing !== null && (standing.isNamed || kept === null)) {
    const at = kept?.at ?? ("" as Timestamp);
    return {
      kind: "version",
      address: standing.address,
      at,
      rule: "named",
      reason: "it was named",
      ...listed,
    };
  }
  if (all.length === 0) return { kind: "not-archived" };
  const choice = choose(asked, all);
  if (choice.kind === "none-fits") return { ...choice, ...listed };
  const { version, rule, reason } = choice;
  return { kind: "version", address: version.address, at: version.at, rule, reason, ...listed };
}

/**
 * Whether a link shows the version that its address names, as far as our checks know: it is not gone, and does not lead to another time.
 * One that was never checked, or refuses robots, counts.
 */
function isThere({ url, history: [newest], notes }: LinkedCopy): boolean {
  if (newest === undefined) return true;
  if (lacksContent(newest)) return false;
  if (statusRow(newest.status).class !== "moved") return true;
  const target = notes.find(({ key }) => key === "moved")?.value ?? "";
  return versionTime(target)?.at === versionTime(url)?.at;
}

function versionAt(address: string, copy: LinkedCopy | null): Version | null {
  const time = readTimestamp(versionTime(address)?.at ?? "");
  const newest = copy?.history[0];
  const http = newest !== undefined && evidenceOf(newest) === "good" ? 200 : null;
  return time && { ...time, http, mime: null, digest: null, revisit: false, redirect: false, address };
}

/** Looks whether a version is still there: "gone" only where the archive clearly says so. */
async function look(asker: Asker, address: string): Promise<Seen> {
  let reply = await asker.ask({ url: address, method: "HEAD", follow: false });
  if (reply.kind === "answer" && (reply.http === 405 || reply.http === 501))
    reply = await asker.ask({ url: address, follow: false });
  if (reply.kind === "failed") return reply;
  const { http, location, isMemento, mementoMs } = reply;
  if (location !== null) return leadsThere(address, location);
  const ownMs = versionTime(address)?.epochMs ?? mementoMs ?? 0;
  if (http >= 200 && http < 300) return isOtherTime(mementoMs, ownMs) ? "gone" : "there";
  // An archived error page is no version of the page.
  if (isMemento || http === 404 || http === 410 || http === 451) return "gone";
  return unclear(`answered ${http} for one of its versions`);
}

/** A redirect to the same version under another name of the archive, or to another version. */
function leadsThere(address: string, location: string): Seen {
  const target = URL.parse(location, address);
  const [own, other] = [versionTime(address)?.at, versionTime(target?.href ?? "")?.at];
  if (own !== undefined && other !== undefined) return own === other ? "there" : "gone";
  return target?.pathname === new URL(address).pathname
    ? "there"
    : unclear("redirected one of its versions elsewhere");
}
