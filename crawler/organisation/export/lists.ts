import { csvLines } from "../../../shared/format/lists/csv.ts";
import { roundedScore } from "../../../shared/organisation/score.ts";
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
  score: roundedScore(decision.score),
});

export const entriesCsv = (entries: readonly Entry[]): string =>
  csvLines([
    ["name", "includesSubdomains", "hosts", "addresses", "decision", "rule", "evidence", "score"],
    ...entries
      .map(rowOf)
      .map(({ name, includesSubdomains, hosts, addresses, decision, rule, evidence, score }) => [
        name,
        String(includesSubdomains),
        hosts.join(" "),
        addresses.join(" "),
        decision,
        rule,
        evidence,
        score,
      ]),
  ]);

/**
 * A configuration for browsertrix-crawler: a seed for each host that is known, all of one name with the same scope. Its scope "domain" takes a
 * leading `www.` away, so that `www.example` would be all of `example`. JSON is YAML, too.
 */
export function browsertrixConfig(entries: readonly Entry[]): string {
  const seeds = entries.flatMap((entry) =>
    seedLines([entry]).map((url) => ({ url, scopeType: "custom", include: [addressPattern([entry])] })),
  );
  return `${JSON.stringify({ seeds }, null, 2)}\n`;
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
