import type { Behaviour } from "./behaviours.ts";

/** Words in the content, by which a browser's page is known. */
export const CONTENT = "what readers came for";
const BODY = `<!DOCTYPE html><title>x</title><p>${CONTENT}</p>`;

export interface Oddity {
  readonly head: string;
  /** Absent: an ordinary page. */
  readonly body?: string;
  /** Whether Chromium shows the content (browsers.e2e.ts asks it). */
  readonly shown: boolean;
  /** Our byte of table S. */
  readonly status: number;
}

const OK = "HTTP/1.1 200 OK\r\n";
const HTML = "Content-Type: text/html\r\n";
const LENGTH = `Content-Length: ${BODY.length}\r\n`;
const GOOD = `${HTML}${LENGTH}\r\n`;
const SIZE = BODY.length.toString(16);
const CHUNKED = `${OK}${HTML}Transfer-Encoding: chunked\r\n\r\n`;

const shown = (head: string, body?: string, status = 1): Oddity =>
  body === undefined ? { head, shown: true, status } : { head, body, shown: true, status };
const refused = (head: string): Oddity => ({ head, shown: false, status: 64 });

/** Heads and framings as servers really send them, and what browsers and we make of them. */
export const ODDITIES: Readonly<Record<string, Oddity>> = {
  "odd-lf": shown(`HTTP/1.1 200 OK\nContent-Type: text/html\n\n`),
  "odd-mixed-ends": shown(`HTTP/1.1 200 OK\nContent-Type: text/html\r\n${LENGTH.trimEnd()}\n\r\n`),
  "odd-folded-type": shown(`${OK}Content-Type:\r\n text/html\r\n${LENGTH}\r\n`),
  "odd-empty-lines": shown(`\r\n\r\n${OK}${GOOD}`),
  "odd-junk": shown(`abcd${OK}${GOOD}`),
  "odd-byte-order-mark": shown(`\xef\xbb\xbf${OK}${GOOD}`),
  "odd-blank-colon": shown(`${OK}Content-Type : text/html\r\n\r\n`),
  "odd-no-colon": shown(`${OK}nonsense\r\n${GOOD}`),
  "odd-no-name": shown(`${OK}: x\r\n${GOOD}`),
  "odd-bytes": shown(`${OK}X: \xe9\xff\x80\x01\r\n${GOOD}`),
  "odd-first-folded": shown(`${OK} X: y\r\n${GOOD}`),
  "odd-199": shown(`HTTP/1.1 199 x\r\n\r\n${OK}${GOOD}`),
  "odd-minus-200": shown(`HTTP/1.1 -200 x\r\n${GOOD}`),
  "odd-200-1": shown(`HTTP/1.1 200.1 x\r\n${GOOD}`),
  "odd-https": shown(`HTTPS/1.1 200 OK\r\n${GOOD}`),
  "odd-chunks-identity": shown(
    `${OK}${HTML}Transfer-Encoding: chunked, identity\r\n\r\n`,
    `${SIZE}\r\n${BODY}\r\n0\r\n\r\n`,
  ),
  "odd-chunks-quoted": shown(`${OK}${HTML}Transfer-Encoding: "chunked"\r\n\r\n`),
  "odd-range-nobody-asked-for": shown(`${OK}Content-Range: bytes 0-9/999\r\n${GOOD}`),
  "odd-206-lie": shown(`HTTP/1.1 206 x\r\nContent-Range: bytes 500-600/100\r\n${GOOD}`, undefined, 2),
  "odd-blanks": shown(`HTTP/1.1  200  OK\r\n${GOOD}`),
  "odd-no-blank": shown(`HTTP/1.1 200OK\r\n${GOOD}`),
  "odd-http-1-0": shown(`HTTP/1.0 200 OK\r\n${HTML}\r\n`),
  "odd-http-2-0": shown(`HTTP/2.0 200 OK\r\n${GOOD}`),
  "odd-no-version": shown(`HTTP 200 OK\r\n${GOOD}`),
  "odd-no-number": shown(`HTTP/1.1 OK\r\n${GOOD}`),
  "odd-two-status-lines": shown(`${OK}HTTP/1.1 404 x\r\n${GOOD}`),
  "odd-hints": shown(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}${GOOD}`),
  "odd-long-phrase": shown(`HTTP/1.1 200 ${"x".repeat(30_000)}\r\n${GOOD}`),
  "odd-two-types": shown(`${OK}Content-Type: text/plain\r\n${GOOD}`),
  "odd-no-type": shown(`${OK}${LENGTH}\r\n`),
  "odd-upgrade": shown(`${OK}Upgrade: h2,h2c\r\nConnection: Upgrade\r\n${GOOD}`),
  "odd-206": shown(`HTTP/1.1 206 x\r\n${GOOD}`, undefined, 2),
  "odd-299": shown(`HTTP/1.1 299 x\r\n${GOOD}`, undefined, 2),

  "odd-tabs": shown(`HTTP/1.1\t200\tOK\r\n${GOOD}`),
  "odd-0200": shown(`HTTP/1.1 0200 OK\r\n${GOOD}`),
  "odd-http-1-0-chunks": shown(
    `HTTP/1.0 200 OK\r\n${HTML}Transfer-Encoding: chunked\r\n\r\n`,
    `${SIZE}\r\n${BODY}\r\n0\r\n\r\n`,
  ),
  "odd-200-with-location": shown(`${OK}Location: /elsewhere\r\n${GOOD}`),

  "odd-length-twice": shown(`${OK}${LENGTH}${GOOD}`),
  "odd-length-twice-in-one": shown(`${OK}${HTML}Content-Length: ${BODY.length}, ${BODY.length}\r\n\r\n`),
  "odd-length-plus": shown(`${OK}${HTML}Content-Length: +${BODY.length}\r\n\r\n`),
  "odd-length-words": shown(`${OK}${HTML}Content-Length: many\r\n\r\n`),
  "odd-length-empty": shown(`${OK}${HTML}Content-Length:\r\n\r\n`),
  "odd-length-huge": shown(`${OK}${HTML}Content-Length: ${"9".repeat(30)}\r\n\r\n`),
  "odd-length-more": shown(`${OK}${HTML}Content-Length: ${BODY.length + 99}\r\n\r\n`),
  "odd-chunk-extension": shown(CHUNKED, `${SIZE};a=b;c="d"\r\n${BODY}\r\n0;x\r\n\r\n`),
  "odd-chunk-zeros": shown(CHUNKED, `${"0".repeat(20)}${SIZE}\r\n${BODY}\r\n0\r\n\r\n`),
  "odd-chunk-lf": shown(CHUNKED, `${SIZE}\n${BODY}\n0\n\n`),
  "odd-no-last-chunk": shown(CHUNKED, `${SIZE}\r\n${BODY}\r\n`),
  "odd-chunks-and-length": shown(
    `${OK}${HTML}Transfer-Encoding: CHUNKED\r\nContent-Length: 5\r\n\r\n`,
    `${SIZE}\r\n${BODY}\r\n0\r\n\r\n`,
  ),
  "odd-coding-identity": shown(`${OK}Transfer-Encoding: identity\r\n${GOOD}`),
  "odd-coding-unknown": shown(`${OK}${HTML}Transfer-Encoding: foo\r\n\r\n`),
  "odd-content-coding-unknown": shown(`${OK}Content-Encoding: UTF-8\r\n${GOOD}`),

  "odd-different-lengths": refused(`${OK}Content-Length: 5\r\n${GOOD}`),
  "odd-empty-and-good-length": refused(`${OK}Content-Length:\r\n${GOOD}`),
  "odd-different-downloads": refused(
    `${OK}Content-Disposition: inline\r\nContent-Disposition: attachment\r\n${GOOD}`,
  ),
  "odd-nul-in-name": refused(`${OK}X\0Y: a\r\n${GOOD}`),
  "odd-nul-in-phrase": refused(`HTTP/1.1 200 O\0K\r\n${GOOD}`),
  "odd-nul-before": refused(`\0${OK}${GOOD}`),
  "odd-interim-with-body": refused(`HTTP/1.1 100 Continue\r\nContent-Length: 5\r\n\r\nhello${OK}${GOOD}`),
  "odd-target-in-a-value": refused(`HTTP/1.1 302 x\r\nX: a\rLocation: /z\r\nLocation: /y\r\n\r\n`),
  "odd-redirect-of-two-lengths": refused(
    `HTTP/1.1 302 x\r\nLocation: /y\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
  ),
  "odd-interim-only": refused("HTTP/1.1 100 Continue\r\n\r\n"),
};

/** To HEAD its head only; closes. */
export const oddBehaviour =
  ({ head, body = BODY }: Oddity): Behaviour =>
  ({ socket, method }) => {
    socket.end(method === "HEAD" || head.startsWith("HTTP/1.1 100") ? head : head + body, "latin1");
  };
