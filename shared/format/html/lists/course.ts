import type { Overview } from "../../../answer/overview.ts";
import type { Day } from "../../../calendar/day.ts";
import type { Messages } from "../../../i18n/messages.ts";
import { wikiPath } from "../../paths.ts";
import { labelledLink, ownAddress } from "../link.ts";
import { type Address, type Fragment, type Html, html } from "../markup.ts";
import { inLanguage } from "../navigation.ts";

/** Units of the drawing; its size on the screen is the style sheet's matter. */
const SIZE = { width: 600, height: 120 } as const;
/** Days that are drawn; that say their figures under the pointer; rows of the table. */
const SHOWN = { days: 75, points: 16, rows: 10 } as const;
/** Above and below the highest and the lowest point, so that they are drawn whole. */
const MARGIN = 4;

type Series = "unreachable" | "doubtful";
const SERIES: readonly Series[] = ["doubtful", "unreachable"];
/** As a legend has them, the worse first. */
export const LEGEND = SERIES.toReversed();
type Days = Overview["days"];

/** So many of the days, the last one among them. */
const some = (days: Days, count: number): Days =>
  days.filter((_, at) => (days.length - 1 - at) % Math.ceil(days.length / count) === 0);

/** What is drawn, and where its lines lead. */
interface Course extends Pick<Overview, "days" | "generated"> {
  /** Null: no list has just what is counted. */
  readonly addressOf: ((list: Series) => Address) | null;
}

/** One line of the plot, which leads to the list of what it counts, if there is one, for those who point; others have the legend. */
function line(say: Messages, of: Series, { days, addressOf }: Course, most: number): Html {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return html``;
  const x = (day: Day) => (((day - first.day) / (last.day - first.day)) * SIZE.width).toFixed();
  const y = (count: number) => (SIZE.height - MARGIN - (count / most) * (SIZE.height - 2 * MARGIN)).toFixed();
  const points = days.map((day) => `${x(day.day)},${y(day[of])}`).join(" ");
  const dots = some(days, SHOWN.points).map(
    (day) =>
      html`<path d="M${x(day.day)} ${y(day[of])}h0"><title>${say.date(day.day)}: ${say.text(`count-${of}`, say.number(day[of]))}</title></path>`,
  );
  const drawn = html`<polyline points="${points}"/>${dots}`;
  return addressOf === null
    ? html`<g class="l-${of}">${drawn}</g>`
    : html`<a class="l-${of}" href="${addressOf(of)}" tabindex="-1">${drawn}</a>`;
}

/** The figures of the plot, for those who cannot see it or want them. */
function figures(say: Messages, { days, generated }: Course): Html {
  const from = (of: Series): string => {
    const [first, last] = [days[0]?.[of] ?? 0, days.at(-1)?.[of] ?? 0];
    return say.text("overview-from-to", say.text(`verdict-${of}`), say.number(first), say.number(last));
  };
  return html`<details><summary>${say.text("overview-figures")}</summary><table><caption>${say.text("overview-course")}. ${from("unreachable")}; ${from("doubtful")}</caption><thead><tr><td></td><th scope="col">${say.text("verdict-unreachable")}</th><th scope="col">${say.text("verdict-doubtful")}</th></tr></thead><tbody>${some(
    days,
    SHOWN.rows,
  ).map(
    (day) =>
      html`<tr><th scope="row"><time title="${say.date(day.day)}">${say.ago(day.day, generated)}</time></th><td>${say.number(day.unreachable)}</td><td>${say.number(day.doubtful)}</td></tr>`,
  )}</tbody></table></details>`;
}

/** Unreachable and doubtful URLs over the days, as far as there are two to compare. */
export function course(say: Messages, whole: Course, legend: Fragment = null): Html | null {
  const drawn = { ...whole, days: some(whole.days, SHOWN.days) };
  const { days, generated } = drawn;
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || first.day === last.day) return null;
  const most = Math.max(1, ...days.map((day) => Math.max(day.unreachable, day.doubtful)));
  return html`<section><h2>${say.text("overview-course")}</h2>
${legend}<div class="chart"><p><span>${say.number(most)}</span><span>${say.number(0)}</span></p><svg class="plot" viewBox="0 0 ${SIZE.width} ${SIZE.height}" preserveAspectRatio="none" aria-hidden="true">${SERIES.map((of) => line(say, of, drawn, most))}</svg></div>
<p class="axis"><span>${say.ago(first.day, generated)}</span><span>${say.ago(last.day, generated)}</span></p>
${figures(say, drawn)}</section>`;
}

/** That of a wiki, with its legend. */
export function courseOfWiki(say: Messages, { days, generated, counts, wiki }: Overview): Html | null {
  const addressOf = (list: Series) => ownAddress(wikiPath("list", wiki, list), inLanguage(say));
  const legend = LEGEND.map((of) => {
    const words = say.text(`count-${of}`, say.number(counts?.[of] ?? days.at(-1)?.[of] ?? 0));
    return html`<li class="${of}">${labelledLink(addressOf(of), words)}</li>`;
  });
  return course(say, { days, generated, addressOf }, html`<ul class="counts">${legend}</ul>\n`);
}
