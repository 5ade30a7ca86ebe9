import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../.ci/testing/browser.ts";
import { type HostileServer, startHostileServer } from "../net/testing/hostile-server.ts";
import { CONTENT, ODDITIES } from "../net/testing/oddities.ts";

/** The yardstick itself: what the table says that Chromium does, Chromium is asked; hostile.test.ts asks us. */
let server: HostileServer;
let browser: Browser;
/** One for all: to open a page costs more than to go there. */
let page: Page;
beforeAll(async () => {
  server = await startHostileServer();
  // The schemes' own ports: elsewhere browsers are stricter.
  browser = await launchBrowser([`--host-resolver-rules=MAP *:80 127.0.0.1:${server.ports.http}`]);
  page = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Nothing takes so long unless it hangs, on a busy machine either. */
const HANG_MS = 60_000;

/** false: the browser says why not. That nothing comes at all proves nothing, and is thrown. */
async function shows(url: string): Promise<boolean> {
  try {
    await page.goto(url, { waitUntil: "commit", timeout: HANG_MS });
    // A body may be cut off: the page never loads to its end, and what came is shown nevertheless.
    await page.getByText(CONTENT).waitFor({ timeout: HANG_MS });
    return true;
  } catch (error) {
    if (String(error).includes("net::ERR_")) return false;
    throw error;
  }
}

test.each(Object.entries(ODDITIES))("%s", async (id, { shown }) => {
  expect(await shows(`http://${id}.zz/`)).toBe(shown);
});
