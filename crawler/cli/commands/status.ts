import { Command } from "commander";
import { httpOfStatus, isStatus, statusRow } from "../../../shared/status/table.ts";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { withRole } from "../role.ts";
import { reportStatus, type StatusReport } from "../status-report.ts";
import { tableLines } from "../table.ts";

export function status(cli: Cli): Command {
  const command = new Command("status")
    .description("tell how far the passes are, how fast, who works, what waits, and what is wrong")
    .option("--json", "print it as one JSON document")
    .action((options: { readonly json?: true }) => run(cli, options.json === true));
  return document(command, {
    examples: ["status", "status --json"],
    environment: DATABASE,
    finding: "the database did not answer; alarms are no failure of this command",
  });
}

async function run(cli: Cli, json: boolean): Promise<void> {
  const { readStatus } = await import("../../../db/queries/operate/read-status.ts");
  const report = await withRole(cli, "status", async ({ db, clock }) =>
    reportStatus(await readStatus(db, clock.today()), clock.today()),
  );
  if (json) await cli.out.line(JSON.stringify(report));
  else for (const line of tableLines(rows(report))) await cli.out.line(line);
}

const number = (value: number | null): string =>
  value === null ? "-" : value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 });

/** `404 not-found`; the byte alone where table S does not have it. */
const statusName = (byte: number): string =>
  isStatus(byte) ? `${httpOfStatus(byte) ?? "-"} ${statusRow(byte).key}` : `status ${byte}`;

function rows(report: StatusReport): (readonly string[])[] {
  const { pass, wikis, clients, workers, alarms, byStatus } = report;
  const percent = pass.progress === null ? "-" : `${Math.floor(pass.progress * 100)} %`;
  return [
    ["pages", number(report.pages)],
    ["urls", `${number(report.urls)}${report.countedExactly ? "" : " (as of the last sweeps)"}`],
    ["never contacted", number(report.neverContacted)],
    ["hosts", number(report.hosts)],
    [
      "pass",
      `${percent} of ${number(pass.slices)} slices within 28 days, ${number(report.leasedSlices)} in work`,
    ],
    ["rate", `${number(pass.urlsPerDay)} URLs a day; a pass takes ${number(pass.projectedDays)} days`],
    ["oldest sweep", pass.oldestDays === null ? "-" : `${number(pass.oldestDays)} days ago`],
    ["waiting", `${number(report.rechecksDue)} rechecks, ${number(report.touchesWaiting)} pages asked for`],
    [
      "away",
      `${number(report.hostsAway)} hosts failed today; ${number(report.booked)} URLs booked without traffic by the crawlers that are alive`,
    ],
    [
      "spam",
      `${number(report.spam.uses)} links blocked; ${number(report.spam.scansOpen)} changes of lists are tried on known URLs`,
    ],
    ["database", `${number(report.databaseBytes / 1_048_576)} MiB`],
    ...Object.entries(byStatus).map(([byte, urls]) => [statusName(Number(byte)), number(urls)]),
    ...wikis.map(({ wiki, pages, needUpdate }) => [
      wiki,
      `${number(pages)} pages, ${number(needUpdate)} to be read`,
    ]),
    ...clients.map(({ wiki, paused, waiting, lagSeconds, needsExport }) => [
      `to ${wiki}`,
      paused
        ? `paused, ${number(waiting)} changes behind`
        : needsExport
          ? "waits for a full export"
          : `${number(waiting)} changes behind, ${number(lagSeconds)} s`,
    ]),
    ...workers.map(({ name, role, secondsSilent }) => [
      role,
      `${name}, heard of ${number(secondsSilent)} s ago`,
    ]),
    ...(alarms.length === 0 ? [["alarms", "none"]] : alarms.map((alarm) => ["ALARM", alarm])),
  ];
}
