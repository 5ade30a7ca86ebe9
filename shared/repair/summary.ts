import type { Plan } from "./plan.ts";

type Counted = "archive" | "completed" | "tag" | "move";

interface Words {
  readonly start: string;
  readonly nothing: string;
  /** For one, and for more with `$1`. */
  readonly counts: Readonly<Record<Counted, readonly [one: string, more: string]>>;
}

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    start: "Dead links: ",
    nothing: "Dead links: nothing to repair",
    counts: {
      archive: ["added 1 archived copy", "added $1 archived copies"],
      completed: ["completed 1 archived copy", "completed $1 archived copies"],
      tag: ["marked 1 as dead", "marked $1 as dead"],
      move: ["updated 1 address", "updated $1 addresses"],
    },
  },
  de: {
    start: "Defekte Weblinks: ",
    nothing: "Defekte Weblinks: nichts zu reparieren",
    counts: {
      archive: ["1 Archivversion ergänzt", "$1 Archivversionen ergänzt"],
      completed: [
        "Angaben zu 1 Archivversion vervollständigt",
        "Angaben zu $1 Archivversionen vervollständigt",
      ],
      tag: ["1 als defekt markiert", "$1 als defekt markiert"],
      move: ["1 Adresse aktualisiert", "$1 Adressen aktualisiert"],
    },
  },
  fr: {
    start: "Liens morts : ",
    nothing: "Liens morts : rien à réparer",
    counts: {
      archive: ["1 archive ajoutée", "$1 archives ajoutées"],
      completed: ["1 archive complétée", "$1 archives complétées"],
      tag: ["1 lien signalé comme brisé", "$1 liens signalés comme brisés"],
      move: ["1 adresse mise à jour", "$1 adresses mises à jour"],
    },
  },
};

const countedAs = ({ kind, reason }: Plan): Plan["kind"] | Counted =>
  reason.code === "completed" ? "completed" : kind;

/** A line for the edit summary. @param language of the wiki; English where there are no words in it */
export function summaryOf(plans: readonly Plan[], language: string): string {
  const words = WORDS[language.split("-")[0] ?? ""] ?? WORDS.en;
  if (words === undefined) return "";
  const parts = Object.entries(words.counts).flatMap(([kind, [one, more]]) => {
    const count = plans.filter((plan) => countedAs(plan) === kind).length;
    return count === 0 ? [] : [count === 1 ? one : more.replace("$1", String(count))];
  });
  return parts.length === 0 ? words.nothing : words.start + parts.join(", ");
}
