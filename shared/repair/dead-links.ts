import { type ArchivedCopy, addressKey, archivedCopies } from "./address.ts";
import type { RepairLink } from "./types.ts";

/** A link to be repaired, with what the page is compared with. */
export interface DeadLink {
  readonly link: RepairLink;
  /** Its normalised address. */
  readonly key: string;
  readonly archived: readonly ArchivedCopy[];
  /** Normalised addresses of all copies that are known. */
  readonly copies: ReadonlySet<string>;
}

/** The dead links of a request, found by any spelling of their addresses. */
export class DeadLinks {
  private readonly byKey = new Map<string, DeadLink>();
  private readonly bySpelling = new Map<string, DeadLink | null>();

  constructor(links: readonly RepairLink[]) {
    for (const link of links) {
      const key = addressKey(link.url);
      if (link.verdict !== "unreachable" || this.byKey.has(key)) continue;
      const copies = (link.archives ?? []).flatMap(({ url }) => (url ? [addressKey(url)] : []));
      this.byKey.set(key, { link, key, archived: archivedCopies(link), copies: new Set(copies) });
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
