import { SAMPLE_SUFFIX } from "../../shared/url/sample.ts";

/** An article of the sample wiki; people, places and events are invented. */
export interface SampleArticle {
  readonly pageid: number;
  readonly title: string;
  /** Paragraphs; `{1}` stands for the first of `sources`. */
  readonly text: readonly string[];
  readonly sources: readonly SampleSource[];
  /** Default: English. */
  readonly lang?: "ar";
}

/** Domains that their owners gave up end so: no name server and no browser finds them (`zz` is no top-level domain). */
export const GIVEN_UP = ".zz";

interface SampleSource {
  readonly label: string;
  readonly url: string;
}

/** `http` and `https` ports of the sample web: they stand in the articles' links. */
export interface SamplePorts {
  readonly http: number;
  readonly https: number;
}

/** A source on the sample web (first label of its host, or a domain that was given up; path, label, scheme), or another address. */
type Source = readonly [host: string, path: string, label: string, scheme?: "https"] | SampleSource;

type Article = Omit<SampleArticle, "sources"> & { readonly sources: readonly Source[] };

/** The articles with the links of a sample web on these ports. */
export function sampleArticles(ports: SamplePorts): readonly SampleArticle[] {
  const sourceOf = (source: Source): SampleSource => {
    if ("url" in source) return source;
    const [host, path, label, scheme = "http"] = source;
    const name = host.endsWith(GIVEN_UP) ? host : `${host}.${SAMPLE_SUFFIX}`;
    return { label, url: `${scheme}://${name}:${ports[scheme]}${path}` };
  };
  return ARTICLES.map((article) => ({ ...article, sources: article.sources.map(sourceOf) }));
}

/** Stories of the Osmere Chronicle: so many links of one site that its relaunch is recognised (shared/relaunch). */
const STORIES = [
  "The ropewalk burns",
  "A whale at Osmere",
  "The baker's comet",
  "Tern Island without light",
  "The vicar and the bees",
  "First train to Osmere Top",
  "A bell that would not ring",
  "The marsh on the map",
  "Orchids for a wedding",
  "The ferry goes twice",
  "Kites over the town hall",
  "A lantern from the sea",
  "The longest night",
  "Copper for the county",
  "The inspector returns",
  "Sheep on the line",
  "A new quay",
  "The hotel is sold",
  "Tides in the library",
  "The last ropemaker",
  "Salt on the windows",
  "A vote by wind",
  "The keeper retires",
  "Snow on the beach",
];
const slugOf = (title: string): string => title.toLowerCase().replaceAll("'", "").replaceAll(" ", "-");

