import { answerAbout } from "../../answer/build.ts";
import type { AnswerError } from "../../answer/types.ts";
import type { Day } from "../../calendar/day.ts";
import { type MessageKey, type Messages, messages } from "../../i18n/messages.ts";
import type { RecheckResponse } from "../../protocol/recheck.ts";
import { printDocument } from "./document.ts";
import { legend } from "./legend.ts";
import { ownAddress, urlLink } from "./link.ts";
import { type Html, html } from "./markup.ts";
import { carried, formError, type PeopleForm, standingOf, wayBack, whichForm } from "./people.ts";
import { urlItem } from "./url.ts";

export type CheckState =
  /** No link was named yet. */
  | { readonly kind: "ask" }
  | { readonly kind: "error"; readonly error: AnswerError }
  | { readonly kind: "known"; readonly response: RecheckResponse; readonly today: Day };

interface CheckOptions {
  readonly lang: string | null;
  readonly form: PeopleForm;
  readonly state: CheckState;
}

const REFUSED: Readonly<Record<NonNullable<RecheckResponse["refused"]>, MessageKey>> = {
  "not-watched": "people-not-watched",
  "spam-url": "people-spam-url",
  "too-soon": "people-too-soon",
  "too-many": "people-too-many",
};
const ASKED: Readonly<Record<NonNullable<RecheckResponse["asked"]>, MessageKey>> = {
  waiting: "check-waiting",
  checked: "check-done",
  "not-now": "check-not-now",
};

function stateBox(say: Messages, state: CheckState, form: PeopleForm): Html | null {
  const box = (words: string, isBad: boolean): Html =>
    html`<p class="box${isBad && " bad"}" role="${isBad ? "alert" : "status"}">${words}</p>`;
  if (state.kind === "ask") return null;
  if (state.kind === "error") return formError(say, state.error, form, "/check");
  const { refused, asked, seconds = 60 } = state.response;
  if (refused !== null) return box(say.text(REFUSED[refused], seconds), true);
  return asked === null ? null : box(say.text(ASKED[asked]), false);
}

/** A link as it is known now, and the form that asks for a check of it; for people alone. */
export function printCheck({ lang, form, state }: CheckOptions): string {
  const say = messages(lang);
  const heading = say.text("check-heading");
  const known = state.kind === "known" ? state.response : null;
  const facts = known?.facts ?? null;
  const answer = facts === null || state.kind !== "known" ? null : answerAbout(facts, state.today);
  const mayAsk =
    known !== null && known.asked === null && known.refused !== "not-watched" && answer?.spam === null;
  const today = state.kind === "known" ? state.today : (0 as Day);
  const place = { today, wiki: form.dbname, pageid: null, isChecking: true };
  return printDocument({
    say,
    title: `${heading} – Weboid`,
    standing: standingOf(form, "/check"),
    main: html`<div id="answer" tabindex="-1">
<h1>${heading}</h1>
${answer === null && form.url !== "" && html`<p class="of">${urlLink(form.url)}</p>`}
${stateBox(say, state, form)}
${answer && html`<ul class="urls">${urlItem(say, answer, place)}</ul>`}
${
  mayAsk &&
  html`<p class="of">${say.text("check-hint")}</p>
<form action="${ownAddress("/check")}" method="post" aria-label="${heading}">${carried(say, form)}<div><button>${say.text("check-submit")}</button></div></form>`
}
${known === null && whichForm(say, form, "/check")}
${wayBack(say, form)}
</div>
${answer && legend(say, [answer])}`,
    indexed: false,
  });
}
