import { FRONT_SAMPLES_KEY, type FrontSample, type KvPair } from "../../shared/protocol/types.ts";

/** Addresses that `up` prints when everything answers. */
export interface Announcement {
  readonly edgeUrl: string;
  readonly samples: readonly FrontSample[];
  /** The articles load the gadget by themselves. */
  readonly gadgetInArticles: boolean;
  readonly dataDir: string;
}

const encoded = (wiki: string): string => encodeURIComponent(wiki).replace("%40", "@");

const answerUrl = (edgeUrl: string, { wiki, pageid }: FrontSample): string =>
  `${edgeUrl}/externalLinkInfo?dbname=${encoded(wiki)}&pageid=${pageid}`;

const listUrl = (edgeUrl: string, { wiki }: FrontSample): string => `${edgeUrl}/list/${encoded(wiki)}`;

/** The front page has the others. */
const SHOWN = 3;

/** Lines for standard output, for people; the addresses stand alone at the ends of their lines. */
export function announce({ edgeUrl, samples, gadgetInArticles, dataDir }: Announcement): string[] {
  const [first] = samples;
  const row = (what: string, url: string) => `  ${what.padEnd(38)} ${url}`;
  return [
    "",
    "Weboid is up.",
    "",
    row("front page", `${edgeUrl}/`),
    ...(first === undefined ? [] : [row("overview and lists", listUrl(edgeUrl, first))]),
    ...samples
      .slice(0, SHOWN)
      .map((sample) => row(`links of ${shorten(sample.title)}`, answerUrl(edgeUrl, sample))),
    ...(first === undefined || !gadgetInArticles ? [] : [row("article with gadget", first.articleUrl)]),
    row("gadget", `${edgeUrl}/gadget.js`),
    "",
    `Data is kept in ${dataDir}; the next start goes on from there. Ctrl-C stops everything.`,
    "",
  ];
}

function shorten(title: string): string {
  const characters = [...title.replace(/[\p{Cc}\p{Bidi_Control}]/gu, " ")];
  return characters.length <= 28 ? characters.join("") : `${characters.slice(0, 27).join("")}…`;
}

/** What the front page offers to look at. */
export function samplesPair(samples: readonly FrontSample[]): KvPair {
  return { key: FRONT_SAMPLES_KEY, value: JSON.stringify(samples) };
}
