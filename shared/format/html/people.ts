import type { AnswerError } from "../../answer/types.ts";
import { asDay, isDay } from "../../calendar/day.ts";
import { type MessageKey, type Messages, messages } from "../../i18n/messages.ts";
import type { PeopleOutcome, PeopleResponse } from "../../protocol/people.ts";
import { classify } from "../../url/classify.ts";
import { scopesAround } from "../../url/report-scope.ts";
import { printDocument } from "./document.ts";
import { errorBox } from "./error.ts";
import { labelledLink, ownAddress, urlLink } from "./link.ts";
import { type Address, type Fragment, type Html, html, SLOT, slotted } from "./markup.ts";
import type { Standing } from "./navigation.ts";

/** The forms in which people say something of a URL (H), as they were filled in. Hostile text. */
export interface PeopleForm {
  readonly url: string;
  readonly dbname: string;
  /** Of the page from which somebody came; "": none. */
  readonly pageid: string;
  readonly replacement: string;
  /** Of which links a report is: "" this one, `host` all of its host, `pattern` those of `pattern`, else as it is written. */
  readonly scope: string;
  readonly pattern: string;
  /** Shows that this form was opened, not long ago. */
  readonly token: string;
}

export type PeopleState =
  /** Nothing was said yet; `stale`: but the form was opened too long ago, or elsewhere. */
  | { readonly kind: "ask"; readonly stale: boolean }
  | { readonly kind: "error"; readonly error: AnswerError }
  | { readonly kind: "said"; readonly response: PeopleResponse };

/** Words for what came of it. */
const SAID: Readonly<Record<PeopleOutcome, MessageKey>> = {
  reported: "people-reported",
  withdrawn: "people-withdrawn",
  proposed: "people-proposed",
  "proposed-archive": "people-proposed-archive",
  removed: "people-removed",
  blocked: "people-blocked",
  opposed: "people-opposed",
  "said-enough": "people-said-enough",
  "other-scope": "error-bad-scope",
  nothing: "people-nothing",
  "not-watched": "people-not-watched",
  "not-broken": "people-not-broken",
  "too-soon": "people-too-soon",
  "too-many": "people-too-many",
  "same-url": "people-same-url",
  "internal-url": "people-internal-url",
  "spam-url": "people-spam-url",
  "has-replacement": "people-has-replacement",
  "has-archive": "people-has-archive",
  "other-archive": "people-other-archive",
  "not-changing": "people-not-changing",
  locked: "people-locked",
  "already-undone": "people-already-undone",
  "not-undoable": "people-not-undoable",
  unblocked: "people-unblocked",
  "lock-set": "people-lock-set",
  "lock-lifted": "people-lock-lifted",
  "bad-target": "people-bad-target",
};

const DONE: ReadonlySet<PeopleOutcome> = new Set([
  "reported",
  "withdrawn",
  "opposed",
  "proposed",
  "proposed-archive",
  "removed",
  "blocked",
  "nothing",
  "unblocked",
  "lock-set",
  "lock-lifted",
]);

/** Whether what somebody wanted was done, or was so already. */
export const isDone = ({ outcome }: PeopleResponse): boolean => DONE.has(outcome);

/** Why a form about a URL was not taken, with the same form of other wikis that were perhaps meant. */
export function formError(say: Messages, error: AnswerError, form: PeopleForm, path: Standing["path"]): Html {
  const { url, dbname } = form;
  const askingOf = (wiki: string) => ownAddress(path, { url, dbname: wiki, lang: say.requested });
  return errorBox(say, error, { query: { dbname }, profile: null, askingOf });
}

function stateBox(say: Messages, state: PeopleState, form: PeopleForm, path: Standing["path"]): Fragment {
  if (state.kind === "ask")
    return state.stale && html`<p class="box" role="status">${say.text("people-press")}</p>`;
  if (state.kind === "error") return formError(say, state.error, form, path);
  return saidBox(say, state.response);
}

