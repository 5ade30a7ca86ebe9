import { describe, expect, test } from "vitest";
import { createWorld } from "../testing/world.ts";

describe("GET /gadget.js", () => {
  test("is a script that asks the address it was served from", async () => {
    const { ask } = createWorld();
    const response = await ask("/gadget.js?dbname=testwiki@local");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const script = await response.text();
    expect(script).toMatch(/var served = \{"base":"https?:\/\/[a-z0-9.:]+","wiki":"testwiki@local"\};/);
  });

  test("a farm that is left out is the default", async () => {
    const { ask } = createWorld();
    expect(await (await ask("/gadget.js?dbname=dewiki")).text()).toContain('"wiki":"dewiki@WMF"');
    expect(await (await ask("/gadget.js")).text()).not.toContain('"wiki"');
  });

  test("what it needs to show findings comes with the words of the first language that is spoken (Q8)", async () => {
    const { ask } = createWorld();
    const marks = await ask("/gadget.js?part=marks&lang=szl");
    expect(marks.headers.get("cache-control")).toMatch(/max-age=3600/);
    const script = await marks.text();
    expect(script).toContain('{"lang":"pl","dir":"ltr","messages":{');
    const whole = await (await ask("/gadget.js?lang=szl")).text();
    expect(whole).toMatch(/"whole":true\}/);
    const repairs = await (await ask("/gadget.js?part=repair&lang=szl")).text();
    expect(repairs).toContain('var served = {"messages":{"repair-working":');
    // The same code: who pastes it reads its comments, too.
    const code = whole.replace(/^[\t ]*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm, "");
    expect(code.endsWith(script + repairs)).toBe(true);
    expect(script + repairs).not.toMatch(/^\s*(?:\/\*|\/\/)/m);
    expect(await (await ask("/gadget.js?part=marks")).text()).toContain('{"lang":"en",');
  });

  test("another part is refused", async () => {
    const { ask } = createWorld();
    const response = await ask("/gadget.js?part=x%22");
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("bad-part");
  });

  test("a wrong wiki is refused", async () => {
    const { ask } = createWorld();
    const response = await ask("/gadget.js?dbname=%22%3E%3Cscript%3E");
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("bad-dbname");
  });
});

describe("words in workerd", () => {
  test("Intl and banana-i18n speak German there too (Q8, M8)", async () => {
    const { ask } = createWorld();
    const front = await (await ask("/?lang=de")).text();
    expect(front).toContain("Welche Weblinks funktionieren noch?");
    const { messages } = await import("../../shared/i18n/messages.ts");
    const { asDay } = await import("../../shared/calendar/day.ts");
    expect(messages("de").ago(asDay(3539), asDay(3612))).toBe("vor 10 Wochen");
    expect(messages("de").text("checks", 9)).toBe("9 Prüfungen");
    expect(messages("pl").text("checks", 22)).toBe("22 sprawdzenia");
    expect(messages("ca").ago(asDay(3539), asDay(3612))).toBe("fa 10 setmanes");
    expect(messages("de").number(4312)).toBe("4.312");
  });
});
