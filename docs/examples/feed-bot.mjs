#!/usr/bin/env node
/**
 * A bot that follows a wiki's feed (docs/feed.md) and says what to do on which page, a line of JSON each:
 *
 *   node feed-bot.mjs https://weboid.example dewiki@WMF --state cursor.txt >> to-do.jsonl
 *   node feed-bot.mjs https://weboid.example dewiki@WMF --state cursor.txt --once
 *
 * Node 20 or later, or Bun; no packages. It may be killed at any time: what it has not finished comes again, so
 * put something in place of `act` that does no harm when it is done twice.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    state: { type: "string", default: "feed-cursor.txt" },
    /** Seconds between two questions when there is nothing new. No less than 60, except for a trial. */
    every: { type: "string", default: "60" },
    once: { type: "boolean", default: false },
    contact: { type: "string", default: process.env.BOT_CONTACT ?? "no contact given" },
  },
});
const [edge, wiki] = positionals;
if (edge === undefined || wiki === undefined) {
  console.error("name the edge and the wiki: feed-bot.mjs https://weboid.example dewiki@WMF");
  process.exit(2);
}

/** Kinds on which this bot acts; all others are not even sent. */
const KINDS = ["unreachable", "working", "refused", "unknown", "archive", "spam", "gap"];

/** What to do about an event on one page. */
function taskOf({ kind, url, archives = [], replacement, spam }) {
  const archive = archives.find((copy) => copy.url !== "")?.url ?? null;
  switch (kind) {
    case "unreachable":
      return { do: "mark-dead", url, archive, replacement: replacement ?? null };
    case "working":
    case "refused":
    case "unknown":
      // A site that turns robots away may be there for people: nothing is claimed any more.
      return { do: "unmark", url };
    case "archive":
      return archive === null ? { do: "withdraw-archive", url } : { do: "offer-archive", url, archive };
    case "spam":
      return { do: spam === null ? "forget-spam" : "report-spam", url };
    default:
      return null;
  }
}

/** Here a real bot looks at the page's own answer (/api/v1/page), which knows its links of this minute, and edits it. */
async function act(task) {
  // Written before the cursor is: a line may come twice, none is lost.
  await new Promise((done) => process.stdout.write(`${JSON.stringify(task)}\n`, done));
}

const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1_000));

/** The answer to a question, however long it takes to get one; 410 is an answer, too. */
async function ask(path) {
  for (;;) {
    let wait = 30;
    try {
      const response = await fetch(new URL(path, edge), {
        headers: { accept: "application/json", "user-agent": `feed-bot (${options.contact})` },
        signal: AbortSignal.timeout(30_000),
      });
      if (response.ok || response.status === 410) return { gone: !response.ok, ...(await response.json()) };
      const { error } = await response.json();
      console.error(`${response.status} ${error?.code}: ${error?.message}`);
      // A question that is wrong stays so.
      if (response.status < 500 && response.status !== 429) process.exit(1);
      wait = Number(response.headers.get("retry-after")) || wait;
    } catch (error) {
      console.error(`no answer: ${error.message}`);
    }
    await pause(wait);
  }
}

/** All pages of an event, also those that it has no room to name. */
async function* pagesOf({ pages, kind, morePages }) {
  yield* pages;
  // A list for people and bots of its own (docs/api.md).
  if (kind === "spam") return;
  for (let next = morePages; next !== null && next !== undefined; ) {
    const answer = await ask(next);
    if (answer.gone) return;
    yield* answer.pages;
    next = answer.next;
  }
}

function keep(cursor) {
  // In one piece, whenever we are killed.
  writeFileSync(`${options.state}.new`, cursor);
  renameSync(`${options.state}.new`, options.state);
}

/** Where to begin, after the newest event: what was before is found in the pages themselves. */
async function begin() {
  const { cursor } = await ask(`/feed/${wiki}?limit=1`);
  await act({ do: "look-at-all-pages", wiki });
  keep(cursor);
  return cursor;
}

// An empty file is what a crash of the machine may leave: as good as none.
const kept = existsSync(options.state) ? readFileSync(options.state, "utf8").trim() : "";
let cursor = kept === "" ? await begin() : kept;
for (;;) {
  const query = new URLSearchParams({ since: cursor, kind: KINDS.join("|") });
  const answer = await ask(`/feed/${wiki}?${query}`);
  if (answer.gone) {
    // We were away for longer than events are kept.
    cursor = await begin();
    continue;
  }
  for (const event of answer.events) {
    if (event.kind === "gap") await act({ do: "look-at-all-pages", wiki });
    const task = taskOf(event);
    if (task !== null)
      for await (const { pageid, title } of pagesOf(event))
        await act({ ...task, pageid, title, event: event.id });
    keep(event.id);
  }
  cursor = answer.cursor;
  keep(cursor);
  if (answer.more) continue;
  if (options.once) break;
  await pause(Number(options.every));
}
