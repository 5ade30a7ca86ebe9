import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLog } from "../../db/people/log.ts";
import { openSite, type Site } from "../testing/site.ts";
import { LINKS, openPeopleWorld, type PeopleWorld, WIKI } from "./testing/people-world.ts";

/**
 * What people do in their browsers, from login to undo, against everything that serves them but the wiki where they log in, which is a
 * fake. The tests go on with what the ones before left in the log.
 */

let world: PeopleWorld;
let evil: Site;
/** What the page of another site holds. */
let trap = "";
beforeAll(async () => {
  world = await openPeopleWorld(["evil.zz"]);
  evil = await openSite(() => ({ body: trap }));
});
afterAll(async () => {
  await evil?.close();
  await world?.close();
});

const [ONE = "", TWO = "", THREE = ""] = LINKS;
const reportOf = (url: string) => `${world.base}/report?${new URLSearchParams({ url, dbname: WIKI })}`;
const button = (tab: Page, name: string, nth = 0) => tab.getByRole("button", { name, exact: true }).nth(nth);
const alertOf = (tab: Page) => tab.locator(".box").first().textContent();
const entries = async (): Promise<Record<string, unknown>[]> => {
  const answer = await world.ask("/log?format=json");
  return ((await answer.json()) as { entries: Record<string, unknown>[] }).entries;
};

/** By the link of a page, and the wiki's dialog. */
async function logIn(tab: Page, address: string, name: string): Promise<void> {
  await tab.goto(address);
  await tab.getByRole("link", { name: "Log in with your wiki account" }).click();
  expect(await tab.getByRole("heading").textContent()).toBe("A fake wiki, for tests");
  await tab.getByRole("button", { name: `Allow as ${name}` }).click();
}

const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies(world.base)).map(({ name, httpOnly, secure, sameSite, path, domain }) => ({
    ...{ name, httpOnly, secure, sameSite, path, domain },
  }));

test("somebody logs in from a form, reports, undoes it in the log and logs out, without scripts", async () => {
  const context = await world.reader("192.0.2.7", { javaScriptEnabled: false });
  const tab = await context.newPage();
  await logIn(tab, reportOf(ONE), "Bea");
  expect(tab.url()).toContain("/report?url=");
  expect(await tab.getByText("Logged in as").textContent()).toContain("Bea");
  const kept = { httpOnly: true, secure: true, sameSite: "Lax", path: "/", domain: "weboid.zz" };
  expect(await cookiesOf(context)).toEqual([{ name: "__Host-weboid-session", ...kept }]);

  await button(tab, "It works for me").click();
  expect(await alertOf(tab)).toMatch(/^Thank you\. The report is saved\./);
  await tab.locator("#answer").getByRole("link", { name: "Public log" }).click();
  const entry = tab.locator("#e1");
  expect(await entry.textContent()).toMatch(/Reported as working.*gone\.zz\/1.*by a logged-in user/s);
  await entry.getByRole("button", { name: "Undo" }).click();
  expect(await alertOf(tab)).toMatch(/^The reports are withdrawn\./);
  expect(await tab.locator("#e1").textContent()).toContain("undone by entry #2");
  expect(await entries()).toMatchObject([
    { no: 2, act: "withdraw", by: "account", undoes: 1 },
    { no: 1, act: "report", by: "account", undone: 2 },
  ]);

  await button(tab, "Log out").click();
  expect(await tab.getByRole("link", { name: "Log in with your wiki account" }).count()).toBe(1);
  expect(await cookiesOf(context)).toEqual([]);
  await context.close();
});

test("an administrator locks with the keyboard alone, a reader's report is refused with the reason, and the lock is lifted", async () => {
  const context = await world.reader("192.0.2.8");
  const tab = await context.newPage();
  await logIn(tab, `${world.base}/log`, "Ada Lovelace");
  const press = async (...keys: string[]) => {
    for (const key of keys) await tab.keyboard.press(key);
  };
  for (let at = 0; at < 60; at++) {
    await press("Tab");
    if (await tab.evaluate("document.activeElement.name === 'target' && document.activeElement.required"))
      break;
  }
  await tab.keyboard.type("gone.zz");
  await press("Tab");
  await tab.keyboard.type('two <b>groups" \u202eabc');
  await press("Tab", "Control+A", "3", "Enter");
  await tab.waitForLoadState();
  await expect.poll(() => alertOf(tab)).toBe("The lock is set.");

  const readers = await world.reader("198.51.100.9");
  const reader = await readers.newPage();
  await reader.goto(reportOf(TWO));
  await button(reader, "It works for me").click();
  expect(await alertOf(reader)).toMatch(
    /^This link is locked until .*\. Reason: two <b>groups" \[U\+202E\]abc$/,
  );
  // No button that only administrators have.
  await reader.goto(`${world.base}/log`);
  expect(await button(reader, "Unlock").count()).toBe(0);

  await button(tab, "Unlock").click();
  expect(await alertOf(tab)).toBe("The lock is lifted.");
  await reader.goto(reportOf(TWO));
  await button(reader, "It works for me").click();
  expect(await alertOf(reader)).toMatch(/^Thank you/);
  // By administrators also what others did.
  await tab.goto(`${world.base}/log`);
  await tab.locator("#e5").getByRole("button", { name: "Undo" }).click();
  expect(await alertOf(tab)).toMatch(/^The reports are withdrawn\./);
  expect((await entries()).map(({ act, by }) => `${act} by ${by}`).slice(0, 4)).toEqual([
    "withdraw by administrator",
    "report by reader",
    "unlock by administrator",
    "lock by administrator",
  ]);
  for (const each of [context, readers]) await each.close();
});

