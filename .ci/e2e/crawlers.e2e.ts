import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { weboid } from "../../crawler/cli/testing/run.ts";
import { startSecureWeb } from "./testing/secure-web.ts";

/** What is exported of an organisation (O4), given to the crawler that it is for: GNU Wget, as people have it. */

const WGET = "/usr/bin/wget";
const CRAWL_MS_MAX = 60_000;
let folder = "";
beforeEach(() => {
  if (!existsSync(WGET)) throw new Error("wget is missing: apt-get install wget (.ci/run does)");
  folder = mkdtempSync(join(tmpdir(), "weboid-wget-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A university with a domain that its name server shows, and a guest's host in its own range. */
const FACTS = {
  profile: {
    domain: "uni-moor.de",
    netRanges: [{ range: "192.0.2.0 - 192.0.2.255", cidrs: ["192.0.2.0/24"], source: "RIPE", holder: null }],
    nameServers: ["ns.uni-moor.de"],
  },
  hosts: {
    "www.uni-moor.de": { addresses: ["192.0.2.80"] },
    "lake-institute.org": { nameServers: ["ns.uni-moor.de"] },
    "club.guests.org": { addresses: ["192.0.2.99"] },
    "foreign.org": { addresses: ["203.0.113.9"], nameServers: ["ns.foreign.org"] },
  },
};

const links = (...urls: string[]) => urls.map((url) => `<a href="${url}">x</a>`).join("");
const PAGES = {
  "https://www.uni-moor.de/": links(
    "/deep/",
    "https://physik.uni-moor.de/",
    "https://foreign.org/",
    "https://notuni-moor.de/",
    "https://uni-moor.de.evil.org/",
    "https://evil.org/?to=https://www.uni-moor.de/",
    "https://lake-institute.org/",
    "https://club.guests.org/",
  ),
  "https://www.uni-moor.de/deep/": links("https://other.guests.org/", "https://sub.club.guests.org/"),
  "https://physik.uni-moor.de/": "physics",
  "https://uni-moor.de/": "the university",
  "https://lake-institute.org/": links("https://sub.lake-institute.org/", "https://guests.org/"),
  "https://sub.lake-institute.org/": "below",
  "https://club.guests.org/": links("/members"),
  "https://club.guests.org/members": "members",
};
const OTHERS = [
  "https://foreign.org/",
  "https://notuni-moor.de/",
  "https://uni-moor.de.evil.org/",
  "https://evil.org/?to=https://www.uni-moor.de/",
  "https://guests.org/",
  "https://other.guests.org/",
  "https://sub.club.guests.org/",
];

async function exported(format: string): Promise<string> {
  const facts = join(folder, "facts.json");
  writeFileSync(facts, JSON.stringify(FACTS));
  const hosts = Object.keys(FACTS.hosts).join("\n");
  const ran = await weboid(
    ["organisation", "export", "uni-moor.de", "-", "--facts", facts, "--format", format],
    { env: { WEBOID_LOG: "silent" }, stdin: hosts },
  );
  expect(ran).toMatchObject({ code: 0, stderr: [] });
  const file = join(folder, `${format}.txt`);
  writeFileSync(file, ran.stdout);
  return file;
}

/** Runs wget there, through that proxy and with none of the machine's own configuration. */
async function wget(proxy: string, args: readonly string[]): Promise<number | null> {
  const child = spawn(WGET, ["--no-check-certificate", "--tries=1", "--timeout=20", ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, https_proxy: proxy, http_proxy: proxy },
    stdio: "ignore",
    timeout: CRAWL_MS_MAX,
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}
const pagesOf = (asked: readonly string[]) =>
  [...new Set(asked)].filter((url) => !url.endsWith("/robots.txt")).sort();

test("a recursive crawl by the list for wget takes all that belongs, and nothing else", async () => {
  const [config, seeds] = [await exported("wget"), await exported("seeds")];
  await using web = await startSecureWeb({
    ...PAGES,
    ...Object.fromEntries(OTHERS.map((url) => [url, "no"])),
  });
  expect(await wget(web.proxy, [`--config=${config}`, "--recursive", `--input-file=${seeds}`])).toBe(0);
  expect(pagesOf(web.asked)).toEqual(Object.keys(PAGES).sort());
});

test("a list of addresses is taken page by page, as that of what is worth archiving", async () => {
  const list = join(folder, "archiving.txt");
  const urls = ["https://www.uni-moor.de/deep/", "https://physik.uni-moor.de/"];
  writeFileSync(list, urls.map((url) => `${url}\n`).join(""));
  await using web = await startSecureWeb(PAGES);
  const warc = join(folder, "uni");
  expect(
    await wget(web.proxy, [
      "--no-config",
      `--input-file=${list}`,
      "--page-requisites",
      `--warc-file=${warc}`,
    ]),
  ).toBe(0);
  expect(pagesOf(web.asked)).toEqual(urls.toSorted());
  expect(existsSync(`${warc}.warc.gz`)).toBe(true);
});
