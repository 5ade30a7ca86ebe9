import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A block of code in a document. */
export interface Block {
  /** `sh`, `js`, `python`, `text` … */
  readonly language: string;
  /** What stands behind the language: `sh up` has the name `up`. */
  readonly name: string;
  readonly text: string;
  /** The nearest heading above. */
  readonly section: string;
}

export const documentText = (page: string): string => readFileSync(join(root, page), "utf8");

/** The blocks of code of a document, in order; those in lists without their indentation. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let section = "";
  for (const [, indent = "", fence = "", body = "", heading] of documentText(page).matchAll(
    /^( *)```([^\n]*)\n([\s\S]*?)^ *```$|^#{1,6} (.+)$/gm,
  )) {
    if (heading !== undefined) {
      section = heading.replaceAll("`", "");
      continue;
    }
    const [language = "", ...name] = fence.split(" ");
    const text = body.replaceAll(new RegExp(`^${indent}`, "gm"), "");
    blocks.push({ language, name: name.join(" "), text, section });
  }
  return blocks;
}

/** Command lines of a block: comments, prompts of variables and continued lines are resolved. */
export const linesOf = ({ text }: Block): string[] =>
  text
    .replaceAll("\\\n", "")
    .split("\n")
    .map((line) => line.replace(/(?:^|\s)#\s.*$/, "").trim())
    .filter((line) => line !== "");

/** Command lines of `weboid` anywhere in a document, in blocks and between backticks. */
export function weboidLinesOf(page: string): string[] {
  const inBlocks = blocksOf(page)
    .filter(({ language }) => language === "sh")
    .flatMap(linesOf)
    .flatMap((line) => line.split(/ (?:&&|\||&)(?: |$)/));
  const prose = documentText(page).replace(/^ *```[\s\S]*?^ *```$/gm, "");
  const between = [...prose.matchAll(/`(weboid [^`]+)`/g)].map(([, line = ""]) => line);
  return [...inBlocks, ...between].map((line) => line.trim()).filter((line) => line.startsWith("weboid "));
}
