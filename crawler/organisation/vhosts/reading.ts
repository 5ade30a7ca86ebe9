import { type Configuration, LIMITS, type Unread, type VirtualHost } from "./types.ts";

/** A configuration that is being read, whichever server's. */
export interface Reading extends Configuration {
  readonly hosts: VirtualHost[];
  readonly unread: Unread[];
  filesRead: number;
}

export const begunReading = (configuration: Configuration): Reading => ({
  ...configuration,
  hosts: [],
  unread: [],
  filesRead: 0,
});

export function note(reading: Reading, unread: Unread): void {
  if (reading.unread.length < LIMITS.unreadMax)
    reading.unread.push({ ...unread, text: unread.text.slice(0, 200) });
}

/** The text of a file to which these files lead; empty where it cannot be read, which is noted. */
export function textOf(reading: Reading, path: string, trail: readonly string[]): string {
  const text = reading.files.get(path);
  const isRound =
    trail.includes(path) ||
    trail.length >= LIMITS.includeDepthMax ||
    ++reading.filesRead > LIMITS.filesReadMax;
  const why = whyUnread(text, { isRound, isListed: reading.files.has(path) });
  if (why !== null) note(reading, { source: path, text: "", why });
  return why === null ? (text ?? "").slice(0, LIMITS.fileCharsMax) : "";
}

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;

function whyUnread(
  text: string | null | undefined,
  { isRound, isListed }: { readonly isRound: boolean; readonly isListed: boolean },
): string | null {
  if (text === undefined) return isListed ? "a link that leads nowhere" : "the file is missing";
  if (text === null)
    return `larger than ${megabytes(LIMITS.fileCharsMax)}, or all files together than ${megabytes(LIMITS.allBytesMax)}`;
  return isRound ? "includes go round or too deep" : null;
}
