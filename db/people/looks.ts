import { type SQL, sql } from "drizzle-orm";
import { fromNow } from "../statement.ts";

/** H5: so many days lie at least between the two good checks after which a replacement is shown. */
export const SEEN_APART_DAYS = 3;

/**
 * Days until a replacement is looked at next, drawn from these ranges (H5): who shows a good page to the crawler and another one to
 * readers must not know when it comes.
 */
const LOOKS = { first: [0, 1], second: [SEEN_APART_DAYS, 7], again: [21, 28] } as const;

/** When that is. */
export function nextLook(which: keyof typeof LOOKS): SQL {
  const [from, to] = LOOKS[which];
  return fromNow(sql`86400 * (${from}::float8 + random() * ${to - from}::float8)`);
}