test("who cancels at the wiki, comes back with another state or by another's link is not logged in", async () => {
  const context = await world.reader("192.0.2.9");
  const tab = await context.newPage();
  await tab.goto(`${world.base}/log`);
  await tab.getByRole("link", { name: "Log in with your wiki account" }).click();
  await button(tab, "Cancel").click();
  expect(await tab.getByRole("heading", { level: 1 }).textContent()).toBe("The login did not succeed");
  expect(await cookiesOf(context)).toEqual([]);

  // An attacker's own, not used yet.
  const dialog = (await world.ask("/login")).headers.get("location") ?? "";
  const allowed = { method: "POST", body: new URLSearchParams({ user: "Bea" }), redirect: "manual" } as const;
  const callback = (await fetch(dialog, allowed)).headers.get("location") ?? "";
  expect(callback).toMatch(/^https:\/\/weboid\.zz.*code=.*state=/);
  const asked = world.wiki.requests.length;
  for (const begins of [false, true]) {
    if (begins) {
      await tab.goto(`${world.base}/log`);
      await tab.getByRole("link", { name: "Log in with your wiki account" }).click();
    }
    expect((await tab.goto(callback))?.status()).toBe(400);
    await tab.goto(`${world.base}/log`);
    expect(await tab.getByText("Logged in as").count()).toBe(0);
  }
  // The code was not even asked for.
  expect(world.wiki.requests.slice(asked)).not.toContain("POST /w/rest.php/oauth2/access_token");
  await context.close();
});

test("while the wiki hangs or talks without end the login fails in some seconds", async () => {
  const context = await world.reader("192.0.2.10");
  const tab = await context.newPage();
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new TextEncoder().encode(" ".repeat(65_536))),
      }),
      { headers: { "content-type": "application/json" } },
    );
  for (const answer of [endless, () => new Promise<Response>(() => {})]) {
    world.wiki.replace(answer);
    await logIn(tab, `${world.base}/log`, "Bea");
    expect(await tab.getByRole("heading", { level: 1 }).textContent()).toBe("The login did not succeed");
  }
  world.wiki.replace(null);
  await context.close();
});

test("another site does nothing in a reader's name, with a token that it stole either", async () => {
  const context = await world.reader("192.0.2.11");
  const tab = await context.newPage();
  await logIn(tab, reportOf(THREE), "Cleo");
  const token = await tab.locator("input[name=token]").first().inputValue();
  const before = (await entries()).length;
  const fields = { url: THREE, dbname: WIKI, action: "make", token };
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  const there = evil.base.replace("127.0.0.1", "evil.zz");
  for (const path of ["/report", "/logout", "/log"]) {
    trap = `<form method="post" action="${world.base}${path}">${inputs.join("")}</form><script>document.forms[0].submit()</script>`;
    await tab.goto(there);
    await tab.waitForURL(`${world.base}/**`);
  }
  trap = `<iframe src="${world.base}/log"></iframe>`;
  await tab.goto(there);
  expect(await tab.evaluate("document.cookie")).toBe("");
  expect(tab.frames().at(1)?.url()).toMatch(/^chrome-error:/);
  const read = `fetch("${world.base}/log", { credentials: "include" }).then((got) => got.text(), () => "refused")`;
  expect(await tab.evaluate(read)).toBe("refused");

  // The session is where it was, and its holder alone acts.
  await tab.goto(reportOf(THREE));
  expect(await tab.getByText("Logged in as").count()).toBe(1);
  expect((await entries()).length).toBe(before);
  await button(tab, "It works for me").click();
  expect((await entries()).length).toBe(before + 1);
  await context.close();
});

test("nothing of who logged in is stored, and the chain is whole", async () => {
  const tables = await world.db.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
  for (const { name } of tables) {
    const rows = await world.db.sql`select t::text as row from ${world.db.sql(name)} t`;
    const text = rows.map(({ row }) => row).join("\n");
    expect(text, name).not.toMatch(/Bea|Cleo|Ada Lovelace|471147114711|192\.0\.2\.|198\.51\.100\./);
  }
  expect(await checkLog(world.db)).toMatchObject({ kind: "valid" });
});
