import { type Day, isoOfDay } from "../calendar/day.ts";
import type { Conventions } from "./conventions/schema.ts";

/** A calendar date. */
export interface CalendarDate {
  readonly year: number;
  /** 1…12 */
  readonly month: number;
  readonly day: number;
}

type DateNames = Conventions["dates"];

const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function dateOfDay(day: Day): CalendarDate {
  const [year = 0, month = 0, date = 0] = isoOfDay(day).split("-").map(Number);
  return { year, month, day: date };
}

/** The date of `YYYYMMDD…`; null: it has none. */
export function dateOfTimestamp(timestamp: string): CalendarDate | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(timestamp) ?? [];
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const days = DAYS_OF_MONTH[date.month - 1];
  return days === undefined || date.day < 1 || date.day > days || date.year < 1990 ? null : date;
}

const TOKEN = /YYYY|MMMM|MMM|MM|DD|D/g;
const two = (value: number) => String(value).padStart(2, "0");

/** @param pattern such as `D MMMM YYYY` */
export function writeDate({ year, month, day }: CalendarDate, pattern: string, names: DateNames): string {
  const written: Record<string, string> = {
    YYYY: String(year),
    MMMM: names.months[month - 1] ?? two(month),
    MMM: names.shortMonths?.[month - 1] ?? two(month),
    MM: two(month),
    DD: two(day),
    D: day === 1 && names.first !== undefined && pattern.includes("MMM") ? names.first : String(day),
  };
  return pattern.replace(TOKEN, (token) => written[token] ?? token);
}

export const writeMonth = ({ year, month }: CalendarDate, names: DateNames): string =>
  `${names.months[month - 1] ?? two(month)} ${year}`;

export const isoDate = ({ year, month, day }: CalendarDate): string => `${year}-${two(month)}-${two(day)}`;

export const writeYearMonth = ({ year, month }: CalendarDate): string => `${year}-${two(month)}`;

/** Finds out in which of a wiki's forms a date is written. Made once for a page. */
export class DateForms {
  private readonly forms: readonly { readonly pattern: string; readonly test: RegExp }[];

  constructor(names: DateNames) {
    const patterns = new Set([names.default, ...(names.others ?? [])]);
    this.forms = [...patterns].map((pattern) => ({ pattern, test: recogniser(pattern, names) }));
  }

  /** The pattern by which a date is written; null: it is written in another way, or none. */
  formOf(text: string): string | null {
    return text.length > 60 ? null : (this.forms.find(({ test }) => test.test(text))?.pattern ?? null);
  }
}

const quoted = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

function recogniser(pattern: string, names: DateNames): RegExp {
  const anyOf = (words: readonly string[]) => `(?:${words.map(quoted).join("|")})`;
  const parts: Record<string, string> = {
    YYYY: "\\d{4}",
    MMMM: anyOf(names.months),
    MMM: anyOf(names.shortMonths ?? names.months),
    MM: "\\d{2}",
    DD: "\\d{2}",
    D: names.first === undefined ? "\\d{1,2}" : `(?:\\d{1,2}|${quoted(names.first)})`,
  };
  // The names of months have letters that are tokens, too: each part is put in once.
  const source = pattern
    .split(/(YYYY|MMMM|MMM|MM|DD|D)/)
    .map((part) => parts[part] ?? quoted(part))
    .join("");
  return new RegExp(`^${source}$`, "iu");
}