/** What came of an act. */
export function saidBox(say: Messages, response: PeopleResponse): Html {
  const { outcome, urls = 1, seconds = 60, until, reason = "" } = response;
  const parameter =
    outcome === "has-replacement"
      ? say.text("people-remove")
      : outcome === "locked" && isDay(until)
        ? say.date(asDay(until))
        : outcome === "too-soon"
          ? seconds
          : urls;
  const words = say.text(SAID[outcome], parameter);
  return isDone(response)
    ? html`<p class="box" role="status">${words}</p>`
    : html`<p class="box bad" role="alert">${words}${reason !== "" && [" ", reasonOf(say, reason)]}</p>`;
}

/** Of a lock, in an administrator's own words. */
export const reasonOf = (say: Messages, reason: string): Html =>
  slotted(say.text("labelled", say.text("log-lock-reason"), SLOT), html`<bdi>${reason}</bdi>`);

/** What the forms carry beside their fields. */
export function carried(say: Messages, { url, dbname, pageid, token }: PeopleForm): Html {
  const fields = { url, dbname, pageid, token, lang: say.requested };
  return html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

/** Who is logged in, where people can; `name` null: nobody is. `token`: of the page's forms. */
export interface Account {
  readonly name: string | null;
  readonly administrator: boolean;
  readonly token: string;
}

/**
 * Of the page to which a login leads back: with it the cookie of an attempt has some 3 kB, so that all headers of the answer find room in
 * the 4 kB that nginx has for them (proxy_buffer_size).
 */
export const LOGIN_RETURN_CHARS_MAX = 2_000;

/** The way to log in, or out. `back`: where that leads back to, if it is short enough to be kept. */
export function accountLine(say: Messages, account: Account | null, back: Address): Fragment {
  if (account === null) return null;
  if (account.name === null) {
    const isKept = back.text.length <= LOGIN_RETURN_CHARS_MAX;
    const address = ownAddress("/login", { return: isKept ? back.text : null });
    return html`<p class="e"><a href="${address}" rel="nofollow">${say.text("login-in")}</a></p>`;
  }
  return html`<form action="${ownAddress("/logout")}" method="post" aria-label="${say.text("login-out")}">
<input type="hidden" name="token" value="${account.token}"><input type="hidden" name="return" value="${back.text}">
<div>${slotted(say.text("login-as", SLOT), html`<bdi>${account.name}</bdi>`)}</div><div><button>${say.text("login-out")}</button></div>
</form>`;
}

/** For those who come without an address: the rest is filled in by the links in answers. */
export function whichForm(
  say: Messages,
  form: PeopleForm,
  path: "/report" | "/replacement" | "/check",
): Html {
  return html`<form action="${ownAddress(path)}" method="get" aria-label="${say.text("people-which")}">
<div class="wide"><label for="p-url">${say.text("people-url")}</label><input id="p-url" name="url" value="${form.url}" required spellcheck="false" autocapitalize="off" dir="ltr"></div>
<div class="wide"><label for="p-wiki">${say.text("search-wiki")}</label><input id="p-wiki" name="dbname" value="${form.dbname}" required placeholder="dewiki@WMF" spellcheck="false" dir="ltr"></div>
<input type="hidden" name="lang" value="${say.requested}"><div class="go"><button>${say.text("people-go-on")}</button></div>
</form>`;
}

/** H1: this link, or more of its site at once. */
function scopeFields(say: Messages, { url, scope, pattern }: PeopleForm): Html {
  const found = classify(url, { allowPrivate: true });
  const parts = found.kind === "resource" ? found.parts : null;
  const wider = parts === null ? [] : scopesAround(parts);
  const chosen = scope === "host" ? (parts?.host ?? "") : scope;
  const choice = (value: string, words: Fragment) =>
    html`<div class="wide"><label><input type="radio" name="scope" value="${value}"${value === chosen ? html` checked` : null}> ${words}</label></div>`;
  return html`<fieldset class="wide"><legend>${say.text("people-scope")}</legend>
${choice("", say.text("people-scope-link"))}
${wider.map((one) => choice(one, slotted(say.text("people-scope-wide", SLOT), html`<bdi dir="ltr">${one}</bdi>`)))}
${choice("pattern", say.text("people-pattern"))}
<div class="wide"><input name="pattern" value="${pattern}" aria-label="${say.text("people-pattern")}" placeholder="${wider.at(0) ?? "example.org/"}*" spellcheck="false" autocapitalize="off" dir="ltr"></div>
</fieldset>`;
}

function reportForm(say: Messages, form: PeopleForm): Html {
  return html`<h2>${say.text("people-report-heading")}</h2>
<p class="of">${say.text("people-report-hint")}</p>
<form action="${ownAddress("/report")}" method="post" aria-label="${say.text("people-report-heading")}">
${scopeFields(say, form)}
${carried(say, form)}
<div><button name="action" value="make">${say.text("people-report")}</button></div>
<div><button name="action" value="withdraw">${say.text("people-withdraw")}</button></div>
</form>`;
}

function replacementForm(say: Messages, form: PeopleForm): Html {
  return html`<h2>${say.text("people-replacement-heading")}</h2>
<p class="of">${say.text("people-replacement-hint")}</p>
<form action="${ownAddress("/replacement")}" method="post" aria-label="${say.text("people-replacement-heading")}">
<div class="wide"><label for="p-new">${say.text("people-replacement-url")}</label><input id="p-new" name="replacement" value="${form.replacement}" placeholder="https://" spellcheck="false" autocapitalize="off" dir="ltr"></div>
${carried(say, form)}
<div><button name="action" value="make">${say.text("people-propose")}</button></div>
<div><button name="action" value="withdraw">${say.text("people-remove")}</button></div>
</form>`;
}

/** A2: what is archived of a page that changes all the time stands for nothing that was cited. */
function blockForm(say: Messages, form: PeopleForm): Html {
  return html`<h2>${say.text("people-block-heading")}</h2>
<p class="of">${say.text("people-block-hint")}</p>
<form action="${ownAddress("/replacement")}" method="post" aria-label="${say.text("people-block-heading")}">
${carried(say, form)}
<div><button name="action" value="block">${say.text("people-block")}</button></div>
</form>`;
}

export function wayBack(say: Messages, { dbname, pageid }: PeopleForm): Fragment {
  if (!/^\d{1,10}$/.test(pageid) || dbname === "") return null;
  const address = ownAddress("/externalLinkInfo", { dbname, pageid, lang: say.requested });
  return html`<p class="e">${labelledLink(address, say.text("people-back"))}</p>`;
}

/** Where a form about one URL stands: the wiki as far as it was named with its farm. */
export const standingOf = ({ url, dbname, pageid }: PeopleForm, path: Standing["path"]): Standing => ({
  wiki: /^[\w-]+@[\w-]+$/.test(dbname) ? dbname : null,
  path,
  parameters: { url, dbname, pageid },
});

/** The forms about one URL (H), for people alone, with what came of one of them. */
export function printPeople({
  lang,
  form,
  state,
  path,
  account,
}: {
  readonly account: Account | null;
  readonly lang: string | null;
  readonly form: PeopleForm;
  readonly state: PeopleState;
  readonly path: "/report" | "/replacement";
}): string {
  const say = messages(lang);
  const heading = say.text("people-heading");
  const asked = form.url !== "" && form.dbname !== "";
  const forms = [reportForm(say, form), replacementForm(say, form)];
  if (path === "/replacement") forms.reverse();
  forms.push(blockForm(say, form));
  return printDocument({
    say,
    title: `${heading} – Weboid`,
    standing: standingOf(form, path),
    main: html`<div id="answer" tabindex="-1">
<h1>${heading}</h1>
${asked && html`<p class="of">${urlLink(form.url)}</p>`}
${stateBox(say, state, form, path)}
${asked ? forms : whichForm(say, form, path)}
${wayBack(say, form)}
<p class="e">${labelledLink(ownAddress("/log", { dbname: form.dbname, lang: say.requested }), say.text("log-heading"))}</p>
${accountLine(say, account, ownAddress(path, { url: form.url, dbname: form.dbname, pageid: form.pageid, lang: say.requested }))}
</div>`,
    indexed: false,
    hasLogin: account !== null,
  });
}
