/**
 * What a robots.txt (RFC 9309) says to us by name. Weboid looks at single known addresses, as a reader's browser does, so
 * groups for all robots (`*`), which are written against crawling, are not meant; a group that names Weboid is.
 */
export interface RobotsRules {
  readonly rules: readonly RobotsRule[];
  /** Crawl-delay; 0: none. */
  readonly delayMs: number;
}

interface RobotsRule {
  readonly allow: boolean;
  /** Normalised; `*` and a final `$` are wild. */
  readonly pattern: string;
}

/** RFC 9309, 2.2.1: letters, `_` and `-`; compared without regard to case. */
const PRODUCT = "weboid";
export const NO_RULES: RobotsRules = { rules: [], delayMs: 0 };
/** Each check looks at each of them, and workers hand them on to each other. */
const RULES_MAX = 1_000;
const RULE_CHARS_MAX = 16_384;
const PATTERN_CHARS_MAX = 2_048;
/** More is not within reason (C4): it is what the slowest hosts get. */
const DELAY_MS_MAX = 30_000;

/** As one character, or as the bytes of a text that was read as Latin-1. */
const BYTE_ORDER_MARK = /^(?:\uFEFF|\u00EF\u00BB\u00BF)/;

/** Without a pattern: blanks on both sides of a colon are what a pattern tries in all combinations. */
function lineOf(line: string): readonly [field: string, value: string] {
  const hash = line.indexOf("#");
  const said = hash === -1 ? line : line.slice(0, hash);
  const colon = said.indexOf(":");
  return colon === -1 ? ["", ""] : [said.slice(0, colon).trim().toLowerCase(), said.slice(colon + 1).trim()];
}

/** The groups that name us, merged (2.2.1). Never throws: lines that are none are passed over. */
export function parseRobots(text: string): RobotsRules {
  const rules: RobotsRule[] = [];
  let delayMs = 0;
  let chars = 0;
  let ours = false;
  let naming = false;
  for (const line of text.replace(BYTE_ORDER_MARK, "").split(/\r\n|\r|\n/)) {
    const [field, value] = lineOf(line);
    switch (field) {
      case "user-agent":
        // The first name after rules begins another group.
        ours = (naming && ours) || namesUs(value);
        naming = true;
        continue;
      case "allow":
      case "disallow": {
        const pattern = ours ? normalised(value) : "";
        if (/^[/*]/.test(pattern) && rules.length < RULES_MAX && chars + pattern.length <= RULE_CHARS_MAX) {
          rules.push({ allow: field === "allow", pattern });
          chars += pattern.length;
        }
        naming = false;
        continue;
      }
      case "crawl-delay":
        if (ours && /^\d{1,6}(?:\.\d{1,6})?$/.test(value))
          delayMs = Math.min(DELAY_MS_MAX, Math.ceil(Number(value) * 1_000));
        naming = false;
    }
  }
  return { rules, delayMs };
}

/** `Weboid`, also as `Weboid/1.0`; not `WeboidNews`. */
const namesUs = (value: string): boolean => /^[A-Za-z_-]+/.exec(value)?.[0]?.toLowerCase() === PRODUCT;

/** The rules as a robots.txt that has nothing else, for the database; "" when there are none. */
export function printRobots({ rules, delayMs }: RobotsRules): string {
  const lines = rules.map(({ allow, pattern }) => `${allow ? "Allow" : "Disallow"}: ${pattern}`);
  if (delayMs > 0) lines.push(`Crawl-delay: ${delayMs / 1_000}`);
  return lines.length === 0 ? "" : ["User-agent: Weboid", ...lines].join("\n");
}

/** 2.2.2: the longest pattern that matches decides, of two as long the one that allows; without one all is allowed. */
export function robotsAllow({ rules }: RobotsRules, path: string): boolean {
  if (rules.length === 0 || path === "/robots.txt") return true;
  // A star or dollar of the address itself is not wild.
  const asked = normalised(path).replaceAll("*", "%2A").replaceAll("$", "%24");
  let longest = -1;
  let allowed = true;
  for (const { allow, pattern } of rules) {
    if (pattern.length < longest || (pattern.length === longest && !allow)) continue;
    if (!matches(pattern, asked)) continue;
    longest = pattern.length;
    allowed = allow;
  }
  return allowed;
}

/** Pieces between stars are looked for one after the other, each at its first place: linear in both, whatever is written. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith("$");
  const [head = "", ...pieces] = (anchored ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(head)) return false;
  let at = head.length;
  const last = anchored ? pieces.pop() : undefined;
  for (const piece of pieces) {
    const found = path.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  if (!anchored) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}

const UNRESERVED = /^[A-Za-z0-9._~-]$/;

/** 2.2.2: octets outside ASCII escaped as UTF-8, escapes of unreserved characters decoded, all others in capitals. */
function normalised(path: string): string {
  return path
    .slice(0, PATTERN_CHARS_MAX)
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(/%([0-9A-Fa-f]{2})/g, (octet, hex: string) => {
      const char = String.fromCharCode(Number.parseInt(hex, 16));
      return UNRESERVED.test(char) ? char : octet.toUpperCase();
    });
}
