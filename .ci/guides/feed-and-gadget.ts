import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { blocksOf, documentText, linesOf } from "./blocks.ts";
import type { GuideWorld } from "./world.ts";

const root = join(import.meta.dirname, "../..");
type Get = () => GuideWorld;
/** Of the lock file. */
const NODE = join(root, "node_modules/.bin/node");

/** What stands in the guides for the reader's own; pages and categories of the sample in place of a real wiki's. */
const inWorld = (text: string, { edgeUrl }: GuideWorld): string =>
  text
    .replaceAll("https://weboid.example", edgeUrl)
    .replaceAll(/dewiki@WMF|testwiki@local/g, "samplewiki@local")
    .replaceAll("pageid=9301140|7745", "pageid=2|4")
    .replaceAll("pageid=9301140", "pageid=2")
    .replaceAll("title=Käse|Milch", "title=Main%20Page|Copper%20Railway")
    .replaceAll("category=Käse", "category=Harrowmere")
    .replaceAll("since=184467.1795251600", "since=0");

async function answerOf(command: string): Promise<{ readonly status: number; readonly body: string }> {
  const child = Bun.spawn(["bash", "-euc", command], { stdout: "pipe", stderr: "pipe" });
  const printed = await new Response(child.stdout).text();
  const at = printed.lastIndexOf("\n");
  return { status: Number(printed.slice(at + 1)), body: printed.slice(0, at) };
}

/** Keys of a JSON value, with those within it; numbers of a list count as one. */
const keysOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? [...new Set(value.flatMap(keysOf))]
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => [
          key,
          ...keysOf(inner).map((more) => `${key}.${more}`),
        ])
      : [];

/** The commands and examples of docs/feed.md. */
export function feedGuide(world: Get): void {
  const blocks = blocksOf("docs/feed.md");
  const lines = blocks.filter(({ language }) => language === "sh").flatMap(linesOf);
  test.runIf(Bun.which("curl") !== null).each(lines)("%s", async (line) => {
    const isStream = line.includes("format=sse");
    // A stream goes on for minutes; what was there is sent at once.
    const options = `curl -sS -w '\\n%{http_code}' ${isStream ? "-m 5" : ""}`;
    const command = inWorld(line, world())
      .replace(/^curl/, options)
      .concat(isStream ? " || true" : "");
    const { status, body } = await answerOf(command);
    expect([line, status, body.slice(0, 200)]).toEqual([line, 200, expect.any(String)]);
    if (!isStream) expect(JSON.parse(body)).toMatchObject({ version: 1, events: expect.any(Array) });
  });
  test("its commands were found", () => expect(lines.length).toBeGreaterThan(5));

  test("its program for EventSource is sent events, by Node's own", async () => {
    const [program] = blocks.filter(({ language }) => language === "js");
    const text = inWorld(`const cursor = "0";\n${program?.text}`, world());
    const child = Bun.spawn([NODE, "--experimental-eventsource", "--input-type=module", "--eval", text], {
      stdout: "pipe",
      stderr: "inherit",
      timeout: 60_000,
    });
    let printed = "";
    // It goes on until it is ended.
    for await (const piece of child.stdout) {
      printed += new TextDecoder().decode(piece);
      if (/kind: '\w+'[\s\S]*\n}/.test(printed)) break;
    }
    child.kill();
    expect(printed).toMatch(/^\d+\.\d+ \{/);
    expect(printed).toMatch(/kind: '(?:unreachable|working)'/);
  });

  test("the example of an answer has the keys that answers have", async () => {
    const [example = ""] = blocks.filter(({ language }) => language === "json").map(({ text }) => text);
    const shown: { readonly events: readonly object[] } = JSON.parse(example);
    const url = `${world().edgeUrl}/feed/samplewiki@local?limit=500&since=0`;
    const real = (await (await fetch(url)).json()) as typeof shown;
    expect(Object.keys(shown)).toEqual(Object.keys(real));
    const sent = new Set(real.events.flatMap(keysOf));
    expect(real.events.length).toBeGreaterThan(0);
    expect(keysOf(shown.events[0]).filter((key) => !sent.has(key))).toEqual([]);
    // What came without being shown is described in the table.
    const unnamed = [...sent].filter(
      (key) => !key.includes(".") && !documentText("docs/feed.md").includes(`\`${key}\``),
    );
    expect(unnamed).toEqual([]);
  });
}

