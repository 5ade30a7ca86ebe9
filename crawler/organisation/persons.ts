import { isNamedLike, labelOf } from "../../shared/organisation/holder.ts";
import { isFirstName, isOrganisationName } from "../../shared/organisation/names/body.ts";
import { fold } from "../../shared/organisation/names/fold.ts";
import { domainOf } from "../../shared/organisation/providers.ts";
import { TRADING_AS } from "../../shared/organisation/registrant.ts";
import type { Registrant } from "../../shared/organisation/types.ts";
import { LIMITS } from "./limits.ts";

/** Before who takes letters: "c/o", "Attn", "z. Hd.". */
export const CARE_OF = /(?<!\p{L})(?:c ?\/ ?o|attn|att|attention|z\. ?h(?:d|dn)|zhd|zu händen)(?!\p{L})/iu;

/** Between the parts of a name or remark; "Co., Ltd." is one, and so is "A/S". */
const BETWEEN_PARTS = /[;:|\n]|,(?!\s*(?:ltd|inc|llc)\b)|\s[-–/]\s|(?<=\p{L}{3})\/(?=\p{L}{3})/iu;
const TELEPHONE = /\d(?:[ ()./-]{0,3}\d){6}/;

const isReachable = (part: string): boolean => part.includes("@") || TELEPHONE.test(part);

const TITLE =
  /^(?:prof(?:essor)?\b|dr\.?\s|(?:dipl|ing|mag|dott|dottssa)\.|dipl-|herrn?\s|frau\s|mrs?\b\.?\s|mme\s)/iu;

/** A name without who takes its letters or stands beside it or behind it, and without addresses and telephone numbers. */
export function withoutPersons(name = ""): string {
  const [before = ""] = tradedAs(name.slice(0, LIMITS.textCharsMax)).split(CARE_OF);
  const open = before.replace(/\(([^)]*)\)?/g, (all, inside: string) => (isLikePerson(inside) ? " " : all));
  const parts = open.split(BETWEEN_PARTS).map((part) => part.trim());
  const kept = parts
    .map(upToPerson)
    .filter((part) => !isReachable(part) && !(parts.length > 1 && isLikePerson(part)));
  const text = kept.join() === parts.join() ? open : kept.join(", ");
  return text.trim().replace(/[,;(]+$/, "");
}

/** Who trades under another name is a person, if no body: of "Erika Muster t/a Northmoor Shop" the shop. */
function tradedAs(name: string): string {
  const [who = "", ...names] = name.split(TRADING_AS);
  return names.length === 0 || isOrganisationName(who) ? name : names.join(" ");
}

/** What begins a word behind another. */
const NEXT_WORD = /(?<=\s)[\p{L}\p{M}]+/gu;

/** A name up to a title, or to a first name behind that of a body; whole where a body is called so: "Klinik Dr. Muster GmbH". */
function upToPerson(part: string): string {
  for (const { 0: word, index } of part.matchAll(NEXT_WORD)) {
    const [before, behind] = [part.slice(0, index).trim(), part.slice(index)];
    const isGiven =
      isFirstName(word) &&
      /^\S+\s+\p{L}/u.test(behind) &&
      !/(?:^|\s)S(?:an(?:kt|ta?)?|aint|t?\.)$/.test(before);
    const isPerson = TITLE.test(behind) || (isGiven && isOrganisationName(before));
    if (isPerson && before.includes(" ") && !isOrganisationName(behind)) return before;
  }
  return part;
}

/** A title, or two to four words with a first name or an initial among them, that name no body. */
function isLikePerson(part: string): boolean {
  const words = part
    .trim()
    .split(/[\s.]+/)
    .filter(Boolean);
  const isNamed = words.some((word) => isFirstName(word) || /^\p{Lu}$/u.test(word));
  return (
    !isOrganisationName(part) &&
    (TITLE.test(part.trim()) || (isNamed && words.length >= 2 && words.length <= 4))
  );
}

/** The bodies that remarks on a network name; beside them, and in other remarks, stand persons and their addresses. */
export const namesOfBodies = (remarks: readonly string[]): string[] =>
  remarks
    .flatMap((remark) => remark.slice(0, LIMITS.lineCharsMax).split(BETWEEN_PARTS))
    .map((part) => withoutPersons(part))
    .filter((part) => isOrganisationName(part));

/** In names of networks, beside whose it is. */
const OF_NETWORKS =
  /^(?:net|network|netz|lan|wan|blk|block|ip|ipv4|ipv6|pool|range|customers?|assigned|pi|pa)$/i;

const wordsOf = (text: string): string[] => fold(text).match(/\p{L}+/gu) ?? [];

/**
 * Whether a network's own name may be that of a person: `ERIKA-MUSTER`. It is not if it is a body's, or beside a holder one of the
 * holder's own words or the domain of its e-mail addresses.
 */
export function mayBePersons(
  name: string,
  { organisation, emailDomains }: Pick<Registrant, "organisation" | "emailDomains">,
): boolean {
  const words = name.split(/[^\p{L}\p{M}]+/u).filter((word) => word !== "" && !OF_NETWORKS.test(word));
  if (isOrganisationName(name) || isOrganisationName(words.join(" "))) return false;
  if (organisation === null) return true;
  const holders = wordsOf(organisation);
  return !(
    words.every((word) => holders.includes(fold(word))) ||
    emailDomains.some((domain) => isNamedLike(name, labelOf(domainOf(domain))))
  );
}
