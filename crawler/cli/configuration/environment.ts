import { closest, distance } from "fastest-levenshtein";
import { edgeSettings } from "../../edge-host/run.ts";
import { originToken } from "../../origin/run.ts";
import { type Config, readConfig, requireContact } from "../../runtime/config.ts";
import { requirePrimary } from "../../runtime/database.ts";
import { UsageError } from "../../runtime/errors.ts";
import { archiveSettings } from "../archive/command.ts";
import { ENVIRONMENT } from "../command.ts";
import { feedSettings } from "../commands/feed.ts";
import { dispatchSettings } from "../open-store.ts";

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

/** What each role does with its settings before it begins: the same functions, so that both refuse the same. */
const SETTINGS: Readonly<Record<string, readonly ((config: Config) => unknown)[]>> = {
  feed: [feedSettings],
  crawl: [requireContact],
  dispatch: [dispatchSettings, requirePrimary],
  maintain: [requirePrimary],
  archive: [archiveSettings],
  organisation: [],
  origin: [originToken, requirePrimary],
  edge: [edgeSettings],
};

export const CHECKED_ROLES: readonly string[] = Object.keys(SETTINGS);

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
  const wrong = new Set(findings.map(({ variable }) => variable));
  const right = settings.filter(({ name }) => !wrong.has(name));
  const config = readConfig(Object.fromEntries(right.map(({ name, value }) => [name, value])));
  const refused = (SETTINGS[role ?? ""] ?? []).flatMap((use) => {
    const message = refusalOf(() => use(config));
    if (message === null) return [];
    const [variable = ""] = /^[A-Z][A-Z_]+/.exec(message) ?? [];
    const line = right.findLast(({ name }) => name === variable)?.line ?? null;
    // Of one that is wrong it was said why.
    return wrong.has(variable) ? [] : [{ line, variable, message }];
  });
  return [...findings, ...refused];
}

/** What it says against the settings; null: nothing. */
function refusalOf(use: () => unknown): string | null {
  try {
    use();
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

function wrongSetting({ name, value }: Setting): string | null {
  if (!KNOWN.includes(name)) {
    const near = closest(name, KNOWN);
    const isNear = distance(name, near) <= TYPING_ERRORS_MAX;
    if (!isNear && !name.startsWith("WEBOID_")) return null;
    return `${name} is no variable of Weboid${isNear ? `: is ${near} meant?` : "; docs/cli.md lists them"}`;
  }
  return refusalOf(() => readConfig({ [name]: value }));
}
