import { walkMarkup } from "./markup.ts";

/** FNV-1a to 24 bits: five characters when stored. */
export function hash24(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 24)) & 0xffffff;
}

/** A text of a page, as a number. */
export interface Block {
  readonly hash: number;
  /** The number with what seems to echo the address: at `/page.html` the word "page" may be a mere word of the text. */
  readonly written: number;
  readonly words: number;
  /** It is short and says in a main language that something is not there; perhaps not the page. */
  readonly isNotice: boolean;
}

/** What is compared of pages (C7): bounded texts in, bounded facts out, in time that grows with the text only. */
export interface SitePage {
  /** Texts between block tags, each once, in their order; and what is loaded. */
  readonly blocks: readonly Block[];
  readonly words: number;
  readonly titleHash: number;
  /** That of the title as written, its echo of the address included. */
  readonly writtenTitleHash: number;
  /** Characters of the page as read. */
  readonly chars: number;
  /** Where it came from. */
  readonly url: string;
  readonly titleSaysNotFound: boolean;
  /** The content is put in by a script: what can be read here is the same for every page. */
  readonly isShell: boolean;
  /** A password is asked for. */
  readonly asksPassword: boolean;
  /** The machinery of a parking service, served from the domain itself. */
  readonly hasParkingMarks: boolean;
  /** Title and visible text, for signs of parking; its beginning. */
  readonly title: string;
  readonly text: string;
  /** What the page loads: scripts, frames, pictures. */
  readonly loads: readonly string[];
}

const CHARS_MAX = 256 * 1024;
/** Marks of frameworks and logins are looked for so far. */
const MARKS_CHARS_MAX = 64 * 1024;
const BLOCKS_MAX = 1_000;
const LOADS_MAX = 200;
const TEXT_CHARS_MAX = 4_000;
/** A picture or frame weighs as much as so many words: it may be all that a page is about. */
const LOAD_WORDS = 4;
/** "Not found" in a longer text is a story about it. */
const NOTICE_WORDS_MAX = 25;

/** What sites say in place of 404, in the main languages; on lower-case text. */
const NOT_FOUND = new RegExp(
  [
    "not (?:be )?found|\\b404\\b|no longer (?:available|exists?)|does(?: not|n.t) exist|could(?: not|n.t) find|can(?:not|.t) (?:be found|(?:seem to )?(?:find|locate))",
    "no such page|page (?:is |has gone )?(?:missing|unavailable|gone)|nothing (?:was )?(?:found|here)|has (?:been (?:removed|deleted)|expired)|(?:moved|renamed) or (?:been )?(?:removed|deleted)|(?:removed|deleted) or (?:been )?(?:moved|renamed)",
    "page (?:that )?you (?:are|were) looking for|you(?:.re| are) looking for (?:is|was|has|could|can|does|might|may)\\b|requested (?:page|url|address|document)|\\bsorry,? (?:but )?(?:we|the|this|that|there)\\b|\\boops",
    "nicht (?:mehr )?(?:gefunden|vorhanden|verfügbar|auffindbar|existiert)|existiert nicht|gibt es (?:leider )?(?:hier )?nicht|konnte.{0,40} nicht gefunden|keine seite (?:gefunden|vorhanden|zu finden)|wurde (?:leider )?(?:gelöscht|entfernt)|gelöscht oder verschoben|verschoben oder gelöscht",
    "introuvable|n.existe (?:pas|plus)|n.est (?:pas|plus) disponible|pas (?:été )?trouvé|non trouvée?|été (?:supprimé|déplacé)|no encontrad[ao]|no existe|no está disponible|no se (?:ha )?(?:encontr|(?:pudo|puede|podido) encontrar)|no (?:hemos encontrado|encontramos)|ha sido (?:eliminad|borrad)",
    "non (?:è stat[ao] )?trovat[ao]|non esiste|impossibile trovare|non è (?:più )?disponibile|pagina inesistente|página inexistente|não (?:foi )?encontrad[ao]|não existe|não encontramos|não foi possível (?:encontrar|localizar)|não está disponível",
    "niet (?:worden )?gevonden|bestaat niet|niet (?:meer )?beschikbaar|nie (?:została |został )?(?:znalezion|odnalezion)|nie (?:można|udało się) (?:odnaleźć|znaleźć)|nie ma takiej|nie istnieje|nenalezena|neexistuje|nebyl[ao]? nalezen|nepodařilo (?:se )?najít|nebol[ao]? nájden",
    "не найден|не существует|не нашли|(?:такой|этой) страницы нет|нет такой|страница отсутствует|не знайден|не існує|такої сторінки немає|inte hittas?\\b|hittades inte|hittar inte|finns inte|ikke (?:fundet|findes|funnet|finnes)|findes ikke|finnes ikke|fant (?:vi )?ikke|finner (?:vi )?ikke|ei löy[dt]|nem található|nem létezik|nincs ilyen",
    "bulunamadı|bulunamıyor|ulaşılamıyor|böyle bir sayfa yok|mevcut değil|tapılmadı|topilmadi|табылмады|negăsită|nu (?:a (?:putut fi|fost) găsit|există)|δεν (?:βρέθηκε|υπάρχει|είναι διαθέσιμ)|見つかりません|見つけることができ|存在しません|ページ(?:が|は)ありません|ページは(?:既に)?削除|找不到|不存在|未找到|[没沒]有找到|[无無]法找到|查[无無]此|已被?[删刪]除|찾을 수 없|존재하지 않|페이지가 없|삭제된 페이지",
    "غير (?:موجود|متاح|متوفر)|لم (?:يتم العثور|تعد (?:موجود|متاح|متوفر))|یافت نشد|پیدا نشد|وجود ندارد|نہیں مل|(?:לא|אינו|אינה) (?:נמצא|קיים)|नहीं मिल|मौजूद नहीं|उपलब्ध नहीं|फेला परेन|পাওয়া যায়নি|கிடைக்கவில்லை|සොයාගත නොහැකි|ရှာမတွေ့|រកមិនឃើញ|ไม่พบ|không tìm thấy|không tồn tại|tidak (?:dapat )?(?:ditemukan|dijumpai)|tidak (?:ada|tersedia|wujud)|hindi (?:nahanap|mahanap)|ha[iu]kupatikana",
    "nije pronađen|ne postoji|nije moguće pronaći|ni (?:bilo )?(?:mogoče )?(?:najti|najden)|ne obstaja|није пронађен|не постоји|не (?:е|беше|бе|може да бъде) намерен|не съществува|не е пронајден|не постои|не знойдзен|не існуе|nuk (?:u gjet|ekziston)|олдсонгүй",
    "ei (?:leitud|leia|ole olemas)|nerast|neegzistuoja|nav atrast|neeksistē|nenašl|f[ai]nnst ekki|no (?:s.ha|hem) trobat|no existeix|ez da .{0,20}(?:aurkitu|existitzen)|non se atopou|ne trovita|ne ekzistas|nie gevind|bestaan nie|níor aimsíodh|heb (?:ei )?(?:ganfod|chanfod)|ma nstabitx|չի գտնվել|ვერ მოიძებნა",
  ].join("|"),
);

