import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { IN_WORDS, mistakes } from "../../../shared/json/mistakes.ts";
import { Conventions } from "../../../shared/repair/conventions/schema.ts";
import { RepairRequest } from "../../../shared/repair/types.ts";
import { UsageError } from "../../runtime/errors.ts";

/** A line of `weboid repair -`, or what is wrong with it. */
export function parseRequest(input: unknown): RepairRequest | { readonly wrong: string } {
  const read = z.safeParse(RepairRequest, input, IN_WORDS);
  return read.success ? read.data : { wrong: mistakes(read.error) };
}

/** Conventions of wikis from a file: a JSON object, or a list of them. Throws a UsageError. */
export async function readConventions(file: string): Promise<Conventions[]> {
  const json = parsed(file, await textOf(file));
  return (Array.isArray(json) ? json : [json]).map((one: unknown, at) => {
    const read = z.safeParse(Conventions, one, IN_WORDS);
    if (read.success) return read.data;
    const which = Array.isArray(json) ? ` [${at}]` : "";
    throw new UsageError(`${file}${which}: ${mistakes(read.error)}; docs/repair.md describes the file`);
  });
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`cannot read ${file} (${code ?? "unknown error"}): give a file of JSON`);
  }
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${error instanceof Error ? error.message : ""}`);
  }
}
