import type { Day } from "../../../shared/calendar/day.ts";
import { statusName, verdictInWords } from "../../../shared/format/html/words.ts";
import type { Messages } from "../../../shared/i18n/messages.ts";
import type { Note } from "../../../shared/status/note.ts";
import { INVALID, isStatus, statusOfHttp, statusRow, UNTRIED } from "../../../shared/status/table.ts";
import type { Verdict } from "../../../shared/verdict/types.ts";
import type { TimedRequest, TlsTrouble } from "../../classify/outcome.ts";
import { answerInWords, type Paint, type Tone, VERDICT_TONES } from "../output/paint.ts";
import { duration, harmless, padEnd, padStart, wrapped } from "../output/text.ts";
import type { CheckLine } from "./line.ts";
import { outlookOf, RESULTS, resultOf } from "./outlook.ts";
import { LONG_MS, partRows, timeRows } from "./times.ts";

export interface Setting {
  readonly paint: Paint;
  /** Of the terminal, at this moment. */
  readonly columns: number;
  readonly today: Day;
  readonly say: Messages;
  readonly allowPrivate: boolean;
  /** Shows all requests, each with its time. */
  readonly requests: boolean;
}

const LABEL_COLUMNS = 8;
const INDENT = "  ";
/** On a narrower terminal lines run over: broken after every word they would be no easier to read. */
const TEXT_COLUMNS_MIN = 24;
/** Longer lines are hard to read, however wide the terminal. */
const TEXT_COLUMNS_MAX = 100;

/** One check in full: what was seen, why it is judged so, what is stored, what pages show. URLs are never cut. */
export function block(line: CheckLine, setting: Setting): string[] {
  const { paint, columns, today } = setting;
  const result = resultOf(line, today);
  const { symbol, tone } = RESULTS[result];
  const width = Math.min(
    Math.max(TEXT_COLUMNS_MIN, columns - 1 - INDENT.length - LABEL_COLUMNS),
    TEXT_COLUMNS_MAX,
  );
  const section = (label: string, rows: readonly string[]): string[] =>
    rows.map(
      (row, index) => `${INDENT}${paint("quiet", padEnd(index === 0 ? label : "", LABEL_COLUMNS))}${row}`,
    );
  const prose = (texts: readonly string[]): string[] => texts.flatMap((text) => wrapped(text, width));
  const given = harmless(line.url);
  return [
    `${paint(tone, `${symbol} ${result}`)}  ${paint("strong", given)}`,
    ...section(
      "url",
      line.normalised === null || line.normalised === line.url ? [] : [harmless(line.normalised)],
    ),
    ...section("why", prose([reasonOf(line)])),
    ...section("tls", line.tls === null ? [] : prose([tlsInWords(line.tls, line.rule)])),
    ...section("hops", hopRows(line, paint, width)),
    ...section("asked", setting.requests ? requestRows(line.requests ?? [], paint, width) : []),
    ...section("time", line.status === INVALID || line.ms === 0 ? [] : timeRows(line, paint, width)),
    ...section("stored", prose(stored(line, setting.say))),
    ...section("shown", shown(line, setting, width)),
  ];
}

function reasonOf({ error, http, chain, rule }: CheckLine): string {
  if (error !== null) return harmless(error);
  // C11: never more than was observed.
  if (rule === "server-seen") return "the server is there; whether it has the file was not to be seen";
  if (http === null) return "readers get the content";
  const last = chain.at(-1)?.http ?? null;
  const hops = chain.length - 1;
  return hops < 1 || last === null
    ? `readers get the content (HTTP ${http})`
    : `readers get the content after ${hops === 1 ? "a redirect" : `${hops} redirects`} (HTTP ${chain[0]?.http}, then ${last})`;
}

const TLS_WORDS: Readonly<Record<TlsTrouble, string>> = {
  expired: "the certificate has run out, or does not hold yet",
  "self-signed": "the certificate is signed by nobody but the server itself",
  untrusted: "the certificate comes from an issuer that browsers do not trust",
  "wrong-host": "the certificate is made out to another name",
  "incomplete-chain": "the server leaves out its issuer's certificate, which browsers fetch by themselves",
  revoked: "the certificate was revoked",
  handshake: "the secure connection broke while it was set up",
};
/** By the rule that decided; any other rule speaks for itself. */
const TLS_WAYS: Readonly<Record<string, string>> = {
  "fine-without-tls": "; plain http answers instead",
  "fine-unverified": "; the answer was taken without verification",
};
const tlsInWords = (tls: TlsTrouble, rule: string): string => `${TLS_WORDS[tls]}${TLS_WAYS[rule] ?? ""}`;