const gadgetText = documentText("docs/gadget.md");

export function gadgetGuide(world: Get): void {
  gadgetScripts(world);
  gadgetAnswers(world);
}

/** What docs/gadget.md says to paste. */
function gadgetScripts(world: Get): void {
  const addresses = [...new Set(gadgetText.match(/https:\/\/weboid\.example\/[^\s'`)]+/g))];
  test.each(addresses)("%s", async (address) => {
    const response = await fetch(inWorld(address, world()));
    const body = await response.text();
    expect([address, response.status]).toEqual([address, 200]);
    const isScript = address.includes("gadget.js");
    expect(response.headers.get("content-type")).toContain(isScript ? "javascript" : "json");
    if (isScript) expect(() => new Function(body)).not.toThrow();
  });
  test("its addresses were found", () => expect(addresses.length).toBe(3));

  test.each<[string, RegExp, string]>([
    ["a copy", /shows, (\d+) kB\. MediaWiki/, ""],
    ["a complete copy", /shows, about (\d+) kB \((\d+) kB compressed\)/, "&lang=de"],
  ])("%s is as large as it says", async (_, said, more) => {
    const [, whole, compressed] = said.exec(gadgetText) ?? [];
    const address = inWorld(`https://weboid.example/gadget.js?dbname=testwiki@local${more}`, world());
    const script = Buffer.from(await (await fetch(address)).arrayBuffer());
    expect(Math.abs(script.length / 1_000 / Number(whole) - 1)).toBeLessThan(0.15);
    if (compressed === undefined) return;
    expect(Math.abs(gzipSync(script).length / 1_000 / Number(compressed) - 1)).toBeLessThan(0.15);
  });

  test("its options are read by the gadget", () => {
    const block = blocksOf("docs/gadget.md").find(({ text }) => text.includes("window.weboidConfig = {"));
    const window: { weboidConfig?: object } = {};
    new Function("window", block?.text ?? "")(window);
    const names = Object.keys(window.weboidConfig ?? {});
    expect(names.length).toBeGreaterThan(4);
    const source = ["gadget.js", "marks.js", "card.js", "summary.js", "repair.js"]
      .map((file) => readFileSync(join(root, "edge/gadget", file), "utf8"))
      .join("\n");
    expect(names.filter((name) => !source.includes(`options.${name}`))).toEqual([]);
  });
}

/** What it says of answers. */
function gadgetAnswers(world: Get): void {
  test("each key of a problem is in its table", async () => {
    const described = [...gadgetText.matchAll(/^\| (`[a-zA-Z`, ]+)(?: \(or .*\))? \| /gm)].flatMap(
      ([, cell = ""]) => [...cell.matchAll(/[a-zA-Z]+/g)].map(([key]) => key),
    );
    const pages = Array.from({ length: 12 }, (_, no) => no + 1);
    const answers = await Promise.all(
      pages.map(async (pageid) => {
        const address = `${world().edgeUrl}/externalLinkProblem.json?dbname=samplewiki@local&pageid=${pageid}`;
        return (await (await fetch(address)).json()) as { readonly problems: readonly object[] | false };
      }),
    );
    const keys = new Set(answers.flatMap(({ problems }) => (problems || []).flatMap(Object.keys)));
    expect(keys.size).toBeGreaterThan(4);
    expect(
      [...keys].filter((key) => key !== "url" && key !== "archives" && !described.includes(key)),
    ).toEqual([]);
  });

  test("what it says of a wrong name, and of a page without findings", async () => {
    const ask = (more: string) => fetch(`${world().edgeUrl}/externalLinkProblem.json?dbname=${more}`);
    const unknown = await ask("nowiki@local&pageid=1");
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining("unknown-wiki")]);
    const nothing = await ask("samplewiki@local&pageid=999999");
    expect(await nothing.json()).toMatchObject({ problems: false });
  });
}
