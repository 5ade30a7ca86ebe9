/**
 * Checks per second and per CPU second, end to end as `weboid check -` does them, against `curl --parallel` on the same
 * list by turns: many hosts, a connection for each request, plain and TLS, on a web on loopback.
 *   bun crawler/check/check.bench.ts [URLs, default 100000] [at once, default 300] [rounds, default 3]
 * The fine plain list has all of these, that with dead names 50,000 at most, the mixed one 20,000, and that over TLS a third
 * of them and 10,000 at most, so that all is over within some minutes. Whatever its length, a list carries about half a CPU second that does not grow with it: the
 * start, and three requests and two questions beside the URLs for each of the 200 hosts, by code that no compiler has seen. Of
 * 20,000 plain URLs that is a fifth, of 100,000 a twentieth: short lists say what a user waits for, only long ones what a crawl costs.
 * A tenth of the names of one list are dead, half of them unknown to the name server and half such that it never answers,
 * each name twice. What begins last with such a name ends four seconds later: `perSecond` of a short list is mostly that.
 * curl, which takes no name server, is given that list without them.
 * Needs curl. Prints a JSON line per list and client, medians of the rounds. Read the ratios: the machine's other work
 * and the web itself share the processors. curl asks by HEAD and follows redirects; Weboid besides asks by GET
 * whatever HEAD was refused (C1), so the mixed list is more work for it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..", "..");
const count = Number(process.argv[2] ?? 100_000);
const atOnce = Number(process.argv[3] ?? 300);
const rounds = Number(process.argv[4] ?? 3);
const HOSTS = 200;

/** Shares of a hundred. */
type Mix = readonly (readonly [string, number])[];

/** As links of a wiki have them. */
const MIX: Mix = [
  ["200", 71],
  ["301", 11],
  ["404", 8],
  ["405", 5],
  ["500", 3],
  ["rst", 2],
];
const FINE: Mix = [["200", 100]];

interface Web {
  readonly http: number;
  readonly https: number;
  readonly dns: string;
  readonly ca: string;
}

/** A tenth of the list with names that lead nowhere, each of them twice. */
const withDead = (urls: readonly string[]): string[] =>
  urls.map((url, index) => {
    if (index % 10 !== 9) return url;
    const name = Math.floor(index / 40);
    return url.replace(/h[0-9]+\.web\.zz/, index % 20 === 9 ? `silent${name}.zz` : `unknown${name}.zz`);
  });
const isDead = (url: string) => /\/\/(?:silent|unknown)/.test(url);

function list(scheme: "http" | "https", port: number, mix: Mix, length: number): string[] {
  const kinds = mix.flatMap(([kind, share]) => Array<string>(share).fill(kind));
  return Array.from(
    { length },
    (_, index) =>
      `${scheme}://h${index % HOSTS}.web.zz:${port}/${kinds[(index * 37) % kinds.length]}/${index}`,
  );
}

interface Measured {
  readonly answers: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly mebibytes: number;
}

async function measure(
  command: string[],
  input: string,
  env: Record<string, string>,
  answers: (out: string) => number,
) {
  const began = performance.now();
  const child = Bun.spawn(command, {
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "ignore",
    env: { ...process.env, ...env },
    cwd: root,
  });
  const out = await new Response(child.stdout).text();
  await child.exited;
  const usage = child.resourceUsage();
  return {
    answers: answers(out),
    seconds: (performance.now() - began) / 1_000,
    cpuSeconds: Number(usage?.cpuTime.total ?? 0) / 1e6,
    mebibytes: (usage?.maxRSS ?? 0) / 1024 / 1024,
  };
}

const folder = mkdtempSync(join(tmpdir(), "weboid-bench-"));
const ca = join(folder, "ca.pem");
const server = Bun.spawn(
  [
    process.execPath,
    join(import.meta.dirname, "testing", "bench-web.ts"),
    String(HOSTS),
    String(Math.ceil(count / 40)),
  ],
  {
    stdin: "pipe",
    stdout: "pipe",
  },
);
const { value } = await server.stdout.getReader().read();
const web = JSON.parse(new TextDecoder().decode(value)) as Web;
writeFileSync(ca, web.ca);

/** Lines whose status is the web's: a wrong one must not pass for a quick one. */
const RIGHT: Readonly<Record<string, string>> = {
  "200": "1",
  "301": "8",
  "404": "18",
  "405": "1",
  "500": "16",
  rst: "64",
};
const rightStatus = (url: string): string | undefined => {
  if (isDead(url)) return url.includes("//silent") ? "64" : "66";
  return RIGHT[new URL(url).pathname.split("/")[1] ?? ""];
};
const rightAnswers = (out: string) =>
  out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { readonly url: string; readonly status: number })
    .filter(({ url, status }) => rightStatus(url) === String(status)).length;

const weboid = (urls: string[]) =>
  measure(
    ["crawler/cli/weboid.mjs", "check", "-", "--json", "--allow-private", "--concurrency", String(atOnce)],
    `${urls.join("\n")}\n`,
    { WEBOID_DNS: web.dns, WEBOID_LOG: "error", NODE_EXTRA_CA_CERTS: ca },
    rightAnswers,
  );

const curl = (urls: string[]) => {
  const config = ["parallel", "silent", "head", "location", "output = /dev/null", `parallel-max = ${atOnce}`];
  const entries = urls.map((url) => `url = "${url}"\noutput = /dev/null`);
  const path = join(folder, "curl.conf");
  writeFileSync(path, `${[...config, ...entries].join("\n")}\n`);
  const options = [
    "--parallel-immediate",
    "--cacert",
    ca,
    "--connect-to",
    "::127.0.0.1:",
    "--write-out",
    "%{http_code}\\n",
  ];
  return measure(
    ["curl", "--config", path, ...options],
    "",
    {},
    (out) => out.split("\n").filter(Boolean).length,
  );
};

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const round = (value: number, digits: number) => Number(value.toFixed(digits));

try {
  for (const [name, urls] of [
    ["plain, fine", list("http", web.http, FINE, count)],
    ["plain, mixed", list("http", web.http, MIX, Math.min(count, 20_000))],
    ["TLS, fine", list("https", web.https, FINE, Math.min(Math.ceil(count / 3), 10_000))],
    ["plain, a tenth of the names dead", withDead(list("http", web.http, FINE, Math.min(count, 50_000)))],
  ] as const) {
    const runs = { weboid: [] as Measured[], curl: [] as Measured[] };
    for (let round = 0; round < rounds; round++) {
      runs.weboid.push(await weboid([...urls]));
      runs.curl.push(await curl(urls.filter((url) => !isDead(url))));
    }
    for (const [client, measured] of Object.entries(runs))
      console.log(
        JSON.stringify({
          list: name,
          client,
          urls: urls.length,
          answers: median(measured.map(({ answers }) => answers)),
          perSecond: round(median(measured.map((each) => each.answers / each.seconds)), 0),
          cpuSecondsPerThousand: round(
            median(measured.map((each) => (each.cpuSeconds / each.answers) * 1_000)),
            3,
          ),
          peakMiB: round(median(measured.map(({ mebibytes }) => mebibytes)), 0),
        }),
      );
    const cpu = (client: Measured[]) => median(client.map((each) => each.cpuSeconds / each.answers));
    console.log(
      JSON.stringify({
        list: name,
        urls: urls.length,
        checksPerCpuSecondOfCurls: round(cpu(runs.curl) / cpu(runs.weboid), 2),
      }),
    );
  }
} finally {
  server.stdin.end();
  rmSync(folder, { recursive: true, force: true });
}
