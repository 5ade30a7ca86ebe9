import type { WikiId } from "../../types.ts";

/**
 * Tables that hold a wiki's dump while it is entered. They are made and dropped with it, unlogged: after a crash of the server they
 * are empty, the row of `state` too, and the dump is read anew.
 */
export interface Staging {
  /** Pages that are to be watched. */
  readonly page: string;
  /** Their uses of URLs, in the order of the dump; partitioned by ranges of page ids. */
  readonly use: string;
  /** One partition of these, in the order of pages. */
  readonly part: string;
  /** One row, once the dump is read to its end; `at`: when it was last worked on. */
  readonly state: string;
}

export function stagingOf(wiki: WikiId): Staging {
  const name = (what: string) => `bulk_${wiki}_${what}`;
  return { page: name("page"), use: name("use"), part: name("part"), state: name("state") };
}
