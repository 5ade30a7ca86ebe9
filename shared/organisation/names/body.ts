import { kindOf } from "./compounds.ts";
import { fold } from "./fold.ts";
import { SINGLE_FORMS } from "./legal-forms.ts";
import { COMMON_WORDS, FILLER_WORDS, QUALIFIER_WORDS, TRADE_WORDS } from "./lexicon.ts";
import { parseName, type Token } from "./name.ts";
import { partsOf, phrases } from "./words-of.ts";

/** Legal forms of two or three letters that are no names of persons where all is in capitals: "SIEMENS AG", other than "MARIA SA". */
const PLAIN_FORMS: ReadonlySet<string> = new Set("ag kg oy oyj ev eg ug bv nv ohg gbr inc llc".split(" "));

/** How those of a few letters are customarily written that have both capitals and others. */
const CUSTOMARY =
  /^(?:Ltd|Inc|Corp|Pty|Pvt|Pte|Plc|Llc|Bhd|SpA|Srl|Sarl|SpZoo|Oy|Oyj|Kft|Bt|Zrt|Nyrt|Lda|Ltda|eV|eG|eK|gGmbH|GmbH|Gmbh|mbH|KGaA|GbR|OHG|PartG|KdöR|AöR|Sdn|Tbk|Vzw|Asbl|doo|dd|as|sro|zs|ehf|hf|sf)$/u;

/** Of those, the ones that nobody is called, however they are written at the end: "barclays plc". */
const NOBODYS_FORMS: ReadonlySet<string> = new Set(
  "plc ltd gmbh ggmbh mbh llc inc corp kgaa pty pvt kft srl bhd".split(" "),
);

/** Longer forms are words that no person is called. */
const SHORT_FORM_CHARS_MAX = 4;

/** Kinds of bodies whose words no person is called, wherever they stand in a name. */
const NOBODYS_KINDS: ReadonlySet<string> = new Set(
  (
    "university technical-university university-of-applied-sciences technical-college teacher-college academy water-board state-archive " +
    "hospital university-hospital gymnasium kindergarten pharmacy diocese fire-brigade ministry federal-ministry savings-bank utility " +
    "foundation museum broadcaster theatre student_services association society adult_education chamber-of-commerce chamber-of-crafts " +
    "agency federation library federal-office federal-institute state-office tax-office police cooperative-bank local-court " +
    "regional-court higher-court administrative-court sports-club primary-school secondary-school vocational-school music-school " +
    "joint-municipality publisher gallery college"
  )
    .split(" ")
    .map((kind) => `kind:${kind}`),
);

/** Words of kinds that persons are called as well, in given names, or by surnames before them. */
const GIVEN_NAMES: ReadonlySet<string> = new Set(
  "ville kunta parish kita bond court church town park chair spital press presses kolleg".split(" "),
);

/** Words that nobody is called, and that name no kind of body. */
const WORDS_OF_BODIES: ReadonlySet<string> = new Set(
  phrases(
    "trust|holding|holdings|corporation|software|media|medien|consulting|marketing|logistik|logistics|solutions|systems|technologies|enterprises|industries|international|authority|institute|autohaus|systemhaus|rechtsanwälte|rechtsanwaltskanzlei|steuerberater|steuerberatung|architekten|ingenieure|immobilien|philharmoniker|symphoniker|philharmonie|orchestra|orchester|förderverein|freundeskreis|initiative|netzwerk|network|committee|komitee|commission|kommission|services|productions|publications|records|studios|ventures|partners|associates|laboratories|cooperative",
  ).flat(),
);

/** Words between others that are in no name of a person: "Save the Children", "Transport for London". */
const BETWEEN = /\p{L}\s(?:for|für|pour|para|of|the|ohne|without)\s\p{L}/iu;

/** Frequent first names of persons whose surname may be a word of a body. */
const FIRST_NAMES: ReadonlySet<string> = new Set(
  phrases(
    "aaron|adam|ahmed|alan|alex|alexander|alexandra|alfred|ali|alice|amanda|amy|ana|andre|andrea|andreas|andrew|angela|anita|anke|anne|annette|antje|antonio|armin|astrid|axel|barbara|ben|benjamin|bernd|bettina|bill|birgit|bjorn|bob|brian|britta|bruno|carl|carla|carlos|carmen|carol|caroline|catherine|charles|charlotte|chris|christa|christian|christina|christine|christoph|claudia|clara|daniel|daniela|david|deborah|dennis|diana|dieter|dirk|donald|doris|edith|edward|elena|ella|ellen|emil|emily|emma|eric|erich|erik|erika|ernst|eva|felix|florian|franz|frida|frieda|fritz|gabriele|gerd|gerhard|gisela|greta|gustav|guido|hanna|hannah|hans|harald|harry|heike|heiko|heinz|helen|helena|helga|helmut|henri|henrik|henry|herbert|hilde|holger|ian|ida|ines|inge|ingo|ingrid|irene|iris|ivan|jack|jacob|jakob|jan|jane|janet|jean|jennifer|jens|jessica|jim|joachim|joan|jochen|joe|jonas|jorg|jose|juan|judith|julia|julian|jurgen|kai|karen|karin|karl|karla|karsten|katharina|kathrin|katja|kerstin|kevin|kim|klaus|kurt|lara|lars|laura|lea|lena|leo|lisa|louis|louise|luca|lucia|luis|luisa|lukas|manfred|marc|marcel|marco|margaret|margit|maria|marie|marina|mario|marion|mark|markus|martha|martina|mathias|matthias|max|melanie|mia|mike|miriam|mohamed|monika|nadine|natalie|nick|nicolas|nicole|nils|nina|nora|norbert|olaf|olga|oliver|oskar|pablo|patricia|patrick|paula|pauline|petra|philip|pierre|rachel|rainer|ralf|ray|rebecca|regina|renate|richard|rita|roland|rolf|rosa|rose|rudolf|ruth|ryan|sabine|sam|samuel|sandra|sara|sarah|sebastian|silke|silvia|sofia|sonja|sophie|stefan|stefanie|stephan|stephen|steve|steven|sue|susan|susanne|sven|sylvia|tanja|theo|theresa|tim|tina|tobias|tom|tony|torsten|ulrich|ulrike|ursula|ute|uwe|vera|verena|victor|volker|wolfgang|yvonne",
  ).flat(),
);

