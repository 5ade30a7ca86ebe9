import { messages } from "../../i18n/messages.ts";
import type { SourceDocument } from "../documents.ts";
import { printDocument } from "./document.ts";
import { formatLinks, ownAddress, urlLink } from "./link.ts";
import { html } from "./markup.ts";

/** `/source` for people: what the same document says to programs, whose names of its members stay. */
export function printSource(source: SourceDocument, lang: string): string {
  const say = messages(lang);
  const heading = say.text("footer-source");
  const members = Object.entries(source).filter(([, value]) => value !== null);
  return printDocument({
    say,
    title: `${heading} – Weboid`,
    standing: { wiki: null, path: "/source" },
    main: html`<div id="answer" tabindex="-1"><h1>${heading}</h1>
<p class="of">${say.text("api-source")}</p>
<dl lang="en">${members.map(
      ([name, value]) =>
        html`<dt>${name}</dt><dd dir="ltr">${name === "repository" ? urlLink(String(value)) : String(value)}</dd>\n`,
    )}</dl>
<p class="e">${formatLinks(say, ["json", "xml"], (format) => ownAddress("/source", { format }))}</p></div>`,
    indexed: false,
    formless: true,
  });
}
