import type { UrlFacts } from "../../../shared/answer/types.ts";
import { isoOfDay } from "../../../shared/calendar/day.ts";
import { statusName } from "../../../shared/format/html/words.ts";
import { messages } from "../../../shared/i18n/messages.ts";
import { decodeSnapshot, type Snapshot } from "../../../shared/snapshot/snapshot.ts";
import { counted } from "../../runtime/words.ts";
import { jsonText } from "./json.ts";

/** What a stored value is, for the operator who wonders what the edge holds. */
export type Inspected =
  | {
      readonly kind: "snapshot";
      readonly version: number;
      readonly snapshot: Snapshot;
      /** As stored. */
      readonly bytes: number;
    }
  /** Why it is none, and how to fix it. */
  | { readonly kind: "unreadable"; readonly bytes: number; readonly message: string };

const FIX = "the edge ignores it; weboid export WIKI writes it again";

export async function inspectSnapshot(value: Uint8Array<ArrayBuffer>): Promise<Inspected> {
  const decoded = await decodeSnapshot(value);
  const bytes = value.length;
  if (decoded.kind === "snapshot") return { ...decoded, bytes };
  const message =
    decoded.kind === "unknown-version"
      ? `a snapshot of version ${decoded.version}, which this Weboid cannot read: renew it; or ${FIX}`
      : `no snapshot, or damaged (${decoded.message}); ${FIX}`;
  return { kind: "unreadable", bytes, message };
}

/**
 * In words: two lines of head, then the URLs with what is known of each below. Texts are JSON strings, so that nothing
 * hostile reaches a terminal unescaped. Days are numbers, as they are stored (M8), with their dates.
 */
export function describeSnapshot(inspected: Inspected): string {
  if (inspected.kind === "unreadable") return inspected.message;
  const { version, snapshot, bytes } = inspected;
  const { wiki, pageid, title, namespace, asOf, urls, unwatched } = snapshot;
  const each = urls.length === 0 ? "" : `, ${(bytes / urls.length).toFixed(1)} bytes a URL`;
  const more = unwatched === 0 ? "" : `; ${counted(unwatched, "link")} not watched`;
  return [
    `${jsonText(wiki)} page ${pageid} ${jsonText(title)} (namespace ${namespace}), links as of day ${asOf} (${isoOfDay(asOf)})`,
    `version ${version}, ${bytes} bytes: ${counted(urls.length, "URL")}${each}${more}`,
    ...urls.flatMap((facts) => [jsonText(facts.url), ...factLines(facts).map((line) => `    ${line}`)]),
  ].join("\n");
}

const say = messages("en");

function factLines({
  history,
  notes,
  mime,
  kib,
  archives,
  replacement,
  movedTo,
  reports,
  spam,
}: UrlFacts): string[] {
  return [
    ...(history.length === 0 ? ["never checked"] : []),
    ...history.map(({ status, http, first, last, checks, deadEnd, refused }) => {
      const marks = [deadEnd && "dead end", refused && "robots refused"].filter(Boolean);
      const days =
        first === last
          ? `day ${first} (${isoOfDay(first)})`
          : `days ${first} to ${last} (${isoOfDay(first)} to ${isoOfDay(last)})`;
      const seen = [http === null ? "no HTTP status" : `HTTP ${http}`, ...marks].join(", ");
      return `${statusName(say, { status, http })} (${status}; ${seen}) ${days}, ${counted(checks, "check")}`;
    }),
    ...notes.map(({ key, value }) => `note ${key}${value === undefined ? "" : ` ${jsonText(value)}`}`),
    ...(mime === null && kib === null
      ? []
      : [`file ${mime === null ? "" : jsonText(mime)} ${kib ?? "?"} KiB`]),
    ...archives.map(({ type, url }) => `archive ${jsonText(type)} ${jsonText(url)}`),
    ...(replacement === null ? [] : [`replacement ${jsonText(replacement)}`]),
    ...(movedTo === undefined ? [] : [`moved to ${jsonText(movedTo)}`]),
    ...(reports === 0 ? [] : [counted(reports, "report")]),
    ...(spam === null ? [] : [`spam (${spam} list)`]),
  ];
}