/**
 * Where frameworks put their content in. What these three pass over ends at the next tag: each character is looked at once,
 * however many tags are left open.
 */
const SHELL =
  /<(?:div|main|section|body)[^<>]{0,200}\bid=["']?(?:root|app|__next|__nuxt|svelte|react-root|main-app|q-app|ember-app|gatsby|___gatsby|application)["'\s>]|<app-root|<[a-z][^<>]{0,200}\bng-app\b|\bdata-reactroot\b|enable javascript|javascript (?:is required|aktivieren|activer)/i;
/**
 * Of Bodis, ParkingCrew and others of their system, of GoDaddy and Afternic, Sedo, and Skenzo (as recorded until November
 * 2026). In a tag or a script, as an article that quotes them has no `<` before them.
 */
const PARKING = new RegExp(
  [
    /<html[^<>]{0,200}\bdata-adblockkey=/,
    /<script[^<>]{0,60}>\s{0,9}window\.park\s{0,9}=\s{0,9}["']ey/,
    /<script[^<>]{0,60}>\s{0,9}window\.LANDER_SYSTEM\s{0,9}=/,
    /<script[^<>]{0,60}>\s{0,9}window\.onload=function\(\)\{window\.location\.href="\/lander"\}/,
    /<script[^<>]{1,60}\/\/img1\.wsimg\.com\/parking-lander\//,
    /<script[^<>]{1,60}\/\/sedoparking\.com\/frmpark\//,
    /<img[^<>]{1,60}\/\/l\.cdn-fileserver\.com\/bping\.php/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);
const PASSWORD = /<input[^<>]{0,300}type\s{0,9}=\s{0,9}["']?password/i;

/** Elements that stand inside a line of text. All others part texts from each other. */
const INLINE = new Set(
  "a abbr b bdi bdo big cite code data dfn em font i kbd mark q s samp small span strong sub sup time tt u var wbr".split(
    " ",
  ),
);
/** Elements whose content no reader sees as text of the page. */
const UNSEEN = new Set("script style noscript template svg object select textarea".split(" "));
const LOADING = new Set("script img iframe frame embed video audio source object".split(" "));

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  nbsp: " ",
  quot: '"',
  apos: "'",
  rsquo: "’",
  lt: "<",
  gt: ">",
};
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (all, decimal, hex, name) =>
    name === undefined
      ? String.fromCodePoint(
          Math.min(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal), 0x10ffff),
        )
      : (ENTITIES[String(name).toLowerCase()] ?? all),
  );

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i")
    .exec(tag)
    ?.slice(1)
    .find(Boolean) ?? null;

interface Scan {
  readonly texts: string[];
  readonly loads: string[];
  title: string;
}

const DESCRIPTION = /\b(?:name|property)\s*=\s*["']?(?:description|og:title|og:description)\b/i;

function scan(html: string): Scan {
  const found: Scan = { texts: [], loads: [], title: "" };
  let line = "";
  let inTitle = false;
  const endLine = () => {
    const text = decoded(line).trim();
    if (text !== "" && found.texts.length < BLOCKS_MAX) found.texts.push(text);
    line = "";
  };
  walkMarkup(html, {
    unseen: UNSEEN,
    text(text) {
      if (inTitle) found.title += text;
      else line += text;
    },
    markup(name, isEnd, tag) {
      if (name === "") return;
      if (name === "title") inTitle = !isEnd && found.title === "";
      if (!INLINE.has(name)) endLine();
      if (isEnd) return;
      const source = LOADING.has(name) ? attribute(tag, name === "object" ? "data" : "src") : null;
      if (source !== null && found.loads.length < LOADS_MAX) found.loads.push(source);
      if (name === "meta" && DESCRIPTION.test(tag))
        found.texts.push(decoded(attribute(tag, "content") ?? ""));
    },
  });
  endLine();
  return found;
}

/** Longer ones are no echo of an address, and shorter ones may be a word of the menu. */
const ECHO_CHARS_MIN = 4;

/** Error pages repeat the address that was asked for: without it two of them are the same. */
function echoRemover(url: string): (text: string) => string {
  if (!URL.canParse(url)) return (text) => text;
  const { pathname, search, href } = new URL(url);
  const last = pathname.split("/").findLast((segment) => segment !== "") ?? "";
  const percentDecoded = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const echoes = [href, `${pathname}${search}`, pathname, last, last.replace(/\.[a-z0-9]+$/i, "")]
    .flatMap((echo) => [echo, percentDecoded(echo)])
    .filter((echo) => echo.length >= ECHO_CHARS_MIN);
  return (text) => echoes.reduce((left, echo) => left.split(echo).join(" "), text);
}

/** Scripts without blanks count by two characters. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]{1,2}|\p{L}+/gu;
/** Words in lower case; digits (counters, dates, numbers of errors) are no part of them. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** @param html the page as far as it was read, decoded. @param url from which it came. */
export function readPage(html: string, url: string): SitePage {
  const source = html.slice(0, CHARS_MAX);
  const { texts, loads, title } = scan(source);
  const withoutEcho = echoRemover(url);
  const blocks = new Map<number, Block>();
  let words = 0;
  for (const text of texts) {
    const withoutAddress = withoutEcho(text);
    const own = wordsOf(withoutAddress);
    if (own.length === 0) continue;
    const hash = hash24(own.join(" "));
    const written = withoutAddress === text ? hash : hash24(wordsOf(text).join(" "));
    const isNotice = own.length <= NOTICE_WORDS_MAX && NOT_FOUND.test(text.toLowerCase());
    words += own.length;
    blocks.set(hash, { hash, written, words: own.length, isNotice });
  }
  for (const load of loads) {
    const name = withoutEcho(load).split(/[?#]/, 1)[0] ?? "";
    const hash = hash24(`src ${name.replace(/\d+/g, "")}`);
    blocks.set(hash, { hash, written: hash, words: LOAD_WORDS, isNotice: false });
  }
  const titleWords = wordsOf(withoutEcho(decoded(title))).join(" ");
  return {
    blocks: [...blocks.values()],
    words,
    titleHash: hash24(titleWords),
    writtenTitleHash: hash24(wordsOf(decoded(title)).join(" ")),
    chars: source.length,
    url,
    titleSaysNotFound: NOT_FOUND.test(decoded(title).toLowerCase()),
    isShell: SHELL.test(source.slice(0, MARKS_CHARS_MAX)),
    asksPassword: PASSWORD.test(source.slice(0, MARKS_CHARS_MAX)),
    hasParkingMarks: PARKING.test(source.slice(0, MARKS_CHARS_MAX)),
    title: decoded(title).trim().slice(0, 300),
    text: texts.join("\n").slice(0, TEXT_CHARS_MAX),
    loads,
  };
}
