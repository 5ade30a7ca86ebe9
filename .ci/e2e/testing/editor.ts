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
const PLACES = `Array.from( document.querySelectorAll( "#firstHeading, #mw-content-text li" ), ( element ) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [ element.tagName, x, y, width, height ].join( " " );
} )`;

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
  // A skin is slow at first: requests side by side fill the wiki’s cache, and SQLite lets its writers wait.
  await page.goto(article, { timeout: 180_000 });
  await page.waitForFunction("mw.loader.getState( 'ext.gadget.weboid' ) === 'ready'");
  const before = await page.evaluate<string[]>(PLACES);
  answer();
  await page.locator("#weboid-summary").waitFor({ timeout: 30_000, state: "attached" });
  const marks = await page.locator(".weboid-mark").count();
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
