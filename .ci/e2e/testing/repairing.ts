import type { Page } from "playwright-core";
import type { RepairDocument } from "../../../shared/format/documents.ts";
import type { MediaWiki } from "./mediawiki.ts";

/** An article with dead links of which some have copies in the archive (`MISSING`), and with text that fits into no field by itself. */
export const TO_REPAIR = "Links to repair";
export const TO_REPAIR_TEXT = `A [http://missing-1.zz/page?n=1 missing link], ü 𝔘 &amp; </textarea><b onclick="alert(1)">"quoted"</b>.<ref>{{cite web |url=http://missing-2.zz/page?n=2 |title=Missing |access-date=12 March 2019}}</ref>

Another<ref>[http://gone-3.zz/page?n=3 gone one]</ref>, and [http://fine-4.zz/page?n=4 a fine one].

== [http://gone-5.zz/page?n=5 In a heading] ==
<references />`;

/** Sites that the test's archive knows. */
export const isArchived = (url: string): boolean => /^https?:\/\/missing-[12]\.zz\//.test(url);

/** What a person sees who asked for a repair. */
interface Shown {
  readonly skin: string;
  readonly title: string;
  /** Clicks from the article to the changes. */
  readonly clicks: number;
  /** In the editor. */
  readonly text: string;
  readonly summary: string;
  /** Lines of the comparison, with what is added. */
  readonly added: readonly string[];
}

/** Counts what a person does. */
export class Person {
  clicks = 0;

  constructor(readonly page: Page) {}

  async click(selector: string): Promise<void> {
    const place = this.page.locator(selector).first();
    await place.waitFor({ timeout: 30_000 });
    await place.click();
    this.clicks++;
  }

  /** Opens an article and waits for its marks. */
  async read(address: string): Promise<void> {
    this.clicks = 0;
    await this.page.goto(address);
    await this.page.locator(".weboid-mark").first().waitFor({ timeout: 30_000, state: "attached" });
  }

  /** The box at the first mark, and "Repair…" in it. */
  async askForRepair(): Promise<void> {
    await this.click(".weboid-icon");
    await this.click(".weboid-card .weboid-repair");
  }

  /** What the wiki's own comparison shows. */
  async changes(): Promise<Shown> {
    const { page } = this;
    await page.locator("#wikiDiff table.diff").waitFor({ timeout: 30_000 });
    await page.waitForFunction("window.mw?.config?.get( 'skin' )");
    return {
      skin: await page.evaluate<string>("mw.config.get( 'skin' )"),
      title: new URL(page.url()).searchParams.get("title") ?? "",
      clicks: this.clicks,
      text: await page.locator("#wpTextbox1").inputValue(),
      summary: await page.locator("#wpSummary").inputValue(),
      added: await page.locator("#wikiDiff td.diff-addedline").allInnerTexts(),
    };
  }

  /** Below the button in the box. */
  async shownBelow(): Promise<string | null> {
    return this.page.locator(".weboid-card [role=status]").textContent();
  }

  async isWatched(pageid: number): Promise<boolean> {
    const question = `action=query&format=json&formatversion=2&prop=info&inprop=watched&pageids=${pageid}`;
    return this.page.evaluate<boolean>(
      `fetch( "/w/api.php?${question}" ).then( a => a.json() ).then( a => a.query.pages[ 0 ].watched )`,
    );
  }

  async save(): Promise<void> {
    await this.click("#wpSave");
    await this.page.waitForLoadState("load");
  }
}

/** What Weboid says of the page. */
export async function repairOf(edge: string, pageid: number): Promise<RepairDocument> {
  const response = await fetch(`${edge}/api/v1/repair?dbname=testbed@local&pageid=${pageid}`);
  if (response.status !== 200) throw new Error(`repair: ${response.status} ${await response.text()}`);
  return (await response.json()) as RepairDocument;
}

/** The newest revision, as the wiki's API has it. */
export async function newest(wiki: MediaWiki, title: string): Promise<{ revid: number; text: string }> {
  const query = new URLSearchParams({
    action: "query",
    format: "json",
    formatversion: "2",
    prop: "revisions",
    titles: title,
    rvprop: "ids|content",
    rvslots: "main",
  });
  const answer = (await (await fetch(`${wiki.api}?${query}`)).json()) as {
    query: { pages: { revisions: { revid: number; slots: { main: { content: string } } }[] }[] };
  };
  const [revision] = answer.query.pages[0]?.revisions ?? [];
  if (revision === undefined) throw new Error(`${title} has no revision`);
  return { revid: revision.revid, text: revision.slots.main.content };
}
