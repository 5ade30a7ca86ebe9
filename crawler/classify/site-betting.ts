import type { SitePage } from "./site-page.ts";

/** One spelling of each: capitals (`İ` and `I` of Turkish too), accents written apart, hyphens. */
const folded = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/i\u0307|ı/g, "i")
    .replaceAll("-", " ");

/**
 * What betting advertises itself with, in the languages in which abandoned domains are taken over for it most (as collected in
 * public filters against such spam until November 2026).
 */
const PHRASES: readonly string[] = [
  ..."slot gacor|situs slot|slot online|slot88|slot thailand|slot deposit|rtp slot|toto slot|situs toto|toto togel".split(
    "|",
  ),
  ..."bandar togel|togel online|judi online|judi bola|judi slot|situs judi|link alternatif|maxwin|agen sbobet".split(
    "|",
  ),
  ..."deneme bonusu|bonus veren siteler|bahis siteleri|casino siteleri|slot siteleri|kaçak bahis|canlı bahis|canlı casino".split(
    "|",
  ),
  ..."สล็อตเว็บตรง|สล็อตออนไลน์|เว็บสล็อต|บาคาร่า|คาสิโนออนไลน์|พนันออนไลน์|แทงบอล".split("|"),
  ..."nhà cái|cá cược|tài xỉu|nổ hũ|casino trực tuyến".split("|"),
  ..."먹튀검증|토토사이트|카지노사이트|바카라|안전놀이터".split("|"),
  ..."博彩|娱乐城|百家乐|老虎机|体育投注|线上赌场".split("|"),
  ..."онлайн казино|игровые автоматы|бездепозитный бонус|ставки на спорт".split("|"),
  ..."online casino|live casino|casino bonus|no deposit bonus|free spins|betting sites|sports betting".split(
    "|",
  ),
];

/** Read from left to right, so that no word counts for two of them. */
const PHRASE = new RegExp(PHRASES.map(folded).join("|"), "g");
/** Words of any page about games of luck, in more languages: with one of them it is not sure that it is none. */
const GAMBLING =
  /cassino|[ck]a[sz]ino|казино|букмекер|ставки|καζίνο|カジノ|카지노|คาสิโน|[赌賭彩]|slot|togel|judi|bahis|gambl|betting|poker|jackpot|roulette|ruleta|pokies|sportsbook|apuesta|aposta|wetten|scommesse|paris sportifs|zakłady|bonus|cá cược/;

/** Beside those of the title, as a description repeats it. */
const PHRASES_MIN = 3;
/** Notices of maintenance, empty frames and landers have less. */
const WORDS_MIN = 60;

/**
 * Whether a site's first page is one of betting: it says so in its title, and in three further ways in its text. "no": a page of
 * some substance that has nothing of it. "unsure": all others, such as papers, lotteries, helps for addicts, towns with a casino.
 */
export function bettingOn({ title, text, words, isShell }: SitePage): "yes" | "no" | "unsure" {
  const [head, all] = [folded(title), folded(text)];
  const told = new Set(head.match(PHRASE));
  const further = [...new Set(all.match(PHRASE))].filter((phrase) => !told.has(phrase));
  if (told.size > 0 && further.length >= PHRASES_MIN) return "yes";
  const nothing = told.size + further.length === 0 && !GAMBLING.test(`${head}\n${all}`);
  return nothing && words >= WORDS_MIN && !isShell ? "no" : "unsure";
}
