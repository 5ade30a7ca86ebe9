import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { launchBrowser } from "./testing/browser.ts";

/** The README's pictures, taken by Chromium from a fresh sample: `npm run pictures` writes docs/pictures/*.png. */

const ROOT = resolve(import.meta.dirname, "..");
const PICTURES = join(ROOT, "docs/pictures");
const START_MS_MAX = 240_000;
/** Sharp where the README shows two side by side, and still small. */
const VIEW = { viewport: { width: 960, height: 620 }, deviceScaleFactor: 1.5 };

/** Starts the sample in a folder of its own. Returns what `weboid up` prints about addresses, and how to end it. */
async function startSample(data: string) {
  const up = Bun.spawn([process.execPath, join(ROOT, "crawler/cli/main.ts"), "up"], {
    cwd: data,
    env: { ...process.env, WEBOID_DATA: data },
    stdout: "pipe",
    stderr: "ignore",
    timeout: START_MS_MAX,
  });
  let printed = "";
  const decoder = new TextDecoder();
  for await (const piece of up.stdout) {
    printed += decoder.decode(piece, { stream: true });
    if (printed.includes("Ctrl-C stops everything")) break;
  }
  const addressOf = (what: string): string => {
    const [, address] = new RegExp(`${what} +(http:\\S+)`).exec(printed) ?? [];
    if (address === undefined) throw new Error(`weboid up printed no address of ${what}:\n${printed}`);
    return address;
  };
  return {
    addressOf,
    async stop() {
      up.kill("SIGINT");
      await up.exited;
    },
  };
}

/** An article with a dead link and the gadget's box. */
async function pictureArticle(browser: Browser, article: string): Promise<void> {
  const page = await browser.newPage(VIEW);
  await page.goto(article.replace(/[^/]*$/, "Osmere_Chronicle"));
  await page.locator(".weboid-icon").first().click();
  await page.locator("#weboid-card").waitFor();
  await page.screenshot({ path: join(PICTURES, "article.png") });
}

/** A wiki at a glance. */
async function pictureOverview(browser: Browser, front: string): Promise<void> {
  const page = await browser.newPage(VIEW);
  await page.goto(`${front}list/samplewiki@local`);
  await page.screenshot({ path: join(PICTURES, "overview.png") });
}

const data = mkdtempSync(join(tmpdir(), "weboid-pictures-"));
mkdirSync(PICTURES, { recursive: true });
const sample = await startSample(data);
try {
  const browser = await launchBrowser();
  await pictureArticle(browser, sample.addressOf("article with gadget"));
  await pictureOverview(browser, sample.addressOf("front page"));
  await browser.close();
} finally {
  await sample.stop();
  rmSync(data, { recursive: true, force: true });
}
