import type { StatusReport } from "./report.ts";

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** One of no kind; none where it is not known. */
const single = (value: number | null): Sample[] => (value === null ? [] : [{ labels: {}, value }]);

/** One sample for each group of `items`. */
const each = <Item>(
  items: readonly Item[],
  labelsOf: (item: Item) => Readonly<Record<string, string>>,
  amountOf: (group: readonly Item[]) => number,
): Sample[] =>
  [...Map.groupBy(items, (item) => JSON.stringify(labelsOf(item)))].map(([labels, group]) => ({
    labels: JSON.parse(labels),
    value: amountOf(group),
  }));

const metric = (name: string, help: string, samples: readonly Sample[]): Metric => ({ name, help, samples });

/** What Prometheus is given of a report. What nothing is known of has no sample. */
export const statusMetrics = ({ pass, alarms, clients, workers, ...report }: StatusReport): Metric[] => [
  metric(
    "weboid_status_timestamp_seconds",
    "When this was read, by the database's clock, in seconds since 1970.",
    single(report.nowMs / 1_000),
  ),
  metric(
    "weboid_alarms",
    "Alarms of weboid status, by kind (docs/cli.md), severity and wiki.",
    each(
      alarms,
      ({ kind, severity, wiki }) => ({ kind, severity, wiki: wiki ?? "" }),
      (same) => same.length,
    ),
  ),
  metric(
    "weboid_workers",
    "Processes that gave a sign of life lately, by role.",
    each(
      workers,
      ({ role }) => ({ role }),
      (same) => same.length,
    ),
  ),
  metric(
    "weboid_dispatch_lag_seconds",
    "Age of the oldest change that was not published, by edge.",
    each(
      clients.filter(({ paused }) => !paused),
      ({ target }) => ({ target }),
      (same) => Math.max(...same.map(({ lagSeconds }) => lagSeconds)),
    ),
  ),
  metric(
    "weboid_table_rows",
    "Rows of each table of the database, as the server's statistics have them.",
    report.tables.map(({ table, rows }) => ({ labels: { table }, value: rows })),
  ),
  ...COUNTS.map(([name, help, count]) => metric(name, help, single(count({ pass, ...report })))),
];

type Counted = Pick<StatusReport, "pass" | "pages" | "urls" | "neverContacted" | "rechecksDue"> &
  Pick<StatusReport, "touchesWaiting" | "databaseBytes">;

/** Numbers of the whole system; null: not known. */
const COUNTS: readonly (readonly [name: string, help: string, (report: Counted) => number | null])[] = [
  ["weboid_pages", "Pages that are watched.", ({ pages }) => pages],
  ["weboid_urls", "URLs that are known.", ({ urls }) => urls],
  [
    "weboid_urls_never_contacted",
    "URLs that no crawler took up yet.",
    ({ neverContacted }) => neverContacted,
  ],
  [
    "weboid_sweep_checks_per_second",
    "Checks, and results stored without one, of all crawlers in the last hour.",
    ({ pass }) => pass.checksPerSecondHour,
  ],
  [
    "weboid_sweep_pass_days",
    "How long a pass over all URLs takes at the present pace, in days.",
    ({ pass }) => pass.projectedDays,
  ],
  [
    "weboid_sweep_slices_waiting",
    "Slices of URLs that are due and that no crawler has.",
    ({ pass }) => pass.waiting,
  ],
  ["weboid_rechecks_due", "Rechecks that are due, counted up to a limit.", ({ rechecksDue }) => rechecksDue],
  [
    "weboid_touches_waiting",
    "Requested pages that no feeder read yet, counted up to a limit.",
    ({ touchesWaiting }) => touchesWaiting,
  ],
  [
    "weboid_database_bytes",
    "What the database takes of its disk, in bytes.",
    ({ databaseBytes }) => databaseBytes,
  ],
];

/** The same in the text format of Prometheus, as node_exporter's textfile collector takes it. */
export async function prometheusText(report: StatusReport): Promise<string> {
  const { Gauge, Registry } = await import("prom-client");
  const registry = new Registry();
  for (const { name, help, samples } of statusMetrics(report)) {
    const labelNames = Object.keys(samples[0]?.labels ?? {});
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    // Without a sample prom-client says 0 of a metric that has no labels.
    if (samples.length === 0) gauge.remove();
    for (const { labels, value } of samples) gauge.set(labels, value);
  }
  return registry.metrics();
}
