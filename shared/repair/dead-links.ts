import { isSameResource } from "../url/archives.ts";
import { type ArchivedCopy, addressKey, archivedCopies, archiveIn, givenAddress, keyOf } from "./address.ts";
import type { RepairLink } from "./types.ts";

/** A link to be repaired, with what the page is compared with. */
export interface DeadLink {
  readonly link: RepairLink;
  /** Its normalised address. */
  readonly key: string;
  readonly archived: readonly ArchivedCopy[];
  /** Normalised addresses of all copies that are known. */
  readonly copies: ReadonlySet<string>;
  /** Its verified new address; null as well where that is dead, too. */
  readonly movedTo: string | null;
}

/** What copies and marks of a link are known by. */
export type Marked = Pick<DeadLink, "key" | "copies">;

/** Whether an address is of a copy of the link; null: it does not say of what. */
export function isCopy(written: string, { key, copies }: Marked): boolean | null {
  if (copies.has(addressKey(written))) return true;
  const original = archiveIn(written)?.original ?? null;
  return original === null ? null : isSameResource(original, key);
}

/** The dead links of a request, found by any spelling of their addresses. */
export class DeadLinks {
  private readonly byKey = new Map<string, DeadLink>();
  private readonly bySpelling = new Map<string, DeadLink | null>();

  constructor(links: readonly RepairLink[]) {
    const dead = links.filter(({ verdict }) => verdict === "unreachable");
    const keys = new Set(dead.map(({ url }) => addressKey(url)));
    for (const link of dead) {
      const key = addressKey(link.url);
      if (this.byKey.has(key)) continue;
      const copies = (link.archives ?? []).flatMap(({ url }) => (url ? [keyOf(url)] : []));
      const target = givenAddress(link.movedTo);
      const movedTo = target === null || keys.has(keyOf(target)) ? null : target;
      this.byKey.set(key, { link, key, archived: archivedCopies(link), copies: new Set(copies), movedTo });
    }
  }

  get all(): DeadLink[] {
    return [...this.byKey.values()];
  }

  /** @param written in the page; `//…` is whichever scheme was checked */
  find(written: string): DeadLink | null {
    const known = this.bySpelling.get(written);
    if (known !== undefined) return known;
    const spellings = written.startsWith("//") ? [`https:${written}`, `http:${written}`] : [written];
    const found =
      spellings.map((spelling) => this.byKey.get(addressKey(spelling))).find((one) => one !== undefined) ??
      null;
    this.bySpelling.set(written, found);
    return found;
  }
}
