/** A status byte of table S (M7). 0 no attempt yet … 128 invalid. */
export type Status = number & { readonly __brand: "Status" };

/** The origin of a status: the server, the network, Weboid itself, or the syntax of the URL. */
type Issuer = "server" | "network" | "us" | "syntax";

/** What a status means for the verdict, whose rules use classes instead of single bytes. */
export type StatusClass =
  /** Nothing observed yet. */
  | "untried"
  /** A reader gets the content. */
  | "fine"
  /** A redirect; whether readers get the content depends on its end. */
  | "moved"
  /** The server refuses robots, which says nothing about readers (design 10). */
  | "refused"
  /** The server clearly says that there is nothing. */
  | "gone"
  /** A server error, or an unusual answer. */
  | "trouble"
  /** Nobody answered. */
  | "silent"
  | "invalid";

interface Row {
  readonly type: number;
  /** HTTP status codes of this type; the first represents the type where only the byte is known. */
  readonly http: readonly number[];
  readonly issuer: Issuer;
  readonly class: StatusClass;
  /** Message key `status-<key>`. */
  readonly key: string;
}

function range(from: number, to: number): number[] {
  const all: number[] = [];
  for (let number = from; number <= to; number++) all.push(number);
  return all;
}

/** Codes with their own row, which "other 4xx" of type 20 does not contain. */
const NAMED_4XX = [
  400, 401, 402, 403, 404, 405, 406, 407, 408, 410, 413, 414, 415, 416, 422, 423, 426, 429, 431, 451,
];

/** Table S of the specification, in its order. It has 431 twice; the more specific row, 37, is used. */
export const STATUS_TABLE = [
  { type: 0, http: [], issuer: "us", class: "untried", key: "untried" },
  { type: 1, http: [200, 304], issuer: "server", class: "fine", key: "fine" },
  { type: 2, http: [...range(201, 299), 300], issuer: "server", class: "fine", key: "available" },
  { type: 7, http: [], issuer: "us", class: "fine", key: "corrected" },
  { type: 8, http: [301], issuer: "server", class: "moved", key: "moved-permanently" },
  { type: 9, http: [302], issuer: "server", class: "moved", key: "found-elsewhere" },
  { type: 10, http: [303], issuer: "server", class: "moved", key: "see-other" },
  { type: 11, http: [305], issuer: "server", class: "moved", key: "use-proxy" },
  { type: 12, http: [306], issuer: "server", class: "moved", key: "temporary-redirect" },
  { type: 13, http: [307, 308], issuer: "server", class: "moved", key: "redirect-307-308" },
  {
    type: 16,
    http: [400, 414, 422, 500],
    issuer: "server",
    class: "trouble",
    key: "bad-request-or-overload",
  },
  { type: 17, http: [401, 402, 403, 407, 451], issuer: "server", class: "refused", key: "no-public-access" },
  { type: 18, http: [404], issuer: "server", class: "gone", key: "not-found" },
  { type: 19, http: [406], issuer: "server", class: "trouble", key: "not-acceptable" },
  {
    type: 20,
    http: [...range(400, 499).filter((n) => !NAMED_4XX.includes(n)), 506, 508],
    issuer: "server",
    class: "trouble",
    key: "strange-answer",
  },
  { type: 21, http: [410], issuer: "server", class: "gone", key: "gone" },
  { type: 22, http: [415], issuer: "server", class: "trouble", key: "unsupported-media" },
  { type: 23, http: [416], issuer: "server", class: "trouble", key: "range" },
  { type: 24, http: [423], issuer: "server", class: "trouble", key: "locked" },
  { type: 25, http: [510], issuer: "server", class: "trouble", key: "not-extended" },
  { type: 26, http: [], issuer: "server", class: "trouble", key: "unknown-status" },
  { type: 32, http: [405], issuer: "server", class: "trouble", key: "method" },
  { type: 33, http: [408], issuer: "server", class: "trouble", key: "time-out" },
  { type: 34, http: [413], issuer: "server", class: "trouble", key: "too-large" },
  { type: 35, http: [426], issuer: "server", class: "trouble", key: "upgrade" },
  { type: 36, http: [429], issuer: "server", class: "refused", key: "too-many-requests" },
  { type: 37, http: [431], issuer: "server", class: "trouble", key: "header-fields" },
  { type: 38, http: [501], issuer: "server", class: "trouble", key: "not-implemented" },
  { type: 39, http: [502, 504], issuer: "server", class: "trouble", key: "gateway" },
  { type: 40, http: [503], issuer: "server", class: "trouble", key: "unavailable" },
  { type: 41, http: [505], issuer: "server", class: "trouble", key: "http-version" },
  { type: 42, http: [507], issuer: "server", class: "trouble", key: "storage-or-loop" },
  { type: 43, http: [509], issuer: "server", class: "trouble", key: "bandwidth" },
  { type: 63, http: [], issuer: "us", class: "fine", key: "scheme-change" },
  { type: 64, http: [], issuer: "network", class: "silent", key: "network" },
  { type: 65, http: [], issuer: "network", class: "silent", key: "dns-refused" },
  { type: 66, http: [], issuer: "network", class: "silent", key: "dns-unknown" },
  { type: 67, http: [], issuer: "network", class: "silent", key: "address-silent" },
  { type: 128, http: [], issuer: "syntax", class: "invalid", key: "invalid" },
] as const satisfies readonly Row[];

