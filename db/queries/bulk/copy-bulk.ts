import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { stagingOf } from "./staging.ts";

/**
 * Takes rows of a dump into its staging table by COPY, in the text format and in the order of the columns: pages with
 * pageid, namespace, title; uses with pageid, no, key, port, scheme, flags, host, path, spam: '', or of a URL that a list
 * blocks `SCOPE LINE`, and then the whole URL as path. All of them or none.
 */
export async function copyBulk(
  db: Database,
  wiki: WikiId,
  kind: "page" | "use",
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const table = stagingOf(wiki)[kind];
  let begun = false;
  await db.transaction(async ({ sql }) => {
    if (begun) throw new Error("what was handed over for COPY cannot be read twice");
    begun = true;
    const copy = sql`copy ${sql(table)} from stdin`;
    const target = await copy.writable();
    // The driver rejects the statement, which is settled since it began, and leaves the stream waiting for ever.
    const refused = Promise.withResolvers<never>();
    refused.promise.catch(() => {});
    Object.assign(copy, { reject: refused.reject });
    await Promise.race([pipeline(Readable.from(pieces, { highWaterMark: 1 }), target), refused.promise]);
  });
}

/** A value of COPY's text format. */
export function copyText(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (each) => ESCAPES[each] ?? each) : text;
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
