/**
 * How many hosts a second of one core are decided from facts that are known, with the registrants of a labelled set: names and addresses compared each
 * time again, and as a crawl sees them, with repetitions.
 *   npm run bench -- decide
 * Prints JSON lines; fails below 10,000 a second.
 */
import { compile } from "../../shared/organisation/compile.ts";
import { TUNING } from "../../shared/organisation/testing/labelled-tuning.ts";
import { NOBODY } from "../../shared/organisation/types.ts";

const HOSTS = 50_000;
const PER_SECOND_MIN = 10_000;

const registrants = TUNING.split("\n")
  .filter((line) => /^[+-] /.test(line))
  .map((line) =>
    line
      .slice(1)
      .split("|")
      .map((part) => part.trim()),
  )
  .map(([organisation = "", address = ""]) => ({ organisation, address }));

const decide = compile({
  root: "uni-seeberg.example",
  domain: "uni-seeberg.example",
  addresses: [],
  netRanges: [{ range: "", cidrs: ["192.0.2.0/24", "2001:db8::/32"], source: "RIPE", holder: null }],
  nameServers: ["ns1.uni-seeberg.example"],
  registrant: { ...NOBODY, organisation: "Universität Seeberg", address: "Seestraße 10, 78999 Seeberg, DE" },
  unknown: [],
});

let slowest = Number.POSITIVE_INFINITY;
for (const [facts, suffix] of [
  ["repeated", (_: number) => ""],
  ["new", (at: number) => ` ${at}`],
] as const) {
  const start = process.cpuUsage();
  for (let at = 0; at < HOSTS; at++) {
    const { organisation, address } = registrants[at % registrants.length] ?? {
      organisation: "",
      address: "",
    };
    decide({
      host: `www.h${at % 3_000}.example`,
      addresses: ["198.51.100.7", "2001:db9::1"],
      nameServers: ["ns1.provider.example", "ns2.provider.example"],
      registrant: { ...NOBODY, organisation: organisation + suffix(at), address: address + suffix(at) },
    });
  }
  const { user, system } = process.cpuUsage(start);
  const perSecond = Math.round(HOSTS / ((user + system) / 1e6));
  slowest = Math.min(slowest, perSecond);
  console.log(JSON.stringify({ facts, hosts: HOSTS, perSecond }));
}
if (slowest < PER_SECOND_MIN) throw new Error(`fewer than ${PER_SECOND_MIN} hosts a second`);
