import * as z from "zod/mini";
import { UrlFacts } from "../answer/types.ts";
import type { Shape } from "../json/shape.ts";
import { CallerRange, RANGE_NAMES } from "./people.ts";
import { UrlText, WikiName } from "./types.ts";

/** A question of people for a link as it is known now, and whether it is to be checked at once. Nothing of it is for programs. */
export const RecheckRequest = z.object({
  act: z.enum(["look", "ask"]),
  /** Whose pages have the link. */
  wiki: WikiName,
  /** Normalised. */
  url: UrlText,
  /** Who asks: the network as callers are counted, and the ranges around it; of `look` []: it is never throttled. */
  ranges: z.array(CallerRange).check(z.maxLength(RANGE_NAMES.length)),
});
export type RecheckRequest = Shape<typeof RecheckRequest>;

export const RecheckResponse = z.object({
  /** Why it cannot be asked for; null: it may be, or was. */
  refused: z.nullable(z.enum(["not-watched", "spam-url", "too-soon", "too-many"])),
  /** Of `too-soon`. */
  seconds: z.exactOptional(z.number()),
  /** What became of the check that somebody asked for within the last hour; null: nobody did. */
  asked: z.nullable(z.enum(["waiting", "checked", "not-now"])),
  /** Null: no page of the wiki has it. */
  facts: z.nullable(UrlFacts),
});
export type RecheckResponse = Shape<typeof RecheckResponse>;
