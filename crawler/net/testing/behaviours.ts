import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { LOCATIONS } from "./locations.ts";
import { ODDITIES, oddBehaviour } from "./oddities.ts";

/** One request that came in, and ways to misbehave. */
interface Talk {
  readonly socket: Socket;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly host: string;
  readonly secure: boolean;
  /** The whole request head, as sent. */
  readonly request: string;
  readonly dripMs: number;
}

export type Behaviour = (talk: Talk) => void;

const OK = "HTTP/1.1 200 OK\r\n";
const HTML = "Content-Type: text/html\r\n";
const MOVED = "HTTP/1.1 302 x\r\nLocation: /y/page.html\r\n";
const BYTES = "Content-Type: application/octet-stream\r\n";
const KIB = 1024;

const say =
  (...parts: (string | Uint8Array)[]): Behaviour =>
  ({ socket }) => {
    for (const part of parts) socket.write(part);
  };

const sayAndClose =
  (text: string): Behaviour =>
  ({ socket }) => {
    socket.end(text, "latin1");
  };

/** A whole answer; to HEAD its head only. */
function page(status: number | string, fields: string, body: string | Uint8Array = "<p>ok</p>"): Behaviour {
  const head = `HTTP/1.1 ${status} x\r\n${fields}Content-Length: ${body.length}\r\n\r\n`;
  return ({ socket, method }) => {
    socket.write(head);
    if (method !== "HEAD") socket.write(body);
  };
}

const ok = page(200, HTML);

/** Writes one part, then `again` for as long as the other side takes it. */
const pour =
  (start: string, again: string | Uint8Array): Behaviour =>
  ({ socket }) => {
    socket.write(start);
    const more = () => {
      if (!socket.destroyed && socket.write(again)) setImmediate(more);
    };
    socket.on("drain", more);
    more();
  };

/** One byte at a time; `forever`: the last one again and again. */
const drip =
  (text: string, forever: boolean): Behaviour =>
  ({ socket, dripMs }) => {
    let at = 0;
    const timer = setInterval(() => {
      if (socket.destroyed || (at >= text.length && !forever)) clearInterval(timer);
      else socket.write(text[Math.min(at++, text.length - 1)] ?? "");
    }, dripMs);
  };

const byMethod =
  (head: Behaviour, get: Behaviour): Behaviour =>
  (talk) =>
    (talk.method === "HEAD" ? head : get)(talk);

const redirect = (status: number, location: (talk: Talk) => string): Behaviour => {
  return (talk) => page(status, `Location: ${location(talk)}\r\n`, "")(talk);
};

/** Sockets that had a request before. */
const spoken = new WeakSet<Socket>();
const oncePerConnection =
  (behave: Behaviour, again: Behaviour): Behaviour =>
  (talk) => {
    const isFirst = !spoken.has(talk.socket);
    spoken.add(talk.socket);
    (isFirst ? behave : again)(talk);
  };

const silent: Behaviour = () => {};
const reset: Behaviour = ({ socket }) => socket.resetAndDestroy();

const gzipBomb = gzipSync(Buffer.alloc(64 * KIB * KIB));

