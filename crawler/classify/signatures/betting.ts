/** One spelling of each: capitals (`İ` and `I` of Turkish too), accents written apart, hyphens. */
export const folded = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/i\u0307|ı/g, "i")
    .replaceAll("-", " ");

/**
 * What betting advertises itself with, in the languages in which abandoned domains are taken over for it most (as collected in
 * public filters against such spam until November 2026).
 */
const PHRASES = [
  "slot gacor|situs slot|slot online|slot88|slot thailand|slot deposit|rtp slot|toto slot|situs toto|toto togel",
  "bandar togel|togel online|judi online|judi bola|judi slot|situs judi|link alternatif|maxwin|agen sbobet",
  "deneme bonusu|bonus veren siteler|bahis siteleri|casino siteleri|slot siteleri|kaçak bahis|canlı bahis|canlı casino",
  "สล็อตเว็บตรง|สล็อตออนไลน์|เว็บสล็อต|บาคาร่า|คาสิโนออนไลน์|พนันออนไลน์|แทงบอล",
  "nhà cái|cá cược|tài xỉu|nổ hũ|casino trực tuyến",
  "먹튀검증|토토사이트|카지노사이트|바카라|안전놀이터",
  "博彩|娱乐城|百家乐|老虎机|体育投注|线上赌场",
  "онлайн казино|игровые автоматы|бездепозитный бонус|ставки на спорт",
  "online casino|live casino|casino bonus|no deposit bonus|free spins|betting sites|sports betting",
].join("|");

/** Read from left to right, so that no word counts for two of them. */
export const BETTING_PHRASE = new RegExp(folded(PHRASES), "g");
/** Words of any page about games of luck, in more languages: with one of them it is not sure that it is none. */
export const GAMBLING =
  /cassino|[ck]a[sz]ino|казино|букмекер|ставки|καζίνο|カジノ|카지노|คาสิโน|[赌賭彩]|slot|togel|judi|bahis|gambl|betting|poker|jackpot|roulette|ruleta|pokies|sportsbook|apuesta|aposta|wetten|scommesse|paris sportifs|zakłady|bonus|cá cược/;
