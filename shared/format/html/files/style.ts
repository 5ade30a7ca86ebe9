import { VERDICTS, type Verdict } from "../../../verdict/types.ts";
import { iconStyle } from "../icons.ts";
import { ownAddress } from "../link.ts";
import { versionOf } from "./version.ts";

/**
 * At home beside the wikis: measures, colours and font stacks are those of Wikimedia's design system Codex.
 * Colours of text keep 4.5:1 and those of shapes 3:1 in both schemes (WCAG 2.2 AA).
 */
const LIGHT = `
  color-scheme: light dark;
  --text: #202122; --subtle: #54595d; --ground: #fff; --raised: #f8f9fa; --line: #c8ccd1; --edge: #72777d;
  --link: #36c; --link-hover: #3056a9; --visited: #6a60b0; --button: #36c; --button-hover: #3056a9;
  --good: #177860; --good-ground: #dff2eb; --bad: #bf3c2c; --bad-ground: #ffe9e5;
  --warn: #886425; --warn-ground: #fdf2d5; --neutral: #54595d; --neutral-ground: #eaecf0;
`;
const DARK = `
  --text: #eaecf0; --subtle: #a2a9b1; --ground: #101418; --raised: #202122; --line: #54595d; --edge: #72777d;
  --link: #88a3e8; --link-hover: #a6bbf5; --visited: #a799cd; --button: #36c; --button-hover: #3056a9;
  --good: #2cb491; --good-ground: #132821; --bad: #fd7865; --bad-ground: #3c1a13;
  --warn: #ca982e; --warn-ground: #2d2212; --neutral: #a2a9b1; --neutral-ground: #27292d;
`;

/** Verdicts that lists of pages have. */
const LISTED: readonly Verdict[] = ["unreachable", "doubtful", "spam", "invalid"];