export type StatusKey = (typeof STATUS_TABLE)[number]["key"];

type AnyRow = Omit<Row, "key"> & { readonly key: StatusKey };
const rows: readonly AnyRow[] = STATUS_TABLE;
const byType = new Map(rows.map((row) => [row.type, row]));
const byHttp = new Map<number, Status>();
for (const { http, type } of rows) for (const number of http) byHttp.set(number, type as Status);

export const UNTRIED = 0 as Status;
export const FINE = 1 as Status;
export const AVAILABLE = 2 as Status;
export const CORRECTED = 7 as Status;
export const FOUND_ELSEWHERE = 9 as Status;
export const REFUSED = 17 as Status;
export const NOT_FOUND = 18 as Status;
export const STRANGE = 20 as Status;
export const UNKNOWN_STATUS = 26 as Status;
export const TIMED_OUT = 33 as Status;
export const TOO_MANY = 36 as Status;
export const UNAVAILABLE = 40 as Status;
export const SCHEME_CHANGE = 63 as Status;
export const NETWORK = 64 as Status;
export const DNS_REFUSED = 65 as Status;
export const DNS_UNKNOWN = 66 as Status;
export const ADDRESS_SILENT = 67 as Status;
export const INVALID = 128 as Status;

export function isStatus(value: unknown): value is Status {
  return typeof value === "number" && byType.has(value);
}

/** The row of a status. Throws a RangeError for a byte that is not in table S: a bug, or a damaged record. */
export function statusRow(status: Status): AnyRow {
  const row = byType.get(status);
  if (row === undefined) throw new RangeError(`no status byte: ${status}`);
  return row;
}

/** Whether the page may be missing in spite of the status: at the end of a redirect (C6), or as a soft 404 (C7). */
export function canDeadEnd(status: Status): boolean {
  const { class: means } = statusRow(status);
  return means === "moved" || means === "fine";
}

/** The status of an HTTP status code; 26 for codes that are not in the table. */
export function statusOfHttp(http: number): Status {
  return byHttp.get(http) ?? UNKNOWN_STATUS;
}

/** Whether a code is a non-standard one (520…530) by which proxies such as Cloudflare report an unusable answer of the site. */
export const isProxyError = (http: number | null): boolean => http !== null && http >= 520 && http <= 530;

/** The HTTP status code that represents a status; null: none does. */
export function httpOfStatus(status: Status): number | null {
  return statusRow(status).http[0] ?? null;
}
