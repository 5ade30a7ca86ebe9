import { isRecord } from "../../../shared/json/record.ts";
import { classify } from "../../../shared/url/classify.ts";
import type { Asked } from "../../archive/choice/choose.ts";
import type { Found, OpenArchive } from "../../archive/lookup.ts";
import { foldObservations, InvalidLine, parseObservations } from "../output/observations.ts";

/** One archive's entry of an output line (docs/cli.md). */
type Entry = { readonly type: string; readonly at: string | null; readonly reason: string } & (
  | { readonly url: string }
  | { readonly error: string }
);

/** Answer to one input line of `weboid archive lookup -`. */
export interface LookupLine {
  readonly url: string;
  readonly archives: readonly Entry[];
}

const URL_CHARS_MAX = 8_192;

/** A parsed input line `{url, today, observations}`. Throws an InvalidLine. */
export function parseLookup(value: unknown): { readonly given: string; readonly asked: Asked } {
  if (!isRecord(value)) throw new InvalidLine("the line is no object {url, today, observations}");
  const { url: given, today: day, observations: list } = value;
  if (typeof given !== "string" || given.length > URL_CHARS_MAX)
    throw new InvalidLine(`url is no string of at most ${URL_CHARS_MAX} characters`);
  const url = urlOf(given);
  if (url === null) throw new InvalidLine("url is no web address such as https://www.example.org/page");
  const { today, observations } = parseObservations(day, list);
  return { given, asked: { url, today, history: foldObservations(observations) } };
}

/** In normal form (U4). Nothing is sent there: names that are never checked will do. */
function urlOf(given: string): string | null {
  const found = classify(given, { allowPrivate: true });
  return found.kind === "invalid" ? null : found.url;
}

/** Asks all archives side by side; each has a queue of its own. */
export async function lookup(
  archives: readonly OpenArchive[],
  given: string,
  asked: Asked,
): Promise<LookupLine> {
  const entries = await Promise.all(archives.map(async ({ type, find }) => entryOf(type, await find(asked))));
  return { url: given, archives: entries.filter((entry) => entry !== null) };
}

function entryOf(type: string, found: Found): Entry | null {
  switch (found.kind) {
    case "not-archived":
      return null;
    case "failed":
      return { type, error: found.why, at: null, reason: "the archive could not be asked" };
    case "none-fits":
      return { type, url: "", at: null, reason: found.reason };
    case "version":
      return { type, url: found.address, at: found.at, reason: found.reason };
  }
}
