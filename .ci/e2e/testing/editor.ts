import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** What there is to see of the gadget in an article. */
interface Sight {
  readonly marks: number;
  /** Title and list items whose place or size is another than before. */
  readonly moved: readonly string[];
  /** Numbers in the line for editors, in their order. */
  readonly counted: readonly number[];
  /** Rules of axe that marks, box and line break. */
  readonly complaints: readonly string[];
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RESTING_MS = 500;
const PLACES = `Array.from( document.querySelectorAll( "#firstHeading, #mw-content-text li" ), ( element ) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [ element.tagName, x, y, width, height ].join( " " );
} )`;

/** Places once nothing of the page itself moves any more. */
async function restingPlaces(page: Page): Promise<string[]> {
  for (let places: string[] = []; ; ) {
    await page.waitForTimeout(RESTING_MS);
    const now = await page.evaluate<string[]>(PLACES);
    if (now.join() === places.join()) return now;
    places = now;
  }
}

/** An editor opens the article, Weboid answers late, and the box at the first mark is opened: what there is to see then. */
export async function lookAsEditor(page: Page, article: string): Promise<Sight> {
  let answer = () => {};
  const asked = new Promise<void>((release) => {
    answer = release;
  });
  await page.route("**/externalLinkProblem*", async (route) => {
    await asked;
    await route.continue();
  });
  // Not until it has loaded: where the gadget asked before, its question is a part of that.
  await page.goto(article, { waitUntil: "domcontentloaded" });
  await page.waitForFunction("window.mw?.loader?.getState( 'ext.gadget.weboid' ) === 'ready'");
  const before = await restingPlaces(page);
  answer();
  await page.locator("#weboid-summary").waitFor({ timeout: 30_000, state: "attached" });
  const marks = await page.locator("a.weboid-broken + .weboid-mark").count();
  const summary = await page.locator("#weboid-summary").textContent();
  const after = await page.evaluate<string[]>(PLACES);
  await page.locator(".weboid-icon").first().focus();
  await page.keyboard.press("Enter");
  const { violations } = await page.evaluate<{ violations: { id: string }[] }>(
    `${AXE}; axe.run( { include: [ [ ".weboid-mark:has( .weboid-card )" ], [ "#weboid-summary" ] ] } )`,
  );
  return {
    marks,
    moved: after.filter((place, at) => place !== before[at]),
    counted: summary?.match(/\d+/g)?.map(Number) ?? [],
    complaints: violations.map(({ id }) => id),
  };
}
