import de from "./de.json";
import en from "./en.json";
import fr from "./fr.json";
import { Conventions } from "./schema.ts";

const KNOWN: readonly Conventions[] = [en, de, fr].map((one) => Conventions.parse(one));

/**
 * The conventions of a wiki: those with its whole name, then those of its database name on any farm; null: they are not known.
 *
 * @param dbname `dewiki` or `dewiki@WMF`
 * @param more go before those that are built in
 */
export function conventionsOf(dbname: string, more: readonly Conventions[] = []): Conventions | null {
  const all = [...more, ...KNOWN];
  const [name = ""] = dbname.split("@");
  return all.find(({ wiki }) => wiki === dbname) ?? all.find(({ wiki }) => wiki === name) ?? null;
}
