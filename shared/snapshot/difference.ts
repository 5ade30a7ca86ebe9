import type { UrlFacts } from "../answer/types.ts";
import type { Day } from "../calendar/day.ts";
import type { HistoryEntry } from "../history/types.ts";
import { judge } from "../verdict/judge.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * In what two snapshots of a page differ for its readers on that day, in words; empty: they say the same. What advances without
 * being news is left out, as the edge has it of the last news (design 5): the day on which the links were read, the day and
 * the count of the last check of a run, what is summed up of older runs, sizes, and how many links are not watched.
 */
export function snapshotDifferences(stored: Snapshot, own: Snapshot, today: Day): string[] {
  const names = (["wiki", "pageid", "title", "namespace"] as const)
    .filter((name) => stored[name] !== own[name])
    .map((name) => `${name} ${JSON.stringify(stored[name])}, not ${JSON.stringify(own[name])}`);
  const [left, right] = [byUrl(stored), byUrl(own)];
  const urls = [...new Set([...left.keys(), ...right.keys()])].sort();
  return [
    ...names,
    ...urls.flatMap((url) => {
      const [one, other] = [left.get(url), right.get(url)];
      if (one === undefined) return `${url}: missing`;
      if (other === undefined) return `${url}: no link of the page any more`;
      const what = factDifferences(one, other, today);
      return what.length === 0 ? [] : `${url}: ${what.join(", ")}`;
    }),
  ];
}

const byUrl = ({ urls }: Snapshot) => new Map(urls.map((facts) => [facts.url, facts]));

function factDifferences(stored: UrlFacts, own: UrlFacts, today: Day): string[] {
  const [one, other] = [shown(stored, today), shown(own, today)];
  return (Object.keys(one) as (keyof typeof one)[])
    .filter((name) => one[name] !== other[name])
    .map((name) => `${name} ${one[name]}, not ${other[name]}`);
}

/** What a reader is shown, as texts that are equal where they mean the same. */
function shown(facts: UrlFacts, today: Day) {
  const list = (texts: readonly string[]) => texts.toSorted().join(" ") || "none";
  return {
    verdict: judge(facts, today).verdict,
    history: facts.history.map(runText).join(" ") || "none",
    notes: list(facts.notes.map(({ key, value }) => (value === undefined ? key : `${key}=${value}`))),
    mime: facts.mime ?? "none",
    archives: list(facts.archives.map(({ type, url }) => `${type}=${url}`)),
    replacement: facts.replacement ?? "none",
    movedTo: facts.movedTo ?? "none",
    reports: String(facts.reports),
    spam: facts.spam ?? "none",
  };
}

const runText = ({ status, http, first, deadEnd, refused }: HistoryEntry): string =>
  `${status}/${http ?? "-"}${deadEnd ? "/dead-end" : ""}${refused ? "/refused" : ""}@${first}`;
