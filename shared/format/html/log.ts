import { asDay, type Day, dayOfInstant } from "../../calendar/day.ts";
import { type MessageKey, type Messages, messages } from "../../i18n/messages.ts";
import { lockOnEntry, lockTargetText } from "../../protocol/lock-target.ts";
import type { PeopleResponse } from "../../protocol/people.ts";
import {
  LOCK_DAYS_MAX,
  LOCK_REASON_UNITS_MAX,
  type LogActor,
  type LoggedEntry,
  type LogResponse,
  type PeopleLock,
} from "../../protocol/people-log.ts";
import { printDocument } from "./document.ts";
import { formatLinks, labelledLink, ownAddress, urlLink } from "./link.ts";
import { Address, type Fragment, type Html, html, joined, SLOT, slotted } from "./markup.ts";
import { type Account, accountLine, reasonOf, saidBox } from "./people.ts";

export interface LogState {
  /** Null: it cannot be had at the moment. */
  readonly log: LogResponse | null;
  /** Only of this wiki; "": of all. Hostile text. */
  readonly dbname: string;
  /** From which entry on, downwards; null: from the newest. */
  readonly before: number | null;
  /** What came of an act of the reader in this page. */
  readonly said: PeopleResponse | null;
  /** A form was sent too long after it was opened, or from elsewhere. */
  readonly stale: boolean;
  readonly token: string;
  readonly account: Account | null;
}

const ACTORS: Readonly<Record<LogActor, MessageKey | null>> = {
  reader: null,
  account: "log-account",
  administrator: "log-administrator",
  operator: "log-operator",
  maintenance: "log-maintenance",
};
const ACTS: Readonly<Record<LoggedEntry["act"], MessageKey>> = {
  report: "log-report",
  withdraw: "log-withdraw",
  oppose: "log-oppose",
  soften: "log-soften",
  unsoften: "log-unsoften",
  propose: "log-propose",
  remove: "log-remove",
  block: "log-block",
  unblock: "log-unblock",
  lock: "log-lock",
  unlock: "log-unlock",
  hide: "log-hide",
};

/** What happened, in the reader's words. */
export const actInWords = (say: Messages, { act }: LoggedEntry): string => say.text(ACTS[act]);

/** To an entry of this page, or to where it stands. */
function entryLink(say: Messages, no: number, here: ReadonlySet<number>): Html {
  const fragment = `#e${no}`;
  const page = here.has(no) ? "" : ownAddress("/log", { cursor: no + 1, lang: say.requested }).text;
  return labelledLink(new Address(page + fragment), `#${no}`);
}

/** What an entry is about: a link only where it is one, and a reason as plain text. */
function aboutOf(say: Messages, { scope, text, act }: LoggedEntry): Fragment {
  if (text === null) return html`<i>${say.text("log-hidden")}</i>`;
  const { target, detail } = text;
  if (scope === "entry") return `#${target}`;
  const what =
    scope === "everything"
      ? say.text("log-everything")
      : scope === "url"
        ? urlLink(target)
        : html`<bdi dir="ltr">${target}</bdi>`;
  if (detail === null || detail === "") return what;
  if (act === "lock" || act === "unlock") return [what, " · ", reasonOf(say, detail)];
  // Of a host or a part of one it is the link from which that was meant.
  return scope === "url" ? [what, say.dir === "rtl" ? " ← " : " → ", urlLink(detail)] : what;
}

/** Acts that readers may try to undo, and those that administrators may; origin decides. */
function undoOf(
  { act, scope, text, undone, wiki, until }: LoggedEntry,
  { today, account, locks }: Pick<Place, "today" | "account" | "locks">,
): "offered" | "locked" | "none" {
  if (undone !== null || text === null || scope === "reporter" || act === "hide") return "none";
  if (until !== null && until < today) return "none";
  const isAdministrator = account?.administrator === true;
  if (act === "lock" || act === "unlock" || act === "block") return isAdministrator ? "offered" : "none";
  if (wiki === null) return "none";
  return isAdministrator || lockOnEntry(locks, { scope, text }) === null ? "offered" : "locked";
}

interface Place {
  readonly today: Day;
  readonly account: Account | null;
  /** In force. */
  readonly locks: readonly PeopleLock[];
  /** Numbers of the entries of the page. */
  readonly here: ReadonlySet<number>;
}

function entryItem(say: Messages, entry: LoggedEntry, place: Place): Html {
  const { today, here } = place;
  const { no, at, wiki, by, undoes, undone, urls, until, hash } = entry;
  const day = dayOfInstant(at * 1_000);
  const time = new Date(at * 1_000).toISOString();
  const actor = ACTORS[by];
  const undo = undoOf(entry, place);
  const notes: Fragment[] = [
    `#${no}`,
    html`<time datetime="${time}" title="${say.date(day)} ${time.slice(11, 16)} UTC">${say.ago(day, today)}</time>`,
    wiki !== null && html`<bdi dir="ltr">${wiki}</bdi>`,
    actor !== null && say.text(actor),
    urls !== null && urls > 1 && say.text("summary-all", urls),
    until !== null && say.text("log-until", say.date(asDay(until))),
    undoes !== null && slotted(say.text("log-undoes", SLOT), entryLink(say, undoes, here)),
    undone !== null && slotted(say.text("log-undone", SLOT), entryLink(say, undone, here)),
    undo === "locked" && say.text("log-locked"),
  ].filter((note) => note !== false);
  return html`<li id="e${no}"><b>${actInWords(say, entry)}</b> ${aboutOf(say, entry)}
<p>${joined(notes, " · ")}</p><p><code dir="ltr">${hash}</code></p>${
    undo === "offered" &&
    html`<p><button name="entry" value="${no}" aria-label="${say.text("log-undo")} #${no}">${say.text("log-undo")}</button></p>`
  }</li>
`;
}

