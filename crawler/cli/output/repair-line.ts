import * as z from "zod/mini";
import { IN_WORDS, mistakes } from "../../../shared/json/mistakes.ts";
import { Conventions } from "../../../shared/repair/conventions/schema.ts";
import { RepairRequest } from "../../../shared/repair/types.ts";
import { UsageError } from "../../runtime/errors.ts";
import { asUsage, readTextFile } from "../options.ts";

/** Of a thousand wikis and more, each as long as the longest that is built in. */
const BYTES_MAX = 8 * 1024 * 1024;

/** A line of `weboid repair -`, or what is wrong with it. */
export function parseRequest(input: unknown): RepairRequest | { readonly wrong: string } {
  const read = z.safeParse(RepairRequest, input, IN_WORDS);
  return read.success ? read.data : { wrong: mistakes(read.error) };
}

/** Conventions of wikis from a file: a JSON object, or a list of them. Throws a UsageError. */
export async function readConventions(file: string): Promise<Conventions[]> {
  const json = parsed(
    file,
    await readTextFile(file, BYTES_MAX, "docs/repair.md describes it").catch(asUsage),
  );
  return (Array.isArray(json) ? json : [json]).map((one: unknown, at) => {
    const read = z.safeParse(Conventions, one, IN_WORDS);
    if (read.success) return read.data;
    const which = Array.isArray(json) ? ` [${at}]` : "";
    throw new UsageError(`${file}${which}: ${mistakes(read.error)}; docs/repair.md describes the file`);
  });
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${error instanceof Error ? error.message : ""}`);
  }
}