const ARTICLES: readonly Article[] = [
  {
    pageid: 1,
    title: "Main Page",
    text: [
      "Welcome to the sample wiki. Its articles are invented, and so are the web sites they refer to: some are well, some moved, some are gone, and one cannot make up its mind. Weboid has watched them for a year.",
      "The town of Harrowmere keeps its own pages {1}, and the county archive is worth the wait {2}.",
    ],
    sources: [
      ["harrowmere-council", "/", "Harrowmere Town Council"],
      ["slow-archive", "/welcome", "Osmere county archive"],
    ],
  },
  {
    pageid: 2,
    title: "Lantern Museum of Harrowmere",
    text: [
      "The Lantern Museum of Harrowmere shows some nine hundred lanterns in a former ropewalk by the harbour {1}. The oldest, of horn and tin, came up in a fishing net {2}.",
      "Its first catalogue listed every piece with its owner {3}. The collectors' association that paid for it has since dissolved {4}, and the town's old pages about the building are gone {5}, as is the diary of its last ropemaker {7}.",
      "Every winter the lanterns are carried through the town on the longest night {6}.",
    ],
    sources: [
      ["lantern-museum", "/visit", "Visiting the museum"],
      ["lantern-museum", "/pieces/horn-lantern", "The horn lantern"],
      ["museum-catalogue", "/catalogue-1.pdf", "Catalogue, first part (PDF)"],
      ["lamp-collectors", "/association/report.htm", "Report of the collectors' association"],
      ["old-harrowmere", "/buildings/ropewalk.html", "The ropewalk"],
      ["harrowmere-council", "/events/longest-night", "The longest night"],
      ["ropewalk-diary", "/1887", "Diary of the ropewalk"],
    ],
  },
  {
    pageid: 3,
    title: "Copper Railway",
    text: [
      "The Copper Railway climbs from Harrowmere to the closed mines at Osmere Top, with a gauge of two feet {1}. Its timetable is the shortest in the county {2}.",
      "The line carried ore until the last mine flooded {3}; the report of the inspector is kept in the archive {4}. Tickets for the ferry that meets the train were sold on the web for a while {5}. The miners' families wrote down what they remembered {6}.",
    ],
    sources: [
      ["copper-railway", "/history", "History of the line"],
      ["railway-timetable", "/summer", "Timetable"],
      ["osmere-chronicle", "/archive/mine-flooded.html", "Osmere Chronicle: mine flooded"],
      ["slow-archive", "/inspector/report-17", "Inspector's report"],
      ["ferry-tickets", "/book", "Ferry tickets"],
      ["osmere-miners", "/families", "Miners of Osmere"],
    ],
  },
  {
    pageid: 4,
    title: "Quillan's comet",
    text: [
      "Quillan's comet is a faint comet with a period of some eleven years, found by the baker Hester Quillan from the roof of her shop {1}. Her measurements were published as a table {2}.",
      "Amateurs report every sighting {3}. A society of that name gave up its domain after the last return {4}.",
    ],
    sources: [
      ["quillan-observatory", "/hester", "Hester Quillan's roof"],
      ["quillan-observatory", "/data/measurements.zip", "Measurements (ZIP)"],
      ["comet-watch", "/quillan", "Comet Watch"],
      ["comet-society.zz", "/quillan.html", "Comet Society"],
    ],
  },
  {
    pageid: 5,
    title: "Saltmarsh orchid",
    text: [
      "The saltmarsh orchid flowers for nine days in June, on ground that the tide reaches twice a year {1}. The reserve at Osmere holds about half of all plants {2}.",
      "A distribution map is kept by volunteers {3}. Early drawings were printed in the county gazette {4}; a modern key calls it a variety {5}.",
    ],
    sources: [
      ["orchid-society", "/species/saltmarsh", "Saltmarsh Orchid Society"],
      ["saltmarsh-reserve", "/plants", "The reserve's plants"],
      ["orchid-atlas", "/map?species=salt%20marsh", "Orchid atlas"],
      ["county-gazette", "/1911/orchid", "County gazette"],
      { url: "http://orchids/key.htm", label: "A key to the orchids" },
    ],
  },
  {
    pageid: 6,
    title: "Tern Island Light",
    text: [
      "Tern Island Light is a lighthouse of dressed granite on the outermost of the Tern Islands {1}. It is entered in the register under number 417 {2}.",
      "The names of its keepers were collected by a descendant of one of them {3}. The station still reports the weather {4}, and the trust that owns it lets the oil store to bird watchers {5}.",
    ],
    sources: [
      ["tern-island-trust", "/light", "The light"],
      ["lighthouse-register", "/entries/417", "Register of lighthouses, 417"],
      ["tern-keepers", "/names.html", "Keepers of Tern Island"],
      ["tern-weather", "/today", "Weather on Tern Island", "https"],
      ["tern-island-trust", "/oil-store", "The oil store"],
    ],
  },
  {
    pageid: 7,
    title: "Ada Thornbury",
    text: [
      "Ada Thornbury drew the first map of Osmere county on which the marsh is not shown as sea {1}. Her letters to the surveyor are printed in full {2}.",
      "A German traveller praised the map and got lost with it {3}. The town guide that reproduced it moved and left no address {4}.",
    ],
    sources: [
      ["thornbury-maps", "/osmere", "The maps of Ada Thornbury"],
      ["thornbury-letters", "/letters.pdf", "Letters (PDF)"],
      ["müller", "/Reise?ort=Osmere", "Müller's travels"],
      ["harrowmere-guide", "/map", "Guide to Harrowmere"],
    ],
  },
  {
    pageid: 8,
    title: "Bellfounding in Osmere",
    text: [
      "Bells were cast in Osmere wherever they were wanted, in a pit beside the church {1}. An index of all bells was begun and leads in a circle {2}.",
      "Bells that were replaced are sold at auction {3}; the moulds are kept by the guild {4}.",
    ],
    sources: [
      ["osmere-bells", "/pits", "Casting pits"],
      ["bell-index", "/a", "Index of bells"],
      ["bell-auctions", "/next", "Bell auctions"],
      ["osmere-bells", "/moulds", "The moulds"],
    ],
  },
  {
    pageid: 9,
    title: "Kite Parliament",
    text: [
      "The Kite Parliament meets on the beach of Harrowmere in every year without a general election {1}. A bill is passed when its kite stays up for an hour {2}.",
      "Its newspaper appeared until lately {3}. Proceedings can be ordered by post {4}.",
    ],
    sources: [
      ["kite-festival", "/", "The Kite Parliament"],
      ["kite-festival", "/rules", "Standing orders"],
      ["kite-news", "/latest", "Kite News"],
      { url: "mailto:clerk@kite-parliament.zz", label: "The clerk" },
    ],
  },
  {
    pageid: 10,
    title: "Osmere Chronicle",
    text: [
      "The Osmere Chronicle is the weekly newspaper of Osmere county. It reported when the last mine flooded {1}, on the great tide {2} and on the founding of the Kite Parliament {3}; its obituary of Hester Quillan is the longest that it ever printed {4}.",
      "The paper has renewed its pages on the web. The old addresses led to the new ones for some months and are gone since; a letter from Tern Island {5} and the series on lanterns {6} are still cited by the old ones. Its competitor, the Harrowmere Times, turns robots away {7}.",
    ],
    sources: [
      ["osmere-chronicle", "/archive/mine-flooded.html", "Mine flooded"],
      ["osmere-chronicle", "/archive/the-great-tide.html", "The great tide"],
      ["osmere-chronicle", "/archive/kite-parliament-founded.html", "Kite Parliament founded"],
      ["osmere-chronicle", "/archive/hester-quillan.html", "Hester Quillan, baker and astronomer"],
      ["osmere-chronicle", "/archive/letter-from-tern-island.html", "Letter from Tern Island"],
      ["osmere-chronicle", "/archive/lanterns.html", "Lanterns"],
      ["harrowmere-times", "/about", "The Harrowmere Times"],
    ],
  },
  {
    pageid: 11,
    title: "Harrowmere harbour",
    text: [
      "The harbour of Harrowmere dries out twice a day {1}. Its office published the tides until it was closed {2}; since then they have hung in the county library {3}.",
      "The Grand Hotel on the quay was sold, and its domain is for sale {4}. Depths are measured by a buoy that answers on a port of its own {5}.",
    ],
    sources: [
      ["harrowmere-council", "/harbour", "The harbour"],
      ["harbour-office", "/tides", "Tides"],
      ["county-library", "/tides", "County library: tides"],
      ["grand-hotel", "/", "Grand Hotel"],
      { url: `http://harbour-buoy.${SAMPLE_SUFFIX}:6379/depth`, label: "The buoy" },
    ],
  },
  {
    pageid: 12,
    title: "منارة جزيرة الخرشنة",
    lang: "ar",
    text: [
      "منارة جزيرة الخرشنة منارة من الغرانيت على أبعد جزر الخرشنة {1}. رقمها في السجل 417 {2}.",
      "جمع أحد الأحفاد أسماء حراسها {3}، ولا تزال محطتها تعلن أحوال الطقس {4}.",
    ],
    sources: [
      ["tern-island-trust", "/light", "المنارة"],
      ["lighthouse-register", "/entries/417", "سجل المنارات، 417"],
      ["tern-keepers", "/names.html", "حراس جزيرة الخرشنة"],
      ["tern-weather", "/today", "الطقس في جزيرة الخرشنة", "https"],
    ],
  },
  {
    pageid: 13,
    title: "Stories of the Osmere Chronicle",
    text: [
      "Much of what is known of the county stands in the Osmere Chronicle and nowhere else. When the paper renewed its pages, all of these stories came to new addresses at once:",
      STORIES.map((title, at) => `${title} {${at + 1}}`).join("; "),
      `Only what the paper says of itself stayed where it was: its history {${STORIES.length + 1}} and its editors {${STORIES.length + 2}}.`,
    ],
    sources: [
      ...STORIES.map((title) => ["osmere-chronicle", `/archive/${slugOf(title)}.html`, title] as const),
      ["osmere-chronicle", "/about/history.html", "History of the paper"],
      ["osmere-chronicle", "/about/editors.html", "Its editors"],
    ],
  },
];
