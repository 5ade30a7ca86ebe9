import { messages } from "../../i18n/messages.ts";
import type { LoggedEntry, LogResponse } from "../../protocol/people-log.ts";
import { actInWords } from "../html/log.ts";
import { showable } from "../html/markup.ts";
import { escapeXml } from "../xml.ts";

interface LogAtomOptions {
  readonly lang: string;
  /** Where this edge is reached, without a final slash. */
  readonly base: string;
  /** What was asked, as path with query. */
  readonly self: string;
}

const textOf = (text: string): string => escapeXml(showable(text));

/** The public log for feed readers (RFC 4287), newest first. */
export function printLogAtom({ entries }: LogResponse, { lang, base, self }: LogAtomOptions): string {
  const say = messages(lang);
  const entry = (one: LoggedEntry): string => {
    const target = one.text?.target ?? say.text("log-hidden");
    const address = escapeXml(`${base}/log?cursor=${one.no + 1}#e${one.no}`);
    return `<entry>
<id>${address}</id>
<title>${textOf(say.text("labelled", actInWords(say, one), target).slice(0, 300).toWellFormed())}</title>
<updated>${new Date(one.at * 1_000).toISOString()}</updated>
<category term="${one.act}"/>
<link rel="alternate" href="${address}"/>
<content type="text">${textOf([target, one.text?.detail, one.wiki, one.hash].filter(Boolean).join(" · "))}</content>
</entry>
`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(say.lang)}">
<id>${escapeXml(base + self)}</id>
<title>${textOf(`${say.text("log-heading")} – Weboid`)}</title>
<updated>${new Date((entries[0]?.at ?? 0) * 1_000).toISOString()}</updated>
<author><name>Weboid</name></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(base + self)}"/>
${entries.map(entry).join("")}</feed>
`;
}