/** What every page has. */
const FRAME = `
:root { ${LIGHT} }
@media screen and (prefers-color-scheme: dark) { :root { ${DARK} } }
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text); overflow-wrap: break-word;
  font: 1rem/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Inter, Helvetica, Arial, sans-serif;
}
header, main, footer { max-inline-size: 62rem; margin-inline: auto; padding-inline: 1rem; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; padding-block: .75rem; }
header nav, .crumbs { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
header [aria-current] { color: var(--text); font-weight: 700; }
header summary { margin: 0; }
.langs { position: relative; margin-inline-start: auto; }
.langs form { position: absolute; z-index: 2; inset-inline-end: 0; display: flex; gap: .5rem; inline-size: 18rem; max-inline-size: 90vw; }
.crumbs { gap: 0 .5rem; font-size: .875rem; margin-block-end: .5rem; overflow-wrap: anywhere; }
.crumbs > * + *::before { content: "›"; display: inline-block; margin-inline-end: .5rem; color: var(--subtle); }
a { color: var(--link); text-decoration: none; border-radius: 2px; }
a:visited { color: var(--visited); }
a:hover { color: var(--link-hover); text-decoration: underline; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
p a, .turns a { text-decoration: underline; text-underline-offset: .15em; }
.brand { display: inline-flex; align-items: center; gap: .5rem; font-weight: 700; font-size: 1.125rem; }
.brand, .brand:visited { color: var(--text); }
.brand svg { inline-size: 1.75rem; block-size: 1.75rem; color: var(--good); }
.skip { position: absolute; inset-inline-start: -99rem; padding: .5rem 1rem; background: var(--ground); }
.skip:focus { inset-inline-start: .5rem; inset-block-start: .5rem; z-index: 1; }
h1, h2 { font-weight: 400; font-family: "Linux Libertine", Georgia, serif; line-height: 1.25; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; margin: 0 0 .5rem; }
h2 { font-size: 1.5rem; margin: 2rem 0 .5rem; }
#answer { margin-block-start: 1rem; }
#answer:focus { outline: 0; }
.of, .sum { margin: 0; color: var(--subtle); }
form {
  display: grid; grid-template-columns: repeat(12, 1fr); gap: .75rem; align-items: end;
  padding: 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 2px;
}
form > * { position: relative; grid-column: span 3; min-inline-size: 0; }
form > .wide { grid-column: span 6; }
form > .all { grid-column: 1 / -1; }
:is(p, form, search) + :is(form, search) { margin-block-start: .75rem; }
label { display: block; font-weight: 700; font-size: .875rem; margin-block-end: .25rem; }
input, select, button {
  font: inherit; inline-size: 100%; block-size: 2.125rem; padding: .125rem .5rem; border-radius: 2px;
  border: 1px solid var(--edge); background: var(--ground); color: var(--text);
}
::placeholder { color: var(--subtle); opacity: 1; }
input:focus, select:focus { outline: 2px solid transparent; border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
button { block-size: auto; min-block-size: 2.125rem; border-color: var(--button); background: var(--button); color: #fff; font-weight: 700; cursor: pointer; }
button:hover { background: var(--button-hover); }
button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (pointer: coarse) { input, select { block-size: 2.75rem; } button { min-block-size: 2.75rem; } }
.v { display: flex; align-items: center; align-self: start; }
.counts li::before, .v::before {
  content: ""; flex: none; display: inline-block; vertical-align: -.25rem; margin-inline-end: .375rem; inline-size: 20px; block-size: 20px; background: var(--c);
  clip-path: var(--i); print-color-adjust: exact;
}
${iconStyle(LISTED)}
.unreachable, .spam { --c: var(--bad); } .doubtful { --c: var(--warn); }
.v { color: var(--c); font-weight: 700; font-size: .875rem; line-height: 1.5rem; }
.urls { list-style: none; margin: 0; padding: 0; border-block-end: 1px solid var(--line); }
.urls > li { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 1rem; padding-block: .75rem; border-block-start: 1px solid var(--line); }
[rel], .u { overflow-wrap: anywhere; unicode-bidi: isolate; }
.urls p, .e { margin: .125rem 0 0; font-size: .875rem; color: var(--subtle); }
.e { margin-block-start: .5rem; }
.urls .r { display: none; gap: .25rem; block-size: 1lh; overflow: clip; overflow-clip-margin: 3px; white-space: nowrap; }
.r > * { overflow: hidden; text-overflow: ellipsis; }
.r q { color: var(--text); }
.r a { flex: none; max-inline-size: 40%; }
@media (scripting: enabled) { .urls .r { display: flex; } }
.urls .n { color: var(--text); }
.urls b { color: var(--text); font-weight: 700; }
.x { padding-inline: .2em; margin-inline: .1em; border: 1px solid; border-radius: 2px; color: var(--bad); font-size: .75em; unicode-bidi: isolate; }
summary { cursor: pointer; color: var(--link); font-weight: 700; font-size: .875rem; padding-block: .25rem; }
.ask[open] > summary { margin-block-end: .5rem; }
.foreign body { text-align: right; }
.foreign :is(p, label, li, h1, h2, dt, dd, .v, .t span) { unicode-bidi: plaintext; }
.foreign li::before { margin-inline: .375rem; }
.box { padding: .75rem 1rem; margin-block: 1rem; border: 1px solid var(--edge); border-radius: 2px; background: var(--neutral-ground); }
code { font-family: Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em; overflow-wrap: anywhere; unicode-bidi: isolate; }
footer { margin-block-start: 2.5rem; padding-block: 1rem 2rem; color: var(--subtle); font-size: .875rem; }
footer p { margin: 0; }
footer p:first-child { border-block-start: 1px solid var(--line); padding-block-start: 1rem; }
`;

