import type { TraitSpan } from "../../../db/types.ts";
import type { HostNote, UrlEverything } from "../../../db/urls/everything.ts";
import { addDays, type Day } from "../../../shared/calendar/day.ts";
import { HOST_NOTE_DAYS } from "../../../shared/status/note.ts";
import { deletedOn, retestedOn } from "../../../shared/status/trait-rules.ts";
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

/** C5: the next day begins unbiased. */
export const outageTriedAnew = ({ day }: Outage): Day => addDays(day, 1);

/** `weboid url --json`, docs/cli.md. */
export function urlData(normalised: NormalisedUrl, found: UrlEverything, verdict: Judgement) {
  const { id: _, key, facts, host, hostNotes, slice, pages, ...rest } = found;
  const { id: __, robots, outage, ...hostRest } = host;
  const [latest] = facts.history;
  return {
    ...facts,
    url: normalised,
    key,
    ...verdict,
    status: latest?.status ?? 0,
    statusRule: latest === undefined ? null : statusRule(latest, facts.notes),
    http: latest?.http ?? null,
    ...rest,
    host: {
      ...hostRest,
      traits: host.traits.map(withDays),
      inherited: host.inherited.map(withDays),
      notes: hostNotes.map(noteWithDays),
      outage: outage === null ? null : { ...outage, triedAnew: outageTriedAnew(outage) },
      robotsDay: robots?.day ?? null,
    },
    slice,
    pages: pages.map(({ wiki, pageid, title }) => ({ wiki, pageid, title })),
  };
}