/** The ids of crawler/check/cases/hostile-servers.json whose misbehaviour is in HTTP, and more of their kind. */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  ok,
  "tcp-accept-silent": silent,
  "tcp-reset": reset,
  "tcp-tarpit": ({ socket }) => {
    socket.pause();
  },

  "head-drip": drip(`${OK}${HTML}Content-Length: 0\r\n\r\n`, false),
  "head-drip-forever": drip(`${OK}X-Slow: x`, true),
  "head-endless-line": pour(`${OK}X-Long: `, "x".repeat(16 * KIB)),
  "head-1MiB": say(`${OK}X-Long: ${"x".repeat(KIB * KIB)}\r\n${HTML}\r\n`),
  "head-http09": sayAndClose("<!DOCTYPE html><title>old</title><p>hello"),
  "head-htt": sayAndClose("HTT/1.1 200 OK\r\n\r\nok"),
  "head-http2-preface": say(Buffer.from("000012040000000000000300000064000400010000", "hex")),
  "head-ssh-banner": say("SSH-2.0-x\r\n"),
  "head-code-000": page("000", HTML),
  "head-code-999": page(999, HTML),
  "head-code-1000": page(1000, HTML),
  "head-no-reason": say(`HTTP/1.1 200\r\n${HTML}Content-Length: 0\r\n\r\n`),
  "head-obs-fold": say(`${OK}X-Folded: a\r\n b\r\n\tc\r\n${HTML}Content-Length: 0\r\n\r\n`),
  "head-nul": say(`${OK}X-Nul: a\0b\r\n${HTML}Content-Length: 0\r\n\r\n`),
  "head-no-colon": say(`${OK}nonsense\r\n${HTML}Content-Length: 0\r\n\r\n`),
  "head-cut": sayAndClose(`${OK}Content-Ty`),
  "head-1xx-once": (talk) => {
    talk.socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    ok(talk);
  },
  "head-101": say("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
  "head-set-cookie-bomb": page(
    200,
    HTML + Array.from({ length: 500 }, (_, index) => `Set-Cookie: c${index}=x\r\n`).join(""),
  ),
  "head-bare-lf": say("HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 0\n\n"),
  "head-1xx-endless": pour("", "HTTP/1.1 102 Processing\r\n\r\n".repeat(100)),
  "head-fields-endless": pour(OK, "A: b\r\n".repeat(1_000)),
  "head-lower-case": say("http/1.1 200 ok\r\ncontent-type: text/html\r\ncontent-length: 0\r\n\r\n"),
  "head-closed-at-once": ({ socket }) => {
    socket.end();
  },

  "cl-negative": say(`${OK}${HTML}Content-Length: -5\r\n\r\nok`),
  "cl-duplicate": say(`${OK}${HTML}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`),
  "cl-equal": say(`${OK}${HTML}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello`),
  "cl-too-long": sayAndClose(`${OK}${HTML}Content-Length: 100\r\n\r\nhello`),
  "cl-lies-small": pour(`${OK}${HTML}Content-Length: 1024\r\n\r\n`, "x".repeat(16 * KIB)),
  "te-cut": sayAndClose(`${OK}${HTML}Transfer-Encoding: chunked\r\n\r\n100\r\nhello`),
  "te-trailers": pour(
    `${OK}${HTML}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n`,
    "X-Trailer: x\r\n".repeat(1_000),
  ),
  "te-bad-size": sayAndClose(`${OK}${HTML}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello`),
  "head-body-on-head": say(`${OK}${HTML}Content-Length: 5\r\n\r\nhello`),

  "body-endless": pour(`${OK}${HTML}\r\n`, "x".repeat(16 * KIB)),
  "body-drip": (talk) => {
    talk.socket.write(`${OK}${HTML}\r\n`);
    drip("x", true)(talk);
  },
  "body-gzip-bomb": page(200, `${HTML}Content-Encoding: gzip\r\n`, gzipBomb),
  "body-7-codings": page(200, `${HTML}Content-Encoding: ${Array(7).fill("gzip").join(", ")}\r\n`),
  "body-type-bomb": page(200, `Content-Type: text/${"x".repeat(60_000)}\r\n`),

  "head-405": byMethod(page(405, HTML), ok),
  "head-hang": byMethod(silent, ok),
  "head-stalls": byMethod(say(`${OK}X-Start`), ok),
  "head-no-type": byMethod(say(`${OK}\r\n`), ok),
  "head-reset": byMethod(reset, ok),
  "head-404": byMethod(page(404, HTML), ok),
  "head-500-get-404": byMethod(page(500, HTML), page(404, HTML)),
  "head-200-of-nothing": byMethod(page(200, HTML, ""), page(404, HTML)),
  "head-to-login": (talk) => {
    const login = redirect(302, () => "/login");
    (talk.path === "/login" ? page(403, HTML) : byMethod(login, ok))(talk);
  },
  "head-to-itself": byMethod(
    redirect(302, ({ path }) => path),
    ok,
  ),

  "head-204": byMethod(say("HTTP/1.1 204 x\r\n\r\n"), ok),
  "head-markup": byMethod(sayAndClose("<html>no head at all"), ok),
  "head-garbage": byMethod(sayAndClose("\0\x01\x02garbage"), ok),
  "reuse-408": byMethod((talk) => {
    page(405, HTML, "")(talk);
    talk.socket.end("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  }, ok),
  "reuse-closed": byMethod((talk) => {
    page(405, HTML, "")(talk);
    setTimeout(() => talk.socket.destroy(), 5);
  }, ok),
  "reuse-late-body": byMethod(({ socket }) => {
    socket.write(`HTTP/1.1 405 x\r\n${HTML}Content-Length: 20\r\n\r\n`);
    setTimeout(() => socket.write("<html>not allowed </"), 30);
  }, ok),

  "reuse-400": oncePerConnection(byMethod(page(405, HTML), ok), page(400, HTML)),
  "reuse-421": oncePerConnection(byMethod(page(200, ""), ok), page(421, HTML)),
  "reuse-redirected": oncePerConnection(
    (talk) => (talk.path === "/" ? redirect(301, () => "/y/page.html") : ok)(talk),
    page(400, HTML),
  ),
  "type-unknown": page(200, BYTES, "%PDF-1.7 and more"),
  "type-unknown-silent": byMethod(page(200, BYTES), silent),
  "type-unknown-429": byMethod(page(200, BYTES), page(429, HTML)),
  "type-unknown-404": byMethod(page(200, BYTES), page(404, HTML)),

  "wishes-500": (talk) => (/^accept-language: en/im.test(talk.request) ? ok : page(500, HTML))(talk),
  "wishes-406": (talk) => (/^accept: text\/html/im.test(talk.request) ? ok : page(406, HTML))(talk),

  "st-404-cut": sayAndClose(`HTTP/1.1 404 x\r\n${HTML}Content-Length: 5000000\r\n\r\nnothing here`),
  "st-404-pdf": (talk) => {
    talk.socket.write(
      `HTTP/1.1 404 x\r\nContent-Type: application/pdf\r\nContent-Length: ${2 * KIB * KIB}\r\n\r\n`,
    );
    if (talk.method !== "HEAD") pour("%PDF-1.7\n", "x".repeat(16 * KIB))(talk);
  },
  "st-500-full-page": (talk) => {
    talk.socket.write(`HTTP/1.1 500 x\r\n${HTML}Connection: close\r\n\r\n`);
    talk.socket.end(talk.method === "HEAD" ? "" : `<p>${"x".repeat(80 * KIB)}`);
  },

  "rd-self": redirect(302, ({ path }) => path),
  "rd-infinite": redirect(302, ({ path }) => `${path}x`),
  "rd-no-location": page(302, HTML),
  "rd-private": redirect(302, () => "http://127.0.0.1/"),
  "rd-long": redirect(302, () => `/${"x".repeat(KIB * KIB)}`),
  "rd-https": (talk) =>
    (talk.secure ? ok : redirect(301, ({ host, path }) => `https://${host}${path}`))(talk),
  "rd-cookie-wall": (talk) => (/^cookie:/im.test(talk.request) ? ok : redirect(302, () => "/"))(talk),
  "rd-broken": redirect(302, () => "http://a b c/"),
  "rd-file": redirect(302, () => "file:///etc/passwd"),
  "rd-two-targets": say("HTTP/1.1 302 x\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"),
  "rd-body-stalls": (talk) => (talk.path === "/" ? say(`${MOVED}Content-Length: 9\r\n\r\nx`) : ok)(talk),
  "rd-body-endless": (talk) => (talk.path === "/" ? pour(`${MOVED}\r\n`, "x".repeat(KIB)) : ok)(talk),
  "rd-chunk-broken": (talk) =>
    (talk.path === "/" ? sayAndClose(`${MOVED}Transfer-Encoding: chunked\r\n\r\nzz`) : ok)(talk),
  "rd-early-hint": (talk) =>
    (talk.path === "/" ? say(`HTTP/1.1 103 x\r\nLocation: /z\r\n\r\n${MOVED}Content-Length: 0\r\n\r\n`) : ok)(
      talk,
    ),
  "rd-port-0": redirect(302, ({ host }) => `http://${host}:0/y`),
  "rd-port-65536": redirect(302, ({ host }) => `http://${host}:65536/y`),
  "rd-fragment-only": redirect(302, () => "#top"),
  "rd-content-location": page(302, "Content-Location: /y\r\n"),
  "rd-to-404": ({ path, ...talk }) =>
    (path === "/" ? redirect(301, () => "/gone") : page(404, HTML))({ path, ...talk }),

  ...Object.fromEntries(
    Object.entries(LOCATIONS).map(([id, [location, path]]): [string, Behaviour] => [
      id,
      (talk) => {
        if (talk.path === "/x/page")
          sayAndClose(`HTTP/1.1 301 x\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`)(talk);
        else (talk.path === path ? ok : page(404, HTML))(talk);
      },
    ]),
  ),

  "wall-late": page(
    503,
    `${HTML}Server: cloudflare\r\n`,
    `<html><head><style>${"p { margin: 0 } ".repeat(200)}</style><title>Just a moment...</title>`,
  ),
  "wall-521": page(
    521,
    HTML,
    "<script>document.cookie=('_')+('_')+('j')+('s')+('l');location.href=location.pathname+location.search</script>",
  ),
  "wall-anubis": page(
    200,
    `${HTML}Set-Cookie: techaro.lol-anubis-auth=; Max-Age=0\r\n`,
    '<!doctype html><html><title>Making sure you&#39;re not a bot!</title><link href="/.within.website/x/xess/xess.min.css">',
  ),
  "wall-cloudflare-503": page(503, `${HTML}Server: cloudflare\r\n`, "<title>Just a moment...</title>"),
  "wall-aws": page(202, `${HTML}x-amzn-waf-action: challenge\r\n`, ""),
  "wall-captcha": redirect(302, () => "https://validate.perfdrive.com/x"),
  "wall-open": page(200, `${HTML}X-Iinfo: 1-2-3\r\nSet-Cookie: incap_ses_1=x\r\n`),
  "wall-none-503": page(503, `${HTML}Server: cloudflare\r\n`, "<title>503</title>"),

  "rl-429-seconds": page(429, "Retry-After: 3600\r\n"),
  "rl-429-date": page(429, "Retry-After: Wed, 21 Oct 2037 07:28:00 GMT\r\n"),
  "rl-429-bad": page(429, "Retry-After: soon\r\n"),
};

/** `st-404` and the like need no line of their own. */
export function behaviourOf(id: string): Behaviour | null {
  const [, status] = /^st-(\d{3})$/.exec(id) ?? [];
  const odd = ODDITIES[id];
  if (odd !== undefined) return oddBehaviour(odd);
  return BEHAVIOURS[id] ?? (status === undefined ? null : page(Number(status), HTML));
}