/** Forms that complete, counts, histories, explanations, the front page. */
const REST = `
${iconStyle(VERDICTS.filter((verdict) => !LISTED.includes(verdict)))}
.working { --c: var(--good); } .invalid { --c: var(--warn); } .refused, .unknown, .internal { --c: var(--neutral); }
.front { font-size: 2.25rem; margin-block-start: .5rem; }
h3 { font-size: 1rem; margin: 0 0 .75rem; }
[value=withdraw] { border-color: var(--edge); background: var(--ground); color: var(--text); }
[value=withdraw]:hover { background: var(--neutral-ground); }
fieldset { border: 0; margin: 0; padding: 0; min-inline-size: 0; }
[type=checkbox], [type=radio] { inline-size: 1.25rem; block-size: 1.25rem; margin: 0; vertical-align: -.25rem; accent-color: var(--button); }
[role=listbox] {
  position: absolute; z-index: 1; inset-inline: 0; margin: 0; padding: .25rem 0; list-style: none; overflow-wrap: anywhere;
  background: var(--ground); border: 1px solid var(--edge); border-radius: 2px; box-shadow: 0 4px 4px #0003;
}
[role=option] { padding: .375rem .5rem; cursor: pointer; }
[role=option]:hover { background: var(--neutral-ground); }
[aria-selected=true] { background: var(--button); color: #fff; }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin: .25rem 0 1rem; padding: 0; }
.counts li { display: inline-block; }
.counts + .e, .sum + .urls { margin-block: .5rem; }
.t span { white-space: nowrap; }
.t { display: flex; align-items: center; gap: .5rem; margin-block: .25rem; font-size: .75rem; color: var(--subtle); }
.t svg { flex: 0 1 18.75rem; min-inline-size: 4rem; border-block-end: 1px solid var(--edge); }
[dir=rtl] .t svg { transform: scaleX(-1); }
.urls > li { position: relative; padding-inline-end: 2rem; }
.cp { inline-size: auto; min-inline-size: 1.5rem; min-block-size: 1.5rem; padding: 0 .25rem; border-color: #0000; background: none; color: var(--link); font-weight: 400; line-height: 1; }
.cp:hover { background: var(--neutral-ground); }
li > .cp { position: absolute; inset-block-start: .75rem; inset-inline-end: 0; }
li > .cp:empty::before { content: ""; display: block; inline-size: 20px; block-size: 20px; background: var(--subtle); clip-path: path(evenodd, "M3 3a2 2 0 0 1 2-2h8v2H5v10H3zm4 2h10v14H7zm2 2v10h6V7z"); }
.tk { stroke: var(--edge); stroke-width: 1; }
.h { margin-block: .25rem; }
summary.t { list-style: none; margin: 0; padding: 0; font-weight: 400; }
summary.t::after { content: "▾"; color: var(--link); }
.tg { fill: var(--good); } .tb { fill: var(--bad); } .tr { fill: var(--neutral); }
.box.warn { border-color: var(--warn); background: var(--warn-ground); }
.box.bad { border-color: var(--bad); background: var(--bad-ground); }
dl { display: grid; grid-template-columns: minmax(8rem, 15rem) minmax(0, 1fr); gap: .375rem 1rem; font-size: .875rem; margin: 0; }
dt { font-weight: 700; } dd { margin: 0; overflow-wrap: anywhere; }
.legend { margin-block-start: 1.5rem; }
.legend summary { margin-block-end: .5rem; }
textarea { inline-size: 100%; font: .875rem/1.5 Menlo, Consolas, "Liberation Mono", monospace; background: var(--ground); color: var(--text); }
.code { display: block; white-space: pre-wrap; padding: .75rem 1rem; margin-block: .5rem; background: var(--raised); border: 1px solid var(--line); border-radius: 2px; }
del { background: var(--bad-ground); } ins { background: var(--good-ground); text-decoration: none; font-weight: 700; }
.samples { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .75rem; list-style: none; margin: 0; padding: 0; }
.samples li { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 2px; }
.samples span { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .875rem; }
.lead { font-size: 1.125rem; max-inline-size: 45rem; margin: 0 0 1.5rem; }
`;

/** For what they are shown on. */
const MEDIA = `
@media (max-width: 40rem) {
  header nav { order: 1; flex-basis: 100%; }
  form > * { grid-column: span 6; }
  form > .wide, form > .go, form > :first-child, [method=post] > * { grid-column: 1 / -1; }
  .urls > li, dl { grid-template-columns: minmax(0, 1fr); }
  dd { margin-block-end: .5rem; }
}
@media print {
  header, nav, search, .ask, .cp, .skip, footer p:last-child { display: none; }
  .urls > li { break-inside: avoid; }
  .o { display: none; }
  .a a::after { content: " " attr(href); }
  a, a:visited { color: inherit; }
  summary:not(.t) { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  svg { print-color-adjust: exact; }
}
@media (forced-colors: active) {
  .counts li::before, .v::before, li > .cp:empty::before { background: CanvasText; forced-color-adjust: none; }
  [aria-selected=true] { background: Highlight; color: HighlightText; forced-color-adjust: none; }
  .tg, .tb, .tr { fill: CanvasText; }
}
`;

