import { isFinding } from "../../answer/finding.ts";
import type { ArchiveLink, UrlAnswer } from "../../answer/types.ts";
import type { Day } from "../../calendar/day.ts";
import type { Messages } from "../../i18n/messages.ts";
import { siteOf } from "../../relaunch/detect.ts";
import type { Note } from "../../status/note.ts";
import { versionTime } from "../../url/archives.ts";
import type { Verdict } from "../../verdict/types.ts";
import { wikiPath } from "../paths.ts";
import { labelledLink, outsideAddress, ownAddress, urlLink, urlText } from "./link.ts";
import { type Fragment, type Html, html, joined, SLOT, slotted } from "./markup.ts";
import { inLanguage } from "./navigation.ts";
import { timeline } from "./timeline.ts";
import { causeInWords, evidence, noteValue, spotInWords, unusableInWords } from "./words.ts";

const line = (content: Fragment): Html => html`<p class="n">${content}</p>`;

/** Label and value in the order and with the punctuation of the language; the value may be a link. */
const labelled = (say: Messages, label: string, value: Fragment): Html =>
  slotted(say.text("labelled", label, SLOT), value);

function note(say: Messages, each: Note, today: Day): Html {
  const words = say.text(`note-${each.key}`);
  const value = noteValue(say, each, today);
  if (value === null) return line(words);
  return line(labelled(say, words, value.kind === "address" ? urlLink(value.text) : value.text));
}

function archive(say: Messages, { type, url }: ArchiveLink): Fragment {
  if (outsideAddress(url) === null) return say.text("archive-no-version", type);
  const time = versionTime(url);
  const date =
    time &&
    html` <time datetime="${new Date(time.epochMs).toISOString().slice(0, 10)}">(${say.dateOf(time.epochMs)})</time>`;
  return html`<span class="a">${urlLink(url, type)}${date}</span>`;
}

/** Of a link that is broken and has no copy yet: where a person may find one. */
function waybackSearch(say: Messages, { url, verdict, archives }: UrlAnswer): Html | null {
  if (verdict !== "unreachable" && verdict !== "doubtful") return null;
  const address = outsideAddress(`https://web.archive.org/web/*/${url}`);
  return archives.some((each) => each.url !== "") || address === null
    ? null
    : html`<p class="o"><a href="${address}" rel="noopener nofollow ugc">${say.text("wayback-search")}</a></p>`;
}

function media(say: Messages, { mime, kib }: UrlAnswer): Html | null {
  if (mime === null) return null;
  // A Latin word and a number would run on as one, and turn their order, between right-to-left words.
  const type = html`<bdi>${mime}</bdi>`;
  return line(joined(kib === null ? [type] : [type, say.text("size-kib", say.number(kib))], " · "));
}

function meaning(say: Messages, answer: UrlAnswer): Html | null {
  if (answer.verdict === "invalid") {
    const reason = unusableInWords(say, answer.rule);
    return reason === null ? null : html`<p>${reason}</p>`;
  }
  const cause = causeInWords(say, answer);
  return cause === null ? null : html`<p>${say.text("labelled", say.text("meaning-label"), cause)}</p>`;
}

/** What may be said beyond verdict and evidence, most helpful first. */
function details(say: Messages, answer: UrlAnswer, today: Day): Fragment[] {
  return [
    answer.onTheSpot !== undefined && line(spotInWords(say, answer.onTheSpot)),
    meaning(say, answer),
    answer.spam && line(say.text(`spam-${answer.spam}`)),
    ...answer.notes.map((each) => note(say, each, today)),
    answer.reports > 0 && line(say.text("reports", answer.reports)),
    answer.movedTo !== undefined && line(labelled(say, say.text("moved-label"), urlLink(answer.movedTo))),
    answer.replacement !== null &&
      line(labelled(say, say.text("replacement-label"), urlLink(answer.replacement))),
    answer.archivedHere !== undefined &&
      line(labelled(say, say.text("archived-here-label"), urlLink(answer.archivedHere))),
    answer.archives.length > 0 &&
      line(
        labelled(
          say,
          say.text("archives-label"),
          joined(
            answer.archives.map((each) => archive(say, each)),
            ", ",
          ),
        ),
      ),
    waybackSearch(say, answer),
    media(say, answer),
  ];
}

