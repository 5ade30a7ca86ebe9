import type { Role } from "./lexicon.ts";

interface Word {
  readonly role: Role;
  readonly key: string;
  readonly surface: string;
}

/** Endings of compounds that say what kind of body it is, as keys of kinds and units. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/.{3}(?:institutt?(?:et|e)?|instituut|instituttet)$/, "unit:institute"],
  [/.{3}(?:muse(?:um|et|o)|muzeum)$/, "kind:museum"],
  [/.{3}(?:bibliothek|bibliotheek|bibliotek(?:et)?)$/, "kind:library"],
  [/.{3}(?:archiv|archief|arkiv(?:et)?)$/, "unit:unit-archive"],
  [/.{3}universit(?:at|eit|etet|et)$/, "kind:university"],
  [/.{3}(?:gesellschaft|sallskapet|selskapet|selskabet)$/, "kind:society"],
  [/.{3}(?:verein|verband|vereniging|forening(?:en)?|forbundet)$/, "kind:association"],
  [/.{3}(?:ministerium|ministeriet|ministerie)$/, "kind:ministry"],
  [/.{3}(?:akademie|akademi(?:et|en)?)$/, "kind:academy"],
  [/.{3}theat(?:er|re)$/, "kind:theatre"],
  [/.{3}(?:stiftung|stiftelse[nt]?|stichting)$/, "kind:foundation"],
  [/.{3}verlag$/, "kind:publisher"],
  [/.{3}(?:agentur|agentschap)$/, "kind:agency"],
  [/.{3}(?:zentrum|centrum|sentret|senter)$/, "unit:seminar"],
];

/** Kinds that languages draw apart in other ways. */
const BROADER: Readonly<Record<string, string>> = {
  "kind:federal-ministry": "kind:ministry",
  "kind:town": "kind:city",
  "kind:gallery": "kind:museum",
};

/** What kind of body a word names, by itself or as the end of a compound: "Havsinstitutet"; null: none. */
export function kindOf({ role, key, surface }: Word): string | null {
  const broader = BROADER[key];
  if (broader !== undefined) return broader;
  if (role === "kind" || role === "unit") return key;
  return role === "core" ? (ENDINGS.find(([ending]) => ending.test(surface))?.[1] ?? null) : null;
}
