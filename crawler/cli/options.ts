import { stat } from "node:fs/promises";
import { InvalidArgumentError } from "commander";
import { codeOf, messageOf } from "../../db/errors.ts";
import { UsageError, WorkError } from "../runtime/errors.ts";

/** A parser of whole numbers within bounds, for commander. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max))
      throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
    return value;
  };
}

/** The argument of commands that read lines: nothing else than `-`. @param what the lines have */
export const parseDash =
  (what: string) =>
  (text: string): string => {
    if (text !== "-") throw new InvalidArgumentError(`Give - and the ${what} on standard input.`);
    return text;
  };

/** Gathers the values of an option that may be given several times. */
export function each<T>(parse: (text: string) => T): (text: string, before: readonly T[] | undefined) => T[] {
  return (text, before) => [...(before ?? []), parse(text)];
}

export function listeningAddress(text: string): string {
  if (text.trim() === "")
    throw new InvalidArgumentError("Give an address of this machine, such as 127.0.0.1 or ::1.");
  return text;
}

/** `none` is stored as an empty text. */
export const orNone =
  (parse: (text: string) => string) =>
  (text: string): string =>
    text === "none" ? "" : parse(text);

/** `dewiki@WMF`; the farm defaults to WMF. */
export interface WikiName {
  readonly dbname: string;
  readonly farm: string;
  /** With the farm, whether it was given or not. */
  readonly full: string;
}

export const DEFAULT_FARM = "WMF";
export const WIKI_ARGUMENT = "the wiki as dbname@farm, such as dewiki@WMF; farm WMF may be left out";

export function wikiName(text: string): WikiName {
  const match = /^([A-Za-z0-9_-]{1,64})(?:@([A-Za-z0-9_-]{1,32}))?$/.exec(text);
  if (match?.[1] === undefined)
    throw new InvalidArgumentError("Give a wiki as dbname@farm, such as dewiki@WMF or testwiki@local.");
  const farm = match[2] ?? DEFAULT_FARM;
  return { dbname: match[1], farm, full: `${match[1]}@${farm}` };
}

export function farmName(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(text))
    throw new InvalidArgumentError("Give a name of 1 to 32 letters, digits, - and _.");
  return text;
}

export function httpUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.hash !== "")
    throw new InvalidArgumentError(
      "Give an http or https address, such as https://de.wikipedia.org/w/api.php.",
    );
  return url.href;
}

/** Whether it is a regular expression, as a farm's own host names need one (U5). */
export function isPattern(text: string): boolean {
  try {
    new RegExp(text, "i");
    return true;
  } catch {
    return false;
  }
}

/** The text of a file that the operator named. `hint`: where to get one. */
export async function readTextFile(path: string, bytesMax: number, hint: string): Promise<string> {
  const unreadable = (error: unknown) =>
    new WorkError(
      `${path} cannot be read (${codeOf(error) || messageOf(error)}): give one that you may read`,
    );
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw unreadable(error);
  });
  if (found === null) throw new WorkError(`there is no file ${path}; ${hint}`);
  if (found.isDirectory()) throw new WorkError(`${path} is a folder; give the file in it`);
  if (found.isFIFO())
    throw new WorkError(`${path} is a pipe; save what comes from it as a file, and give that`);
  if (!found.isFile()) throw new WorkError(`${path} is no file but a device; ${hint}`);
  const file = Bun.file(path);
  if (file.size > bytesMax) throw new WorkError(`${path} is larger than ${bytesMax} bytes`);
  return file.text().catch((error: unknown) => {
    throw unreadable(error);
  });
}

/** What is wrong with a file that an option names is wrong with the call. */
export function asUsage(error: unknown): never {
  throw error instanceof WorkError ? new UsageError(error.message) : error;
}