/** Lists and overviews. */
const LISTS = `
.tabs { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin: 0 0 1rem; padding: 0; border-block-end: 1px solid var(--line); }
.tabs li { padding-block: .25rem; }
.more { font-weight: 700; }
.list h2 { font: 700 1rem/1.5 sans-serif; font-family: inherit; margin: 1.25rem 0 .25rem; }
.list a + a, .list bdi + a { font-weight: 400; font-size: .875rem; margin-inline-start: .5rem; }
.list ul { list-style: none; margin: 0; padding: 0; }
.list li { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 1rem; padding-block: .5rem; border-block-start: 1px solid var(--line); }
.list li > * { grid-column: 2; }
.list .v { grid-column: 1; grid-row: 1 / span 2; }
.list p { margin: 0; font-size: .875rem; color: var(--subtle); }
.list p b { color: var(--text); }
@media (max-width: 40rem) { .list li { grid-template-columns: minmax(0, 1fr); } .list li > *, .list .v { grid-column: 1; grid-row: auto; } }
@media print { .list li { break-inside: avoid; } }
table { border-collapse: collapse; font-size: .875rem; margin-block: .5rem 1rem; }
caption { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
th { text-align: start; font-weight: 400; overflow-wrap: anywhere; }
td { text-align: end; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem; border-block-end: 1px solid var(--line); }
thead th { font-weight: 700; text-align: end; overflow-wrap: normal; }
.plot { display: block; inline-size: 100%; block-size: 1.5rem; margin-block: .5rem; border-block-end: 1px solid var(--edge); print-color-adjust: exact; }
.bar { display: block; inline-size: 12rem; max-inline-size: 30vw; block-size: .5rem; }
[dir=rtl] :is(.plot, .bar) { transform: scaleX(-1); }
.s-unreachable { fill: var(--bad); } .s-doubtful { fill: var(--warn); } .s-refused { fill: var(--edge); } .s-unknown { fill: var(--line); } .s-working { fill: var(--good); }
.halves { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 2.5rem; }
.halves h2 { margin-block-start: 1.5rem; }
.halves > :first-child:nth-last-child(n + 3) { grid-column: 1 / -1; }
.chart { display: flex; gap: .5rem; }
.chart p, .axis { display: flex; justify-content: space-between; margin: 0; font-size: .75rem; color: var(--subtle); }
.chart p { flex-direction: column; align-items: flex-end; }
.chart .plot { flex: 1; min-inline-size: 0; block-size: 11rem; margin: 0; overflow: visible; }
.chart :is(a, g) { stroke-width: 2; fill: none; }
.chart path { stroke-width: 8; stroke-linecap: round; stroke-dasharray: none; }
.chart :is(a, g) * { vector-effect: non-scaling-stroke; }
.chart a:is(:hover, :focus-visible) polyline { stroke-width: 4; }
.halves table { inline-size: 100%; }
.halves .bar { inline-size: 5rem; margin-inline-start: auto; }
.l-unreachable { stroke: var(--bad); } .l-doubtful { stroke: var(--warn); stroke-dasharray: 6 4; }
.turns { margin: 0; padding-inline-start: 1.25rem; }
.all code { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.all button { inline-size: auto; padding-inline: .75rem; border-color: var(--edge); background: var(--ground); color: var(--text); font-size: .875rem; }
.all button:hover { background: var(--neutral-ground); }
.turns p { margin: 0 0 .375rem; font-size: .875rem; color: var(--subtle); }
.turns details { margin: 0 0 .5rem; } .turns details ul { padding-inline-start: 1.25rem; }
.scroll {
  overflow-x: auto;
  background: linear-gradient(90deg, var(--ground) 1rem, #0000) left / 2.5rem local, linear-gradient(-90deg, var(--ground) 1rem, #0000) right / 2.5rem local,
    linear-gradient(90deg, var(--line), #0000) left / 1.25rem, linear-gradient(-90deg, var(--line), #0000) right / 1.25rem;
  background-repeat: no-repeat;
}
.scroll th[scope=row] { min-inline-size: 8rem; }
@media (max-width: 40rem) { .bar { display: none; } th, td { padding-inline: 0 .5rem; } tr > :last-child { padding-inline-end: 0; } .scroll th[scope=row] { min-inline-size: 6rem; } }
@media (max-width: 40rem) {
  .stack, .stack tbody { display: block; } .stack thead, .stack .z { display: none; }
  .stack tr { display: flex; flex-wrap: wrap; gap: 0 1rem; padding-block: .375rem; border-block-end: 1px solid var(--line); }
  .stack th { flex-basis: 100%; } .stack :is(th, td) { border: 0; padding: 0; }
  .stack td::before { content: attr(data-of) " "; color: var(--subtle); }
}
.uses { columns: 20rem; margin: 0; padding-inline-start: 1.25rem; }
@media print { nav, .more { display: none; } .scroll { overflow: visible; background: none; } }
`;

/** Names of the custom properties ; on the way each is a letter, a capital beside those of icons. */
const NAMES = [...new Set(FRAME.match(/--[a-z-]+(?=:)/g))];
const shortName = (name: string): string =>
  NAMES.includes(name) ? `--${String.fromCharCode(65 + NAMES.indexOf(name))}` : name;

/** In the shape in which it is sent and hashed. */
const shrunk = (source: string): string =>
  source
    .replace(/--[a-z-]+/g, shortName)
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,>]) ?/g, "$1")
    .replace(/: /g, ":")
    .replaceAll(";}", "}")
    .trim();

/** The style sheet of every page: a file of its own, which a reader of a second page has already. */
export const STYLE = shrunk(FRAME + REST + MEDIA + LISTS);
export const STYLE_VERSION = versionOf(STYLE);
export const STYLE_ADDRESS = ownAddress("/style.css", { v: STYLE_VERSION });
