import { UsageError } from "../../runtime/errors.ts";
import type { ArchiveType } from "./archive.ts";
import { archiveOrg } from "./archive-org.ts";
import { archiveToday } from "./archive-today.ts";
import { arquivoPt } from "./arquivo-pt.ts";
import { mementoArchive } from "./memento.ts";

/**
 * The archives that can be asked without being described by the operator. webcitation.org is none of them: it answers no
 * questions any more, and what pages have of it is kept (runtime/archives.ts).
 */
const TYPES: readonly ArchiveType[] = [archiveOrg, arquivoPt, archiveToday];

/** What the environment says about archives (docs/archives.md). */
export interface ArchiveConfig {
  /** WEBOID_ARCHIVE_ENDPOINTS: the base address to use, by the archive's type. */
  readonly endpoints: ReadonlyMap<string, string>;
  /** WEBOID_ARCHIVE_TIMEMAPS: archives that are asked besides; null: of a type that is known. */
  readonly timeMaps: ReadonlyMap<string, string | null>;
}

/** An archive to ask, and the operator's address for it, if there is one. */
export interface ChosenType {
  readonly type: ArchiveType;
  readonly own: string | undefined;
}

/** The archives that are asked: those by default, and those that the configuration names. Throws a UsageError. */
export function chosenTypes({ endpoints, timeMaps }: ArchiveConfig): ChosenType[] {
  for (const [type, address] of timeMaps)
    if (address === null && !TYPES.some((known) => known.type === type))
      throw new UsageError(
        `WEBOID_ARCHIVE_TIMEMAPS: ${type} is none of ${TYPES.map((known) => known.type).join(", ")}; give its address: ${type}=https://archive.example.org/timemap/link/`,
      );
  const known = TYPES.filter(
    ({ type, isDefault }) => isDefault || endpoints.has(type) || timeMaps.get(type) === null,
  );
  const names = new Set(known.map(({ type }) => type));
  const others = [...timeMaps, ...endpoints].flatMap(([type, address]) => {
    if (names.has(type) || address === null) return [];
    names.add(type);
    return [describedType(type, endpoints.has(type) ? `${address}/web/timemap/link/` : address)];
  });
  return [...known, ...others].map((type) => ({ type, own: endpoints.get(type.type) }));
}

/** A Memento archive of which nothing is known but where its TimeMaps are. */
function describedType(type: string, timeMap: string): ArchiveType {
  const { hostname, origin } = new URL(timeMap);
  return {
    type,
    base: origin,
    isDefault: false,
    perMinute: 30,
    open: (asker) => mementoArchive({ type, asker, timeMap, hosts: [hostname.replace(/^www\./, "")] }),
  };
}
