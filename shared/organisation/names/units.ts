import type { OrganisationName, Token } from "./name.ts";
import { INSTITUTION_KINDS } from "./words.ts";

/** "Hauptamt", "Informatikdienste": compounds that name a part, of which no list has all. */
const UNIT_ENDING =
  /(?:sammlung|sternwarte|observator(?:y|ium|io)|observatoire|osservatorio)$|.{3}(?:amt|dienste?|zentrum|stelle|abteilung|institut|seminar|bibliothek|archiv|verwaltung|referat|dezernat|behorde|departement|direktion|kanzlei|sekretariat|rektorat)$/;

export const isUnit = ({ role, key, surface }: Token): boolean =>
  role === "unit" ||
  key === "kind:library" ||
  key === "synonym:laboratory" ||
  (role === "core" && UNIT_ENDING.test(surface));

const isOthers = ({ role }: Token): boolean => role === "other-body";

/** The name without parts that name a unit: "Institut für Physik, Universität Ulm", "Institut für Physik der Universität Ulm". */
export function wholeOf(name: OrganisationName): OrganisationName {
  // "Universität Seeberg Institut GmbH" is a body of its own, as is the "Students' Centre of …".
  if (name.hasLegalForm || !name.tokens.some(isUnit) || name.tokens.some(isOthers)) return name;
  const parts = name.parts
    .map((tokens, _, { length }) => (length > 1 && isUnitsName(tokens) ? [] : withoutUnit(tokens)))
    .filter((tokens) => tokens.length > 0);
  const tokens = parts.flat();
  return tokens.length === 0
    ? name
    : { ...name, parts, tokens, joined: tokens.map(({ surface }) => surface).join("") };
}

/** "Institut für Physik", "Tax Department". */
const isUnitsName = (tokens: readonly Token[]): boolean =>
  [tokens[0], tokens.at(-1)].some((token) => token !== undefined && isUnit(token)) &&
  !tokens.some(isWholesKind);

/** "Institut für Physik der Universität Ulm", "Hochschule Ulm Fakultät Informatik": what is the institution's name of it. */
function withoutUnit(tokens: readonly Token[]): readonly Token[] {
  const unit = tokens.findIndex(isUnit);
  if (unit < 0) return tokens;
  const from = tokens.findIndex(isWholesKind);
  if (unit === 0) return from < 0 ? [] : tokens.slice(from);
  return from >= 0 && from < unit ? tokens.slice(0, unit) : tokens;
}

/** Parts that nobody has alone: "Rechenzentrum", "Fakultät für Physik". */
const INSIDE: ReadonlySet<string> = new Set(
  ["computing-centre", "administration", "communication", "faculty", "department", "chair"].map(
    (unit) => `unit:${unit}`,
  ),
);

export const isInside = ({ tokens, hasLegalForm }: OrganisationName): boolean =>
  !hasLegalForm &&
  INSIDE.has(tokens[0]?.key ?? "") &&
  !tokens.some(({ role }) => role === "kind" || role === "other-body");

export const isInstitution = ({ tokens }: OrganisationName): boolean => tokens.some(isWholesKind);

const isWholesKind = ({ role, key }: Token): boolean =>
  role === "kind" && INSTITUTION_KINDS.has(key.slice("kind:".length));
