import type { LearntNote } from "../../db/hosts/record.ts";
import type { DueUrl, HostRecord } from "../../db/types.ts";
import { HOST_NOTE_KEYS, type Note } from "../../shared/status/note.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { Interpretation } from "../classify/interpretation.ts";
import type { Outcome } from "../classify/outcome.ts";

/** Minimal number of URLs of a host that must show a note, within one batch, and none may lack it. */
const URLS_MIN = 3;

interface Tally {
  /** Notes, their number of URLs, and of those that count, by scheme, kind and value. */
  readonly shown: Map<string, { readonly note: Note; urls: number; counting: number }>;
  /** Number of URLs that answered, by scheme. */
  readonly answered: Map<string, number>;
}

/** Notes on which all checked URLs of a host agree within one batch (M10), to be shown for its URLs that were never checked. */
export class DomainNotes {
  readonly #hosts = new Map<string, Tally>();

  learn({ name }: HostRecord, { url }: DueUrl, outcome: Outcome, seen: Interpretation): void {
    if (outcome.kind !== "answer") return;
    const tally = this.#hosts.get(name) ?? { shown: new Map(), answered: new Map() };
    this.#hosts.set(name, tally);
    const { scheme, path } = splitUrl(url);
    tally.answered.set(scheme, (tally.answered.get(scheme) ?? 0) + 1);
    for (const note of seen.notes.flatMap((own) => hostNote(own, path) ?? [])) {
      const key = `${scheme} ${note.key} ${note.value ?? ""}`;
      const shown = tally.shown.get(key) ?? { note, urls: 0, counting: 0 };
      shown.urls += 1;
      // A first page that moved to a first page agrees with a move to the same paths, and shows nothing of them.
      if (note.key !== "moved" || path !== "/") shown.counting += 1;
      tally.shown.set(key, shown);
    }
  }

  /** The agreed notes, one of a kind per host; none if its schemes disagree on the value. */
  agreed(): LearntNote[] {
    return [...this.#hosts].flatMap(([host, { shown, answered }]) => {
      const agreed = [...shown]
        .filter(([key, { urls, counting }]) => {
          const [scheme = ""] = key.split(" ", 1);
          return counting >= URLS_MIN && urls === answered.get(scheme);
        })
        .map(([, { note }]) => note);
      return [...Map.groupBy(agreed, ({ key }) => key)].flatMap(([kind, notes]) => {
        const [value = "", ...others] = new Set(notes.map((note) => note.value ?? ""));
        return others.length > 0 ? [] : [{ host, kind, value }];
      });
    });
  }
}

/** A URL's note as a note of its whole host; null: it says nothing about the host. A moved page does if its path is unchanged. */
function hostNote({ key, value }: Note, path: string): Note | null {
  if (!HOST_NOTE_KEYS.has(key)) return null;
  if (key !== "moved") return { key };
  if (value === undefined || !URL.canParse(value)) return null;
  const { origin, pathname, search } = new URL(value);
  return `${pathname}${search}` === path ? { key, value: `${origin}/` } : null;
}
