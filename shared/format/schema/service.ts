import { count, flag, list, object, orNull, text } from "./types.ts";

/** What is told about URLs as such, and about this service. */
export const SERVICE_DEFINITIONS = {
  Normalised: object({
    input: text("As given. Hostile text."),
    url: orNull(text("Normalised; null: invalid, or of a scheme that is not read.")),
    host: orNull(text()),
    valid: flag("False: can never work."),
    reason: orNull(text("Why it is invalid or ignored.")),
    ignored: flag("It may well be valid, but is not watched."),
    flags: list(text()),
    message: orNull(text("What reason means, in English.")),
  }),
  Wikis: object({
    version: { const: 1 },
    wikis: list(object({ wiki: text("dewiki@WMF"), "siteName?": text(), "lang?": text(), "api?": text() }), {
      maxItems: 10,
    }),
  }),
  Queued: object({
    version: { const: 1 },
    queued: count("Pages that are looked at again."),
    cursor: orNull(text("Where it goes on; null: that was the end.")),
  }),
  Source: object({
    name: text(),
    licence: text(),
    version: orNull(text()),
    repository: orNull(text()),
    commit: orNull(text()),
    sha256: orNull(text("Of the Worker's bundle.")),
    reproduce: text("How to make that bundle."),
    note: orNull(text()),
  }),
  Health: object({
    ok: flag("The edge and its store work."),
    "ready?": flag("It was told which wikis there are."),
    "reason?": text(),
  }),
};
