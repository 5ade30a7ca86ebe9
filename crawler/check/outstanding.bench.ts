/**
 * Memory with thousands of answers outstanding in one process, end to end as `weboid check -` does it: a web on loopback
 * in a process of its own takes all requests before it answers the first.
 *   bun crawler/check/outstanding.bench.ts [answers, default 15000] [https or http, default https]
 * Prints a JSON line: how many answers were right, how many requests the web held at once, and the peak of resident memory.
 * Both processes need a file limit above the number (ulimit -n; three quarters of it are used for sockets). The web answers
 * after 18 s in any case, before a HEAD is given up (headSilenceMs): on a busy machine it holds fewer at once.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const count = Number(process.argv[2] ?? 15_000);
const scheme = process.argv[3] === "http" ? "http" : "https";
const HOSTS = 200;

const folder = mkdtempSync(join(tmpdir(), "weboid-bench-"));
const program = join(import.meta.dirname, "testing", "bench-web.ts");
const server = Bun.spawn([process.execPath, program, String(HOSTS), "0", String(count)], {
  stdin: "pipe",
  stdout: "pipe",
});
const said = server.stdout.getReader();
const decoder = new TextDecoder();
const web = JSON.parse(decoder.decode((await said.read()).value)) as {
  readonly http: number;
  readonly https: number;
  readonly dns: string;
  readonly ca: string;
};
const ca = join(folder, "ca.pem");
writeFileSync(ca, web.ca);
const urls = Array.from(
  { length: count },
  (_, index) => `${scheme}://h${index % HOSTS}.web.zz:${web[scheme]}/hold/${index}`,
);

try {
  const began = performance.now();
  const weboid = Bun.spawn(
    [
      ...["crawler/cli/weboid.mjs", "check", "-", "--json", "--allow-private"],
      ...["--concurrency", String(count), "--per-host", String(Math.ceil(count / HOSTS))],
    ],
    {
      stdin: new Blob([`${urls.join("\n")}\n`]),
      stdout: "pipe",
      env: { ...process.env, WEBOID_DNS: web.dns, WEBOID_LOG: "error", NODE_EXTRA_CA_CERTS: ca },
      cwd: resolve(import.meta.dirname, "..", ".."),
    },
  );
  const lines = (await new Response(weboid.stdout).text()).split("\n").filter(Boolean);
  await weboid.exited;
  const statuses = lines.map((line) => (JSON.parse(line) as { readonly status: number }).status);
  const { held } = JSON.parse(decoder.decode((await said.read()).value).split("\n", 1)[0] ?? "") as {
    held: number;
  };
  const usage = weboid.resourceUsage();
  console.log(
    JSON.stringify({
      scheme,
      asked: count,
      right: statuses.filter((status) => status === 1).length,
      heldAtOnce: held,
      peakMiB: Math.round((usage?.maxRSS ?? 0) / 1024 / 1024),
      cpuSeconds: Number((Number(usage?.cpuTime.total ?? 0) / 1e6).toFixed(1)),
      seconds: Number(((performance.now() - began) / 1_000).toFixed(1)),
    }),
  );
} finally {
  server.stdin.end();
  rmSync(folder, { recursive: true, force: true });
}