export const isFirstName = (word: string): boolean => FIRST_NAMES.has(fold(word));

/** "Lloyds Bank", other than "Anna Bank". */
const isBank = (tokens: readonly Token[]): boolean =>
  tokens.length === 2 &&
  tokens[1]?.surface === "bank" &&
  tokens[0]?.role === "core" &&
  !COMMON_WORDS.has(tokens[0].surface) &&
  !FIRST_NAMES.has(tokens[0].surface);

/** Shorter words are names of persons in some language: "Bar", "Kim", "Sia". */
const WORD_CHARS_MIN = 5;
const FIRST_CHARS_MIN = 4;

const TITLE =
  /(?<!\p{L})(?:dr|prof|mr|mrs|ms|herr|frau|mme|monsieur|madame|sig|sra?|dipl|ing|mag)(?:\.|\s)/iu;

/** In names of families that are firms: "Müller & Söhne", "Smith & Co". */
const FAMILY_FIRM =
  /(?:&|\+|(?<!\p{L})(?:und|u\.|and|et|e|y|en|og|och)(?!\p{L}))\s*(?:söhne|soehne|sohn|töchter|sons?|fils|figlio|figli|hijos|zonen|zoon|sønner|söner|cie|co|co\.|partners?|associates|gebr)\.?(?!\p{L})/iu;

/** Ends of compounds that name offices and trades, beside those that name kinds: "Landesamt", "Zahnarztpraxis". */
const COMPOUND =
  /.{3}(?:amt|anstalt|behorde|praxis|kanzlei|druckerei|backerei|metzgerei|brauerei|schreinerei|gartnerei|apotheke|klinik|kasse|sparkasse|volksbank|werke|betriebe|genossenschaft|universitat|hochschule|schule|kirche|gemeinde|kammer|verwaltung|dienste|regierung|direktion|buro|verlag|orchester)$/;

/** Of these, those that nobody is called by themselves either. */
const TRADE =
  /^(?:praxis|druckerei|backerei|metzgerei|brauerei|schreinerei|gartnerei|weingut|diakonie|caritas)$/;
const SHORT_COMPOUND = /.{3}(?:bibl|inst|verw|ges|akad|univ|anst|min|verb)$/;

const isShouted = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase();

interface Written {
  /** As written, without points. */
  readonly letters: string;
  readonly hasPoints: boolean;
  readonly isLast: boolean;
}

/** How a folded word stands in a text, where it does. */
function writtenAs(text: string, word: string): Written[] {
  const all = text.split(/[\s,()]+/).filter((written) => written !== "");
  return all.flatMap((written, at) => {
    const letters = written.replace(/[./]/g, "");
    const hasPoints = /\p{L}[./]\p{L}/u.test(written);
    return fold(letters) === word ? [{ letters, hasPoints, isLast: at === all.length - 1 }] : [];
  });
}

const isCapital = (letters: string): boolean => letters.length > 1 && letters === letters.toUpperCase();

/**
 * Whether a legal form is written as one: with points, in capitals, or at the end as is customary ("GmbH", "Ltd"). In a text in capitals
 * only those count that no person is called.
 */
function isWrittenAsForm(text: string, form: string): boolean {
  if (form.length > SHORT_FORM_CHARS_MAX || !/^\p{Script=Latin}+$/u.test(form)) return true;
  const shouted = isShouted(text);
  // Single letters with points or blanks between are one word: "s. r. o.", "S p A".
  const isSpelled = new RegExp(`(?<!\\p{L})${[...form].join("[. /]{1,2}")}(?!\\p{L})`, "iu").test(fold(text));
  return (
    isSpelled ||
    writtenAs(text, form).some(
      ({ letters, hasPoints, isLast }) =>
        hasPoints ||
        (shouted ? PLAIN_FORMS.has(form) || !/[aeiouy]/.test(form) : isCapital(letters)) ||
        (isLast && (CUSTOMARY.test(letters) || NOBODYS_FORMS.has(form))),
    )
  );
}

