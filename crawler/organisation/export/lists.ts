import { csvLines } from "../../../shared/format/lists/csv.ts";
import type { Entry } from "./entry.ts";
import { seedLines } from "./surt.ts";

export const domainLines = (entries: readonly Entry[]): string[] => entries.map(({ name }) => name);

/** A row of the list with reasons, for JSON and CSV alike (O4). */
export const rowOf = ({ name, includesSubdomains, hosts, addresses, decision }: Entry) => ({
  name,
  includesSubdomains,
  hosts,
  addresses,
  ...decision,
});

export const entriesCsv = (entries: readonly Entry[]): string =>
  csvLines([
    ["name", "includesSubdomains", "hosts", "addresses", "decision", "rule", "evidence", "score"],
    ...entries.map(({ name, includesSubdomains, hosts, addresses, decision }) => [
      name,
      String(includesSubdomains),
      hosts.join(" "),
      addresses.join(" "),
      decision.decision,
      decision.rule,
      decision.evidence,
      decision.score,
    ]),
  ]);

/** A configuration for browsertrix-crawler: a seed for each name, with its scope. JSON is YAML, too. */
export function browsertrixConfig(entries: readonly Entry[]): string {
  const seeds = entries.map((entry) => ({ url: `https://${entry.name}/`, ...scopeOf(entry) }));
  return `${JSON.stringify({ seeds }, null, 2)}\n`;
}

/** The scope "domain" means the seed's host and all below it; but of a host `www.example` it takes the first label away, so all of `example`. */
function scopeOf(entry: Entry) {
  if (!entry.includesSubdomains) return { scopeType: "host" };
  return entry.name.startsWith("www.")
    ? { scopeType: "custom", include: [addressPattern([entry])] }
    : { scopeType: "domain" };
}

/** A regular expression (POSIX and ECMAScript alike) that fits the addresses of these names, and nobody else's. */
function addressPattern(entries: readonly Entry[]): string {
  const names = entries.map(
    ({ name, includesSubdomains }) =>
      `${includesSubdomains ? "([^/?#@]+\\.)?" : ""}${name.replace(/[^a-z0-9-]/g, "\\$&")}`,
  );
  return `^https?://(${names.join("|")})(:[0-9]+)?(/|$)`;
}

/** Lines for a wgetrc: `wget --config=organisation.wgetrc --recursive --input-file=seeds.txt`. */
export const wgetLines = (entries: readonly Entry[]): string[] =>
  // To wget, empty domains are no limit.
  entries.length === 0
    ? []
    : [
        "# Seeds, for a file of their own:",
        ...seedLines(entries).map((seed) => `# ${seed}`),
        "span_hosts = on",
        `domains = ${entries.map(({ name }) => name).join(",")}`,
        // By its domains alone wget also takes what is below a single host.
        `acceptregex = ${addressPattern(entries)}`,
      ];
