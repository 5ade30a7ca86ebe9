import { expect, test } from "vitest";
import { DOCUMENTS } from "../documents.ts";
import { ORGANISATION, RELAUNCHES } from "../html/testing/listings.ts";
import { printArchivingCsv, printRelaunchesCsv } from "./csv.ts";
import { archivingData, organisationData, relaunchData, relaunchesData } from "./data.ts";
import { relaunchRows } from "./organisation.ts";

const [RELAUNCH] = ORGANISATION.relaunches;
if (RELAUNCH === undefined) throw new Error("no relaunch");

test("a relaunch has the same members in JSON and CSV, in the list and with its organisation", () => {
  const data = relaunchData(RELAUNCH);
  const [head = [], row = []] = relaunchRows([RELAUNCH]);
  const { movedFrom, movedTo, ...cells } = Object.fromEntries(head.map((name, at) => [name, row[at]]));
  expect(Object.keys(cells).sort()).toEqual(Object.keys(data).sort());
  const { moves, examples, ...plain } = data;
  expect(cells).toEqual({
    ...plain,
    moves: moves.map(({ from, to, count }) => `${from} ${to} ${count}`).join(" "),
    examples: examples.join(" "),
  });
  expect([movedFrom, movedTo]).toEqual([moves[0]?.from, moves[0]?.to]);
  expect(data).toMatchObject({ fromDate: "2026-04-21", toDate: "2026-05-03", foundDate: "2026-06-13" });
  expect(organisationData(ORGANISATION).relaunches[0]).toEqual(data);
  expect(relaunchesData(RELAUNCHES).entries[0]).toEqual(data);
  expect(Object.keys(DOCUMENTS.relaunches.shape.entries._zod.def.element.shape).sort()).toEqual(
    Object.keys(data).sort(),
  );
});

test("a cell of moves can be taken apart again, and is no formula", () => {
  const csv = printRelaunchesCsv({ ...RELAUNCHES, entries: [{ ...RELAUNCH, site: "=1+1" }] });
  expect(csv.split("\r\n")[1]).toMatch(/^"'=1\+1",/);
  for (const { moves, examples } of RELAUNCHES.entries)
    for (const text of [...moves.flatMap(({ from, to }) => [from, to]), ...examples])
      expect(text).not.toContain(" ");
});

test("what is worth archiving is the same in a list of its own, as JSON and CSV", () => {
  expect(archivingData(ORGANISATION)).toEqual({
    version: 1,
    generated: ORGANISATION.generated,
    wiki: ORGANISATION.wiki,
    list: "archiving",
    domain: ORGANISATION.domain,
    organisation: ORGANISATION.organisation,
    complete: ORGANISATION.complete,
    entries: ORGANISATION.archiving,
  });
  expect(printArchivingCsv(ORGANISATION).split("\r\n").slice(0, 2)).toEqual([
    '"url","risks"',
    '"https://xn--mller-kva.de/bestand/1352","relaunch losing unsteady"',
  ]);
});
