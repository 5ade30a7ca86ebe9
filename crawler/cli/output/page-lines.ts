import { sorted } from "../../../shared/answer/order.ts";
import type { PageAnswer, UrlAnswer } from "../../../shared/answer/types.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import { type MessageKey, messages } from "../../../shared/i18n/messages.ts";
import { answerInWords, type Paint, VERDICT_TONES } from "./paint.ts";
import { harmless, wrapped } from "./text.ts";

interface Layout {
  readonly paint: Paint;
  readonly columns: number;
  readonly today: Day;
}

const INDENT = "  ";
const TEXT_COLUMNS_MIN = 24;
const say = messages("en");

/** `weboid page` for people: the links of a page in the words of its HTML, problems first. URLs are never cut. */
export function pageLines(page: PageAnswer, { paint, columns, today }: Layout): string[] {
  const { title, wiki, pageid, urls } = page;
  const width = Math.max(TEXT_COLUMNS_MIN, columns - 1 - INDENT.length);
  const name = `${title ?? ""} · ${wiki} ${pageid} · ${countInWords(page)}`;
  const lines = (answer: UrlAnswer): string[] => {
    const { first, more } = answerInWords(say, answer, today);
    const inset = [first, ...more, ...waysOut(answer)].flatMap((text) => wrapped(harmless(text), width));
    const tone = VERDICT_TONES[answer.verdict];
    return [
      "",
      paint("strong", harmless(answer.url)),
      ...inset.map((line, at) => INDENT + (at === 0 ? paint(tone, line) : line)),
    ];
  };
  return [harmless(name), ...sorted(urls, "severity").flatMap(lines)];
}

function countInWords({ urls, total = urls.length }: PageAnswer): string {
  if (urls.length === 0) return say.text(total === 0 ? "none-links" : "none-findings");
  return total === urls.length
    ? say.text("summary-all", total)
    : say.text("summary-of-total", urls.length, total);
}

/** What could replace the link. */
function waysOut({ archives, movedTo, replacement }: UrlAnswer): string[] {
  const labelled = (key: MessageKey, address: string) => say.text("labelled", say.text(key), address);
  return [
    ...archives.flatMap(({ url }) => (url === "" ? [] : labelled("gadget-archive", url))),
    ...(movedTo === undefined ? [] : [labelled("moved-label", movedTo)]),
    ...(replacement === null ? [] : [labelled("replacement-label", replacement)]),
  ];
}
