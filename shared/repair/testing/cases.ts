import { asDay } from "../../calendar/day.ts";
import type { RepairLink, RepairRequest } from "../types.ts";
import { DE } from "./de.ts";
import { EN } from "./en.ts";
import { FR } from "./fr.ts";

/**
 * A case of the lists beside this file: a heading with what is known of the link in braces (`none`: nothing archived; `copy URL`,
 * `moved URL`, `replacement URL`, `working`), the page, behind `=>` the repaired page, and lines with `--` and why something was left.
 */
export interface Case {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** `absent`: the address is not in the page, or nothing is wrong with it. */
  readonly left: readonly string[];
}

export const COPY = "https://web.archive.org/web/20190312101112/http://dead.zz/a";
/** 22 November 2026 */
const TODAY = asDay(3612);
const ADDRESS = "http://dead.zz/a";
/** Other spellings than this one are links of their own. */
const OTHERS = ["http://dead.zz/q?x=1&y=2", "http://dead.zz/p|q", "http://dead.zz/ü"];
/** A link of its own that is archived whatever is known of the others. */
const ARCHIVED = "http://dead.zz/archived";

const written = (text: string): string => text.replaceAll("@COPY@", COPY).replaceAll("@CR@", "\r");

function parseCases(file: string): Case[] {
  const blocks = file.split(/^## /m).slice(1);
  return blocks.map((block) => {
    const [name = "", ...lines] = block.trimEnd().split("\n");
    const left = lines.filter((line) => line.startsWith("-- ")).map((line) => line.slice(3));
    const pages = lines.filter((line) => !line.startsWith("-- ")).join("\n");
    const [before = "", after = before] = written(pages).split("\n=>\n");
    return { name, before, after, left };
  });
}

/** What is asked for a case. */
export function requestOf(dbname: string, { name, before }: Case): RepairRequest {
  const [, word = "", address = null] = /\{(\w+)(?: (.*))?\}$/.exec(name) ?? [];
  const known = {
    verdict: word === "working" ? "working" : "unreachable",
    since: 3_540,
    movedTo: word === "moved" ? address : null,
    replacement: word === "replacement" ? address : null,
  };
  const link = (url: string): RepairLink => ({ ...known, url, archives: copiesOf(word, address, url) });
  const archived = { verdict: "unreachable", url: ARCHIVED, archives: copiesOf("", null, ARCHIVED) };
  const links = [...[ADDRESS, ...OTHERS].map(link), archived];
  return { id: name, dbname, today: TODAY, wikitext: before, links };
}

function copiesOf(word: string, address: string | null, url: string): RepairLink["archives"] {
  if (word === "none" || word === "replacement") return [];
  if (word === "copy") return [{ type: "memento", url: address }];
  return [{ type: "archive.org", url: COPY.replace(ADDRESS, url) }];
}

/** By database name. */
export const CASES = { enwiki: parseCases(EN), dewiki: parseCases(DE), frwiki: parseCases(FR) };
