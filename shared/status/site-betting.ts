import type { SitePage } from "./site-page.ts";

/**
 * What betting advertises itself with, in the languages in which abandoned domains are taken over for it most (as collected in
 * public filters against such spam until November 2026). Lower case.
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
  ..."онлайн казино|онлайн-казино|игровые автоматы|бездепозитный бонус|ставки на спорт".split("|"),
  ..."online casino|live casino|casino bonus|no deposit bonus|free spins|betting sites|sports betting".split(
    "|",
  ),
];

const PHRASES_MIN = 3;

/**
 * Whether a site's first page is one of betting: it says so in its title, and in three of these ways. "unsure": it has
 * some of them, as papers, lotteries, helps for addicts and towns with a casino have.
 */
export function bettingOn({ title, text }: SitePage): "yes" | "no" | "unsure" {
  const [head, all] = [title.toLowerCase(), `${title}\n${text}`.toLowerCase()];
  const found = PHRASES.filter((phrase) => all.includes(phrase));
  if (found.length === 0) return "no";
  return found.length >= PHRASES_MIN && found.some((phrase) => head.includes(phrase)) ? "yes" : "unsure";
}