/** The forms that begin or end the parts of a text. */
function formsOf(text: string): string[] {
  const parts = partsOf(text);
  return parts.flatMap((words) =>
    words.length < 2 && parts.length < 2
      ? []
      : [words[0], words.at(-1)].flatMap((word) =>
          word !== undefined && SINGLE_FORMS.has(word.text) ? [word.text] : [],
        ),
  );
}

/** Whether a word of a kind is linked to what it is of: "Bank of England", "Ville de Paris"; of a surname such a word is the second ("Kim de Vries"). */
function isLinked(text: string, token: Token): boolean {
  const words = partsOf(text).flatMap((part) => part.map((word) => word.text));
  const at = words.indexOf(token.surface);
  return (
    at >= 0 &&
    token.surface.length >= FIRST_CHARS_MIN &&
    FILLER_WORDS.has(words[at + 1] ?? "") &&
    at + 2 < words.length
  );
}

/** Whether a word of a kind of body is one of bodies where it stands, and not the name of a person ("Bill Press", "Press, Bill"). */
function isOfBody(text: string, tokens: readonly Token[], token: Token): boolean {
  const { key, surface, role, dotted } = token;
  if (token.inexact) return false;
  if (!/^\p{Script=Latin}+$/u.test(surface)) return true;
  const [written] = writtenAs(text, surface);
  // A phrase, or a compound.
  if (role === "core" || written === undefined) return true;
  const shouted = isShouted(text);
  if (!shouted && isCapital(written.letters)) return true;
  if (dotted && surface.length > 2) return true;
  if (NOBODYS_KINDS.has(key) && surface.length >= WORD_CHARS_MIN && !GIVEN_NAMES.has(surface)) return true;
  if (isLinked(text, token)) return true;
  const isFirst = tokens[0] === token && !/^[^\s,]+,/.test(text.trim());
  if (surface === "uni" && isFirst) return true;
  if (isFirst) return surface.length >= FIRST_CHARS_MIN && !GIVEN_NAMES.has(surface);
  if (surface.length < FIRST_CHARS_MIN) return false;
  // "Oslo kommune", "Eesti pank"
  if (!shouted && written.letters[0] === written.letters[0]?.toLowerCase()) return true;
  return tokens.some((other) => other !== token && (isCapitalWord(text, other, shouted) || isGeneric(other)));
}

/** "DBS Bank" */
const isCapitalWord = (text: string, { surface }: Token, shouted: boolean): boolean =>
  !shouted && surface.length > 1 && writtenAs(text, surface).some(({ letters }) => isCapital(letters));

/** "National Bank", "Leeds Club": what no person is called stands beside it. */
const isGeneric = ({ role, surface, inexact }: Token): boolean =>
  !inexact &&
  (role === "place" ||
    role === "synonym" ||
    ((QUALIFIER_WORDS.has(surface) || TRADE_WORDS.has(surface)) && surface.length >= WORD_CHARS_MIN));

/**
 * Whether a name is one that bodies have, not persons: it has a legal form, or a word such as "University". For registries that
 * do not say which of the two a registrant is; rather no than yes.
 */
export function isOrganisationName(text: string): boolean {
  const { tokens, hasLegalForm, legalForm, leadingForm } = parseName(text);
  if (FAMILY_FIRM.test(text)) return true;
  const forms = formsOf(text);
  if (forms.some((form) => isWrittenAsForm(text, form))) return true;
  const named = [legalForm, leadingForm].filter((form) => form !== null);
  // A form of several words, or of a script without blanks.
  if (hasLegalForm && (named.length === 0 ? forms.length === 0 : named.some((form) => !forms.includes(form))))
    return true;
  // "Hostmaster", "Domain Admin"
  if (tokens.every(({ key }) => key === "unit:administration")) return false;
  if (tokens.length > 1 && tokens.some(({ surface }) => WORDS_OF_BODIES.has(surface))) return true;
  if (BETWEEN.test(text) || isBank(tokens) || isAtPlace(text, tokens)) return true;
  const kinds = tokens.filter((token) => kindOf(token) !== null || isCompound(token));
  if (TITLE.test(text) && tokens.length < 4)
    return kinds.some((token) => isCompound(token) || isLinked(text, token));
  return kinds.some((token) => isOfBody(text, tokens, token));
}

/** "KU Leuven", "RWTH Aachen" */
const isAtPlace = (text: string, [first, second, ...more]: readonly Token[]): boolean =>
  first !== undefined &&
  second?.role === "place" &&
  more.length === 0 &&
  first.surface.length < WORD_CHARS_MIN &&
  isCapitalWord(text, first, isShouted(text));

const isCompound = ({ role, surface, dotted }: Token): boolean =>
  role === "core" &&
  (COMPOUND.test(surface) || TRADE.test(surface) || (dotted && SHORT_COMPOUND.test(surface)));