const toneOfHttp = (http: number): Tone => {
  const { class: means } = statusRow(statusOfHttp(http));
  if (means === "fine") return "good";
  if (means === "moved") return "news";
  return means === "refused" ? "wall" : "bad";
};

interface Row {
  readonly url: string;
  readonly method: string | null;
  readonly http: number | null;
  readonly reply?: number;
  readonly address: string | null;
  readonly ms: number;
}

/** The URL stands last, where its length disturbs nobody. */
function rowOf({ url, method, http, reply, address, ms }: Row, addressColumns: number, paint: Paint): string {
  return [
    padEnd(method ?? "", 4),
    paint(http === null ? "quiet" : toneOfHttp(http), padStart(String(http ?? reply ?? ""), 3)),
    paint("quiet", padStart(duration(ms), 7)),
    paint("quiet", padEnd(harmless(address ?? ""), addressColumns)),
    harmless(url),
  ].join("  ");
}

const widestAddress = (rows: readonly Row[]): number =>
  Math.max(0, ...rows.map(({ address }) => address?.length ?? 0));

/** Below what it is the time of. */
const PARTS_INDENT = " ".repeat(11);

/** Where there are several and somebody waited, each with what its time went on. */
function hopRows({ chain, ms }: CheckLine, paint: Paint, width: number): string[] {
  const columns = widestAddress(chain);
  const inParts = chain.length > 1 && ms >= LONG_MS;
  return chain.flatMap((hop) => {
    const { timing } = hop;
    const parts =
      inParts && timing !== undefined ? partRows({ ...hop, timing }, paint, width - PARTS_INDENT.length) : [];
    return [rowOf(hop, columns, paint), ...parts.map((part) => PARTS_INDENT + part)];
  });
}

function requestRows(requests: readonly TimedRequest[], paint: Paint, width: number): string[] {
  const columns = widestAddress(requests);
  return requests.flatMap((request) => [
    rowOf(request, columns, paint),
    ...partRows(request, paint, width - PARTS_INDENT.length).map((part) => PARTS_INDENT + part),
  ]);
}

const noteKey = ({ key, value }: Note): string => (value === undefined ? key : `${key}: ${harmless(value)}`);

/** What the crawler would write into the database; in the terms of table S and docs/rules.md. */
function stored(line: CheckLine, say: Messages): string[] {
  const { status, http, deadEnd, refused, mime, kib, notes, traits } = line;
  const rule = `(rule ${harmless(line.rule)})`;
  const noted = notes.map((note) => `note ${noteKey(note)}`);
  if (!isStatus(status) || status === UNTRIED) return [`nothing, as nothing was observed ${rule}`, ...noted];
  if (status === INVALID) return [`nothing: an invalid address is never contacted, only reported ${rule}`];
  const marks = [
    `status ${status} ${statusName(say, { status, http })} ${rule}`,
    ...(http === null ? [] : [`HTTP ${http}`]),
    ...(deadEnd ? [statusRow(status).class === "fine" ? "not the page" : "dead end"] : []),
    ...(refused ? ["robots refused"] : []),
    ...(mime === null ? [] : [kib === null ? mime : `${mime} of ${kib} KiB`]),
  ];
  return [
    marks.join(", "),
    ...noted,
    ...traits.map(({ host, trait }) => `trait ${trait} of ${harmless(host)}`),
  ];
}

function shown(line: CheckLine, { say, today, paint, allowPrivate }: Setting, width: number): string[] {
  const story = outlookOf(line, today, allowPrivate);
  if (story === null) return wrapped("nothing: such links are not watched", width);
  const { now, later } = story;
  const verdictOf = (verdict: Verdict) => say.text(`verdict-${verdict}`);
  const toned = (text: string, verdict: Verdict): string[] =>
    wrapped(text, width).map((row) =>
      row.replace(verdictOf(verdict), (word) => paint(VERDICT_TONES[verdict], word)),
    );
  const { first, more } = answerInWords(say, now, today);
  const said = more.flatMap((text) => wrapped(text, width));
  if (now.last === null) return [...toned(first, now.verdict), ...said];
  const spell = say.lasting(today, later.today);
  const outlook =
    later.answer.verdict === now.verdict
      ? `${verdictOf(now.verdict)} also if it stays so ${spell}`
      : `If it stays so ${spell}: ${verdictInWords(say, later.answer, later.today)}`;
  return [...toned(first, now.verdict), ...said, ...toned(outlook, later.answer.verdict)];
}
