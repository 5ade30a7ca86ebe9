import type { Messages } from "../../i18n/messages.ts";
import { wikiPath } from "../paths.ts";
import type { Watched } from "../types.ts";
import { ownAddress } from "./link.ts";
import { type Html, html } from "./markup.ts";

/** Which pages to follow: a GET, so that its answer has an address for feed readers. */
export function watchForm(say: Messages, { wiki, title, category }: Watched): Html {
  return html`<form action="${ownAddress(wikiPath("feed", wiki))}" method="get">
<div class="wide"><label for="f-titles">${say.text("feed-watch-titles")}</label><textarea id="f-titles" name="title" rows="5" dir="auto">${title.replaceAll("|", "\n")}</textarea></div>
<div class="wide"><label for="f-category">${say.text("feed-watch-category")}</label><input id="f-category" name="category" value="${category}" autocomplete="off" dir="auto"></div>
<input type="hidden" name="lang" value="${say.requested}"><div class="go"><button>${say.text("feed-watch-submit")}</button></div>
</form>`;
}
