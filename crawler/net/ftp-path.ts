/** What is asked of an FTP server for a URL's path (RFC 1738, section 3.2). */
export interface FtpPath {
  /** Names to try in this order, a character for each byte; none: the login directory itself. */
  readonly names: readonly string[];
  /** The URL says that it is a directory: a final slash, or `;type=d`. */
  readonly directory: boolean;
}

/** With one of these a name would end its command and begin another. */
const ENDS_COMMAND = /[\0\r\n]/;
const TYPE = /;type=([aid])$/i;

/**
 * Relative to the login directory, as RFC 1738 has it; `/%2Fetc` is absolute. Many links were made where both are the
 * same, and browsers did not agree, so that a relative name is tried from the root too.
 * null: no FTP command can name it.
 *
 * @param path of a normalised URL, with its query: FTP has none, `?` is a character of the name
 */
export function ftpPath(path: string): FtpPath | null {
  const type = TYPE.exec(path)?.[1]?.toLowerCase();
  const name = unescaped(path.slice(1).replace(TYPE, ""));
  if (ENDS_COMMAND.test(name)) return null;
  const directory = type === "d" || name === "" || name.endsWith("/");
  const bare = name.length > 1 ? name.replace(/(?<=.)\/$/, "") : name;
  if (bare === "") return { names: [], directory };
  return { names: bare.startsWith("/") ? [bare] : [bare, `/${bare}`], directory };
}

const unescaped = (text: string): string =>
  text.replace(/%([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
