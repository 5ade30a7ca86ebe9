import { describe, expect, test } from "vitest";
import { printJson } from "./json.ts";
import { printScript } from "./script.ts";
import { ANSWER, EMPTY_ANSWER } from "./testing/fixture.ts";
import { isCallbackName } from "./types.ts";
import { escapeXml, printXml } from "./xml.ts";

const OPTIONS = { callback: null, lang: "en" };
const ERROR = { code: "bad-pageid", message: 'pageid must be a number, not "</script>\u2028"' };

describe("one answer, many printers (design 9)", () => {
  test("JSON: the keys of the contract in its order", () => {
    expect(printJson.print(ANSWER, OPTIONS)).toBe(
      '{"version":1,"generated":3612,"pages":[{"wiki":"dewiki@WMF","pageid":9301140,"title":"Käse & <Brot>",' +
        '"watched":true,"live":true,"asOf":3611,"urls":[' +
        '{"url":"https://dead.example/a?b=1&c=2","verdict":"unreachable","status":18,"http":404,"since":3540,' +
        '"sinceDate":"2026-09-11","last":3610,"lastDate":"2026-11-20","checks":9,"history":[' +
        '{"status":18,"http":404,"first":3540,"firstDate":"2026-09-11","last":3610,"lastDate":"2026-11-20","checks":9},' +
        '{"status":1,"http":200,"first":2700,"firstDate":"2024-05-24","last":3533,"lastDate":"2026-09-04","checks":30}],' +
        '"notes":[],' +
        '"archives":[{"type":"webcitation","url":""},{"type":"archive.org",' +
        '"url":"https://web.archive.org/web/20260101000000/https://dead.example/a?b=1&c=2","at":"20260101000000"}],' +
        '"replacement":null,"reports":0,"spam":null,"rule":"gone-for-weeks","mime":null,"kib":null},' +
        '{"url":"https://fine.example/","verdict":"working","status":8,"http":301,"since":3600,' +
        '"sinceDate":"2026-11-10","last":3611,"lastDate":"2026-11-21","checks":2,"history":[' +
        '{"status":8,"http":301,"first":3600,"firstDate":"2026-11-10","last":3611,"lastDate":"2026-11-21","checks":2}],' +
        '"notes":[{"key":"moved","value":"https://fine.example/</script>\u202e"},{"key":"suspicious-syntax"}],' +
        '"archives":[],"replacement":null,"reports":1,"spam":null,"rule":"seen-working","mime":"pdf","kib":120}]},' +
        '{"wiki":"dewiki@WMF","pageid":7,"title":null,"watched":false,"live":true,"asOf":null,"urls":[],' +
        '"error":{"code":"unknown-page","message":"dewiki@WMF has no page 7"}}]}\n',
    );
  });

  test("XML: the same names, null left out", () => {
    expect(printXml.print(ANSWER, OPTIONS)).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        "<answer><version>1</version><generated>3612</generated><pages>" +
        "<item><wiki>dewiki@WMF</wiki><pageid>9301140</pageid><title>Käse &amp; &lt;Brot&gt;</title>" +
        "<watched>true</watched><live>true</live><asOf>3611</asOf><urls>" +
        "<item><url>https://dead.example/a?b=1&amp;c=2</url><verdict>unreachable</verdict><status>18</status>" +
        "<http>404</http><since>3540</since><sinceDate>2026-09-11</sinceDate><last>3610</last><lastDate>2026-11-20</lastDate><checks>9</checks><history>" +
        "<item><status>18</status><http>404</http><first>3540</first><firstDate>2026-09-11</firstDate><last>3610</last><lastDate>2026-11-20</lastDate><checks>9</checks></item>" +
        "<item><status>1</status><http>200</http><first>2700</first><firstDate>2024-05-24</firstDate><last>3533</last><lastDate>2026-09-04</lastDate><checks>30</checks></item>" +
        "</history><notes></notes><archives><item><type>webcitation</type><url></url></item>" +
        "<item><type>archive.org</type>" +
        "<url>https://web.archive.org/web/20260101000000/https://dead.example/a?b=1&amp;c=2</url><at>20260101000000</at></item></archives>" +
        "<reports>0</reports><rule>gone-for-weeks</rule></item>" +
        "<item><url>https://fine.example/</url><verdict>working</verdict><status>8</status><http>301</http>" +
        "<since>3600</since><sinceDate>2026-11-10</sinceDate><last>3611</last><lastDate>2026-11-21</lastDate><checks>2</checks><history>" +
        "<item><status>8</status><http>301</http><first>3600</first><firstDate>2026-11-10</firstDate><last>3611</last><lastDate>2026-11-21</lastDate><checks>2</checks></item>" +
        "</history><notes><item><key>moved</key><value>https://fine.example/&lt;/script&gt;\u202e</value></item>" +
        "<item><key>suspicious-syntax</key></item></notes><archives></archives><reports>1</reports>" +
        "<rule>seen-working</rule><mime>pdf</mime><kib>120</kib></item></urls></item>" +
        "<item><wiki>dewiki@WMF</wiki><pageid>7</pageid><watched>false</watched><live>true</live><urls></urls>" +
        "<error><code>unknown-page</code><message>dewiki@WMF has no page 7</message></error></item>" +
        "</pages></answer>\n",
    );
  });

  test("gadget: only the presumed unreachable, in the documented notation (G1)", () => {
    expect(printScript.print(ANSWER, OPTIONS)).toBe(
      '( function ( mw ) { var problems = [ { url: "https://dead.example/a?b=1\\u0026c=2", status: 18, http: 404, ' +
        "since: 3540, last: 3610, checks: 9, archive: " +
        '"https://web.archive.org/web/20260101000000/https://dead.example/a?b=1\\u0026c=2" } ]; ' +
        'mw.hook( "externalLinkProblem/query.answer" ).fire( problems ); }( window.mediaWiki ) );\n',
    );
  });

  test("gadget: nothing known", () => {
    expect(printScript.print(EMPTY_ANSWER, OPTIONS)).toBe(
      "( function ( mw ) { var problems = false; " +
        'mw.hook( "externalLinkProblem/query.answer" ).fire( problems ); }( window.mediaWiki ) );\n',
    );
  });

  test("callback: the same document as an argument", () => {
    const script = printScript.print(ANSWER, { ...OPTIONS, callback: "f" });
    expect(script.slice(0, 59)).toBe('/**/f({"problems":[{"url":"https://dead.example/a?b=1\\u0026');
    expect(script).toMatch(/^[ -~]*$/);
    expect(script).not.toMatch(/[<>]/);
    const received = run(script.slice("/**/".length), "f");
    const { problems, ...answer } = received as { problems: unknown[] };
    expect(problems).toHaveLength(1);
    expect(answer).toEqual(JSON.parse(printJson.print(ANSWER, OPTIONS)));
  });
});

