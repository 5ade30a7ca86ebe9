import type { Config } from "../../runtime/config.ts";
import { UsageError } from "../../runtime/errors.ts";
import type { ArchiveType } from "./archive.ts";
import { archiveOrg } from "./archive-org.ts";
import { archiveToday } from "./archive-today.ts";
import { arquivoPt } from "./arquivo-pt.ts";
import { mementoArchive } from "./memento.ts";
import { WaybackArchive, waybackLayout } from "./wayback.ts";

/**
 * The archives that can be asked without being described by the operator. webcitation.org is none of them: it answers no
 * questions any more, and what pages have of it is kept (shared/url/archives.ts).
 */
const TYPES: readonly ArchiveType[] = [archiveOrg, arquivoPt, archiveToday];

/** What the environment says about archives (docs/archives.md). */
export type ArchiveConfig = Pick<Config, "archiveEndpoints" | "archiveTimeMaps">;

/** An archive to ask, and the operator's address for it, if there is one. */
export interface ChosenType {
  readonly type: ArchiveType;
  readonly own: string | undefined;
}

/** The archives that are asked: those by default, and those that the configuration names. Throws a UsageError. */
export function chosenTypes({
  archiveEndpoints: endpoints,
  archiveTimeMaps: timeMaps,
}: ArchiveConfig): ChosenType[] {
  for (const [type, address] of timeMaps)
    if (address === null && !TYPES.some((known) => known.type === type))
      throw new UsageError(
        `WEBOID_ARCHIVE_TIMEMAPS: ${type} is none of ${TYPES.map((known) => known.type).join(", ")}; give its address: ${type}=https://archive.example.org/timemap/link/`,
      );
  const known = TYPES.filter(
    ({ type, isDefault }) => isDefault || endpoints.has(type) || timeMaps.get(type) === null,
  );
  const names = new Set(known.map(({ type }) => type));
  const mirrors = [...endpoints.keys()].filter((type) => !names.has(type)).map(waybackOf);
  const others = [...timeMaps].flatMap(([type, address]) =>
    address === null || names.has(type) || endpoints.has(type) ? [] : [mementoOf(type, address)],
  );
  return [...known, ...mirrors, ...others].map((type) => ({ type, own: endpoints.get(type.type) }));
}

const PER_MINUTE = 30;

/** An archive of which only the base address is known, under which everything is as at the Wayback Machine. */
const waybackOf = (type: string): ArchiveType => ({
  type,
  isDefault: false,
  perMinute: PER_MINUTE,
  open: (asker, own = "") => new WaybackArchive(type, asker, waybackLayout(own)),
});

/** A Memento archive of which nothing is known but where its TimeMaps are. */
const mementoOf = (type: string, timeMap: string): ArchiveType => ({
  type,
  isDefault: false,
  perMinute: PER_MINUTE,
  open: (asker) =>
    mementoArchive({ type, asker, timeMap, hosts: [new URL(timeMap).hostname.replace(/^www\./, "")] }),
});
