import { pageOfKey, pageTag } from "../../shared/protocol/types.ts";
import type { Fill } from "./fill.ts";

/** More are forgotten, the oldest first: nothing made from them before is kept for longer than a minute anyway. */
const PAGES_MAX = 100_000;

/** Stands for the names of all wikis, which are listed together. */
export const NAMES_TAG = "names";
const tagOf = (key: string): string | null => {
  const page = pageOfKey(key);
  if (page !== null) return pageTag(page.wiki, page.pageid);
  return key.startsWith("n1:") ? NAMES_TAG : null;
};

/**
 * Which pages' snapshots were written through this Worker, in what order, so that nothing that was made from the one
 * before is shown from its caches (D3). Known to this isolate alone: a Worker on a machine of its own has but one, and
 * where there are many, KV itself shows a change later than these caches forget.
 */
export interface ChangedPages {
  /** After a write. */
  note(keys: Iterable<string>): void;
  /** After a write of which nobody knows what it wrote. */
  noteAll(): void;
  /** A number that grows with every write; what is made from now on is as new as that. */
  latest(): number;
  /** Whether one of these was written after what is so old was begun. `tags`: `pageTag`, NAMES_TAG. */
  since(edition: number, tags: readonly string[]): boolean;
  fill(): Fill;
}

export function createChangedPages(pagesMax: number = PAGES_MAX): ChangedPages {
  const editions = new Map<string, number>();
  let latest = 0;
  let all = 0;
  return {
    noteAll() {
      all = ++latest;
    },
    note(keys) {
      latest++;
      for (const key of keys) {
        const tag = tagOf(key);
        if (tag === null) continue;
        // Again at the end of the order in which they are forgotten.
        editions.delete(tag);
        editions.set(tag, latest);
      }
      for (const tag of editions.keys()) {
        if (editions.size <= pagesMax) break;
        editions.delete(tag);
      }
    },
    latest: () => latest,
    fill: () => ({ used: editions.size, max: pagesMax }),
    since: (edition, tags) => all > edition || tags.some((tag) => (editions.get(tag) ?? 0) > edition),
  };
}
