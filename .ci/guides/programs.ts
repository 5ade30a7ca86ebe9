import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Block, blocksOf } from "./blocks.ts";

/** A task of a guide, as a program in one language. */
export interface Program {
  readonly language: "sh" | "js" | "python";
  readonly task: string;
  readonly text: string;
  /** What it prints, as the guide has it. */
  readonly expected: string;
}

const RUN_BY = { sh: ["bash", "-eu"], js: [process.execPath], python: ["python3"] } as const;
const SUFFIX = { sh: "sh", js: "mjs", python: "py" } as const;
const MS_MAX = 120_000;

/** Programs of Debian that the languages need; without them their tasks cannot be tried. */
export const hasLanguage = (language: Program["language"]): boolean =>
  [RUN_BY[language][0], ...(language === "sh" ? ["curl", "jq"] : [])].every(
    (name) => Bun.which(name) !== null,
  );

/** The tasks of a guide: blocks of one name in several languages, and in `text` what they print. */
export function programsOf(page: string): Program[] {
  const blocks = blocksOf(page).filter(({ name }) => name !== "" && name !== "setup");
  const named = (language: string, task: string): Block | undefined =>
    blocks.find((block) => block.language === language && block.name === task);
  const [first] = blocks;
  return blocks.flatMap(({ language, name, text }) => {
    if (language !== "sh" && language !== "js" && language !== "python") return [];
    const expected = named("text", name)?.text;
    if (expected === undefined) throw new Error(`${page} does not say what ${name} prints`);
    // Later tasks go on with what the first one defined, up to where it begins its own work.
    const before = name === first?.name ? "" : definitionsOf(named(language, first?.name ?? "")?.text ?? "");
    return [{ language, task: name, text: before + text, expected }];
  });
}

/** The beginning of a program without its last paragraph, which uses what the others define. */
const definitionsOf = (text: string): string => text.slice(0, text.lastIndexOf("\n\n") + 1);

/** Runs it in an empty folder, and answers what it printed, with each port of the sample as the guides write it. */
export async function outputOf({ language, text }: Program, env: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "weboid-guide-"));
  try {
    const file = join(folder, `program.${SUFFIX[language]}`);
    writeFileSync(file, text);
    const [command, ...args] = RUN_BY[language];
    const child = spawn(command, [...args, file], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: MS_MAX,
      env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", HOME: folder, ...env },
    });
    let [printed, complaints] = ["", ""];
    child.stdout.on("data", (piece: Buffer) => {
      printed += piece;
    });
    child.stderr.on("data", (piece: Buffer) => {
      complaints += piece;
    });
    const code = await new Promise((done) => child.once("close", done));
    if (code !== 0) throw new Error(`ended with ${code}\n${complaints}\n${text}`);
    return printed.replaceAll(/(\.sample\.localhost):\d+/g, "$1:20001");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
