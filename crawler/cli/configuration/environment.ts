import { closest, distance } from "fastest-levenshtein";
import { readConfig } from "../../runtime/config.ts";
import { UsageError } from "../../runtime/errors.ts";
import { ENVIRONMENT } from "../command.ts";

/** One setting of a file or of the environment; `line` counts from 1, null: of the environment. */
export interface Setting {
  readonly line: number | null;
  readonly name: string;
  readonly value: string;
}

/** What is wrong with a setting, or missing. Values are never named: some are secrets. */
export interface EnvironmentFinding {
  readonly line: number | null;
  readonly variable: string;
  readonly message: string;
}

/** Variables without which a role refuses to start; of several lists one is enough. */
const NEEDED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  feed: [["WEBOID_CONTACT"]],
  crawl: [["WEBOID_CONTACT"]],
  dispatch: [
    ["EDGE_URL", "EDGE_TOKEN"],
    ["CLOUDFLARE_KV_NAMESPACE_ID", "CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_API_TOKEN"],
  ],
  maintain: [[]],
  archive: [["WEBOID_CONTACT"]],
  organisation: [[]],
  origin: [["ORIGIN_TOKEN"]],
  edge: [["EDGE_TOKEN"]],
};

export const CHECKED_ROLES: readonly string[] = Object.keys(NEEDED);

const KNOWN = Object.keys(ENVIRONMENT);
/** A name that differs by more is somebody else's. */
const TYPING_ERRORS_MAX = 2;

/** Reads a file in the form of systemd's EnvironmentFile; without continued lines, which no value of ours needs. */
export function parseEnvironmentFile(text: string): {
  readonly settings: readonly Setting[];
  readonly findings: readonly EnvironmentFinding[];
} {
  const settings: Setting[] = [];
  const findings: EnvironmentFinding[] = [];
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const content = raw.trim();
    if (content === "" || /^[#;]/.test(content)) continue;
    const line = at + 1;
    const [, name, value = ""] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(content) ?? [];
    if (name === undefined)
      findings.push({ line, variable: "", message: "is no setting; write NAME=value, without export" });
    else settings.push({ line, name, value: /^(["'])(.*)\1$/.exec(value)?.[2] ?? value });
  }
  return { settings, findings };
}

/** @param role null: only what is set is checked. */
export function checkEnvironment(settings: readonly Setting[], role: string | null): EnvironmentFinding[] {
  const findings = settings.flatMap((setting) => {
    const message = wrongSetting(setting);
    return message === null ? [] : [{ line: setting.line, variable: setting.name, message }];
  });
  const set = new Set(settings.filter(({ value }) => value.trim() !== "").map(({ name }) => name));
  const missing = (NEEDED[role ?? ""] ?? [[]]).map((names) => names.filter((name) => !set.has(name)));
  // What is nearest to complete is what was meant.
  const [fewest = []] = missing.toSorted((one, other) => one.length - other.length);
  return [
    ...findings,
    ...fewest.map((variable) => ({
      line: null,
      variable,
      message: `${variable} is not set, and weboid ${role} needs it`,
    })),
  ];
}

function wrongSetting({ name, value }: Setting): string | null {
  if (!KNOWN.includes(name)) {
    const near = closest(name, KNOWN);
    const isNear = distance(name, near) <= TYPING_ERRORS_MAX;
    if (!isNear && !name.startsWith("WEBOID_")) return null;
    return `${name} is no variable of Weboid${isNear ? `: is ${near} meant?` : "; docs/cli.md lists them"}`;
  }
  try {
    readConfig({ [name]: value });
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