/** What the script hands to its function: the script is a call with one JSON argument. */
function run(script: string, callback: string): unknown {
  expect(script.startsWith(`${callback}(`) && script.endsWith(")")).toBe(true);
  return JSON.parse(script.slice(callback.length + 1, -1));
}

describe("the gadget script as a browser runs it", () => {
  test.each([
    ["with problems", ANSWER, "https://dead.example/a?b=1&c=2"],
    ["with none", EMPTY_ANSWER, false],
  ])("%s", (_name, answer, expected) => {
    const fired: unknown[] = [];
    const mediaWiki = { hook: (name: string) => ({ fire: (value: unknown) => fired.push([name, value]) }) };
    new Function("window", printScript.print(answer, OPTIONS))({ mediaWiki });
    expect(fired).toMatchObject([
      ["externalLinkProblem/query.answer", expected === false ? false : [{ url: expected, http: 404 }]],
    ]);
  });
});

describe("errors in the caller's format", () => {
  test.each([
    [
      "json",
      printJson.printError(ERROR, OPTIONS),
      '{"error":{"code":"bad-pageid","message":"pageid must be a number, not \\"</script>\u2028\\""}}\n',
    ],
    [
      "xml",
      printXml.printError(ERROR, OPTIONS),
      '<?xml version="1.0" encoding="UTF-8"?>\n<answer><error><code>bad-pageid</code>' +
        "<message>pageid must be a number, not &quot;&lt;/script&gt;\u2028&quot;</message></error></answer>\n",
    ],
    [
      "js",
      printScript.printError(ERROR, OPTIONS),
      '( function ( mw ) { var error = { code: "bad-pageid", message: ' +
        '"pageid must be a number, not \\"\\u003c/script\\u003e\\u2028\\"" }; ' +
        'mw.hook( "externalLinkProblem/query.error" ).fire( error ); }( window.mediaWiki ) );\n',
    ],
    [
      "js with callback",
      printScript.printError(ERROR, { ...OPTIONS, callback: "f" }),
      '/**/f({"error":{"code":"bad-pageid","message":' +
        '"pageid must be a number, not \\"\\u003c/script\\u003e\\u2028\\""}})',
    ],
  ])("%s", (_format, printed, expected) => expect(printed).toBe(expected));
});

test.each([
  ["a\u0000b\u0008c\u000bd\u001fe", "abcde"],
  ["tab\tline\nreturn\r", "tab\tline\nreturn&#13;"],
  ["\ud800 alone \udc00", " alone "],
  ["\ufffe\uffff", ""],
  ["\u{1F600} <&>\"'", "\u{1F600} &lt;&amp;&gt;&quot;&apos;"],
  ["]]>", "]]&gt;"],
])("XML 1.0 text: %j", (text, expected) => expect(escapeXml(text)).toBe(expected));

test.each([
  ["f", true],
  ["jQuery19_123", true],
  ["$_", true],
  ["", false],
  ["a.b", false],
  ["a[0]", false],
  ["1a", false],
  ["alert(1)//", false],
  ["f\n", false],
  ["\u00fc", false],
  ["x".repeat(65), false],
  ["class", false],
  ["var", false],
  ["let", false],
  ["await", false],
  ["null", false],
  ["eval", false],
  ["arguments", false],
  ["__proto__", false],
  ["constructor", false],
  ["Class", true],
  ["evaluate", true],
])("callback %j: %s", (name, expected) => expect(isCallbackName(name)).toBe(expected));
