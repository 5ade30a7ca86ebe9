import type { StoredUrlNote } from "../../../db/hosts/url-notes.ts";
import type { TraitSpan } from "../../../db/types.ts";
import type { HostNote, UrlEverything } from "../../../db/urls/everything.ts";
import { addDays, type Day, isoOfDay } from "../../../shared/calendar/day.ts";
import { sinceData } from "../../../shared/format/json.ts";
import { HOST_NOTE_DAYS } from "../../../shared/status/note.ts";
import { deletedOn, retestedOn } from "../../../shared/status/trait-rules.ts";
import { patternText } from "../../../shared/url/pattern.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Judgement } from "../../../shared/verdict/types.ts";
import { statusRule } from "./status-rule.ts";

type Outage = NonNullable<UrlEverything["host"]["outage"]>;

/** With the first day on which checks go by it no more, and on which it is deleted, unless seen again. */
export const withDays = <Seen extends TraitSpan>(seen: Seen) => ({
  ...seen,
  triedAnew: retestedOn(seen),
  deleted: deletedOn(seen),
});

export const noteWithDays = ({ key, value, ...note }: HostNote) => ({
  key,
  value: value === "" ? null : value,
  ...note,
  deleted: addDays(note.last, HOST_NOTE_DAYS + 1),
});

/** A note of an operator, as `weboid note list --json` has it, too; `ends`: the last day on which it holds. */
export const operatorNoteData = ({ kind, value, first, last, until, ...pattern }: StoredUrlNote) => ({
  pattern: patternText(pattern),
  note: kind,
  value: value === "" ? null : value,
  first,
  last,
  ends: until ?? addDays(last, HOST_NOTE_DAYS),
});

/** C5: the next day begins unbiased. */
export const outageTriedAnew = ({ day }: Outage): Day => addDays(day, 1);

/** `weboid url --json`, docs/cli.md. */
export function urlData(normalised: NormalisedUrl, found: UrlEverything, verdict: Judgement) {
  const { id: _, key, facts, host, hostNotes, operatorNotes, slice, pages, ...rest } = found;
  const { id: __, robots, outage, ...hostRest } = host;
  const [latest] = facts.history;
  return {
    ...facts,
    url: normalised,
    key,
    ...verdict,
    ...sinceData(verdict),
    status: latest?.status ?? 0,
    statusRule: latest === undefined ? null : statusRule(latest, facts.notes),
    http: latest?.http ?? null,
    history: facts.history.map((entry) => ({
      ...entry,
      firstDate: isoOfDay(entry.first),
      lastDate: isoOfDay(entry.last),
    })),
    ...rest,
    host: {
      ...hostRest,
      traits: host.traits.map(withDays),
      inherited: host.inherited.map(withDays),
      notes: hostNotes.map(noteWithDays),
      operatorNotes: operatorNotes.map(operatorNoteData),
      outage: outage === null ? null : { ...outage, triedAnew: outageTriedAnew(outage) },
      robotsDay: robots?.day ?? null,
    },
    slice,
    pages: pages.map(({ wiki, pageid, title }) => ({ wiki, pageid, title })),
  };
}