/** What every form of the page carries. */
const carried = (say: Messages, { token, dbname }: LogState): Html =>
  html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="dbname" value="${dbname}"><input type="hidden" name="lang" value="${say.requested}">`;

function lockItem(say: Messages, lock: PeopleLock, isAdministrator: boolean): Html {
  const name =
    lock.scope === "everything" ? say.text("log-everything") : html`<bdi dir="ltr">${lock.target}</bdi>`;
  const until = say.text("log-until", say.date(asDay(lock.until)));
  return html`<li>${name} · ${until}${lock.reason !== "" && [" · ", reasonOf(say, lock.reason)]}${
    isAdministrator &&
    html` <button name="target" value="${lockTargetText(lock)}">${say.text("log-unlock-do")}</button>`
  }</li>`;
}

function lockParts(say: Messages, state: LogState): Fragment {
  const { log, account } = state;
  if (log === null) return null;
  const isAdministrator = account?.administrator === true;
  if (log.locks.length === 0 && !isAdministrator) return null;
  const items = log.locks.map((lock) => lockItem(say, lock, isAdministrator));
  return html`<h2>${say.text("log-locks")}</h2>
<form action="${ownAddress("/log")}" method="post" aria-label="${say.text("log-locks")}">${carried(say, state)}<input type="hidden" name="action" value="unlock"><ul class="turns all">${items}</ul></form>
${isAdministrator && lockForm(say, state)}`;
}

const lockForm = (say: Messages, state: LogState): Html =>
  html`<form action="${ownAddress("/log")}" method="post" aria-label="${say.text("log-lock-target")}">${carried(say, state)}<input type="hidden" name="action" value="lock">
<div class="wide"><label for="l-target">${say.text("log-lock-target")}</label><input id="l-target" name="target" required maxlength="2000" placeholder="www.example.org/path/" spellcheck="false" autocapitalize="off" dir="ltr"></div>
<div class="wide"><label for="l-reason">${say.text("log-lock-reason")}</label><input id="l-reason" name="reason" maxlength="${LOCK_REASON_UNITS_MAX}" dir="auto"></div>
<div><label for="l-days">${say.text("log-lock-days")}</label><input id="l-days" name="days" type="number" min="1" max="${LOCK_DAYS_MAX}" value="7"></div>
<div class="go"><button>${say.text("log-lock-do")}</button></div></form>`;

const wikiForm = (say: Messages, dbname: string): Html =>
  html`<search><form action="${ownAddress("/log")}" method="get" aria-label="${say.text("form-wiki")}">
<div><label for="l-wiki">${say.text("form-wiki")}</label><input id="l-wiki" name="dbname" value="${dbname}" placeholder="dewiki@WMF" spellcheck="false" autocapitalize="off" dir="ltr"></div>
<input type="hidden" name="lang" value="${say.requested}"><div class="go"><button>${say.text("people-go-on")}</button></div>
</form></search>`;

function entryParts(say: Messages, state: LogState, today: Day): Html {
  const { log, dbname, account } = state;
  if (log === null) return html`<p class="box">${say.text("error-origin-unavailable")}</p>`;
  if (log.entries.length === 0) return html`<p class="box">${say.text("log-none")}</p>`;
  const here = new Set(log.entries.map(({ no }) => no));
  const items = log.entries.map((entry) => entryItem(say, entry, { today, account, here, locks: log.locks }));
  const older = ownAddress("/log", { dbname, cursor: log.next, lang: say.requested });
  return html`<form action="${ownAddress("/log")}" method="post" aria-label="${say.text("log-heading")}">${carried(say, state)}<input type="hidden" name="action" value="undo"><ul class="turns all">${items}</ul></form>
${log.next !== null && html`<p class="e">${labelledLink(older, say.text("log-older"))}</p>`}`;
}

/** `/log`: what people did, with a button that undoes it, and the locks in force (H5). Works without scripts. */
export function printLog(
  state: LogState,
  { lang, nowMs }: { readonly lang: string | null; readonly nowMs: number },
): string {
  const say = messages(lang);
  const { dbname, before, said, stale, account } = state;
  const heading = say.text("log-heading");
  const here = ownAddress("/log", { dbname, cursor: before, lang: say.requested });
  const formats = formatLinks(say, ["json", "atom"], (format) => ownAddress("/log", { dbname, format }));
  return printDocument({
    say,
    title: `${heading} – Weboid`,
    standing: {
      wiki: /^[\w-]+@[\w-]+$/.test(dbname) ? dbname : null,
      path: "/log",
      parameters: { dbname, cursor: before },
    },
    main: html`<div id="answer" tabindex="-1"><h1>${heading}</h1>
<p class="of">${say.text("log-lead")}</p>
${stale && html`<p class="box" role="status">${say.text("people-press")}</p>`}${said !== null && saidBox(say, said)}
${accountLine(say, account, here)}
${wikiForm(say, dbname)}
<p class="e">${formats}</p>
${lockParts(say, state)}
${entryParts(say, state, dayOfInstant(nowMs))}</div>`,
    indexed: false,
    hasLogin: account !== null,
  });
}