/** Where the other pages are listed that have this URL (Q3), as somebody may want to repair the link there, too. */
function otherPages(say: Messages, answer: UrlAnswer, { wiki, pageid }: Place): Html | null {
  const { url, verdict } = answer;
  // Without a page it is the answer about the URL itself, which lists them.
  if (wiki === null || pageid === null) return null;
  if (
    verdict === "internal" ||
    verdict === "invalid" ||
    verdict === "unknown" ||
    (verdict === "working" && !isFinding(answer))
  )
    return null;
  const address = ownAddress("/find", { dbname: wiki, url, ...inLanguage(say) });
  return labelledLink(address, say.text("other-pages"));
}

/** Verdicts under which a link is not shown as working though it may work for people. */
const REPORTABLE: readonly Verdict[] = ["unreachable", "doubtful", "refused"];

/** Where people say that a link works, or what to put in its place (H): of those that are not shown as working. */
function peopleLink(say: Messages, { url, verdict }: UrlAnswer, { wiki, pageid }: Place): Html | null {
  if (wiki === null || !REPORTABLE.includes(verdict)) return null;
  return labelledLink(
    ownAddress("/report", { url, dbname: wiki, pageid, ...inLanguage(say) }),
    say.text("people-link"),
  );
}

/** Leads to all that is known of the site of a link that does not work. */
function domainLink(say: Messages, { url, verdict }: UrlAnswer, { wiki }: Place): Html | null {
  if (wiki === null || !REPORTABLE.includes(verdict)) return null;
  const domain = siteOf(URL.parse(url)?.hostname ?? "");
  if (domain === "") return null;
  const address = ownAddress(wikiPath("list", wiki, "domain"), { domain, ...inLanguage(say) });
  return labelledLink(address, say.text("domain-tab"));
}

/** Verdicts of links whose state a check may change. */
const CHECKED: readonly Verdict[] = ["unreachable", "doubtful", "refused", "working", "unknown"];

/** Where people ask for a check of the link now; not from there itself. */
function checkLink(
  say: Messages,
  { url, verdict }: UrlAnswer,
  { wiki, pageid, isChecking = false }: Place,
): Html | null {
  if (wiki === null || isChecking || !CHECKED.includes(verdict)) return null;
  return labelledLink(
    ownAddress("/check", { url, dbname: wiki, pageid, ...inLanguage(say) }),
    say.text("check-link"),
  );
}

/** Evidence, and the way to other pages, which is nothing for paper (`o`). */
function proof(say: Messages, answer: UrlAnswer, place: Place): Fragment {
  const seen = evidence(say, answer, place.today, "snapshot");
  const ways = [
    otherPages(say, answer, place),
    peopleLink(say, answer, place),
    checkLink(say, answer, place),
    domainLink(say, answer, place),
  ].filter((way) => way !== null);
  const others = ways.length === 0 ? null : joined(ways, " · ");
  if (seen === null) return others && html`<p class="o">${others}</p>`;
  return html`<p>${seen}${others && html`<span class="o"> · ${others}</span>`}</p>`;
}

/** Spam is shown, but nobody is led there; nor to what cannot be an address. */
export const shownUrl = ({ url, verdict }: Pick<UrlAnswer, "url" | "verdict">): Html =>
  verdict === "spam" || verdict === "invalid" ? urlText(url) : urlLink(url);

interface Place {
  readonly today: Day;
  /** On whose page it stands; null: on none that is known. */
  readonly wiki: string | null;
  /** On which page; null: no page was asked for. */
  readonly pageid: number | null;
  /** The reader's browser looks where it stands in the article (files/places.ts); absent: not. */
  readonly inArticle?: boolean;
  /** On the page where its check is asked for. */
  readonly isChecking?: boolean;
}

/** One URL as a list item (G2): icon and word of the verdict, the link, the evidence, and what else is known. */
export function urlItem(say: Messages, answer: UrlAnswer, place: Place): Html {
  const { today } = place;
  return html`<li><span class="v ${answer.verdict}">${say.text(`verdict-${answer.verdict}`)}</span><div>${shownUrl(answer)}${place.inArticle === true && html`<p class="r"></p>`}${proof(say, answer, place)}${timeline(say, answer, today)}${details(say, answer, today)}</div></li>
`;
}
