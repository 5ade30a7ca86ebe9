import { compile } from "../compile.ts";
import { type Decision, NOBODY, type OrganisationProfile } from "../types.ts";

/** A candidate of a labelled set, and what was decided about it. */
export interface Judged {
  readonly line: string;
  readonly belongs: boolean;
  readonly decision: Decision;
}

const columnsOf = (line: string): string[] =>
  line
    .slice(1)
    .split("|")
    .map((column) => column.trim());
const list = (text = ""): string[] => text.split(" ").filter((one) => one !== "");

const registrantOf = (organisation = "", address = "", emails = "") => ({
  organisation: organisation === "" ? null : organisation,
  address: address === "" ? null : address,
  emailDomains: list(emails),
  redacted: false,
});

function profileOf(line: string): OrganisationProfile {
  const [domain = "", organisation, address, emails, nameServers, range = ""] = columnsOf(line);
  const [cidr = "", ...holder] = range.split(" ");
  return {
    root: domain,
    domain,
    addresses: [],
    netRanges:
      cidr === "" ? [] : [{ range: cidr, cidrs: [cidr], source: "RIPE", holder: holder.join(" ") || null }],
    nameServers: list(nameServers),
    registrant: registrantOf(organisation, address, emails),
    unknown: [],
  };
}

/** Decides all candidates of a labelled set, whose form labelled-tuning.ts describes. */
export function judgeSet(set: string): Judged[] {
  let decide = compile({
    root: "",
    domain: "",
    addresses: [],
    netRanges: [],
    nameServers: [],
    registrant: NOBODY,
    unknown: [],
  });
  return set.split("\n").flatMap((line, at) => {
    if (line.startsWith("# ")) decide = compile(profileOf(line));
    if (!/^[+-] /.test(line)) return [];
    const [organisation, address, emails, nameServers, addresses] = columnsOf(line);
    const decision = decide({
      host: `www.candidate-${at}.example`,
      addresses: list(addresses),
      nameServers: list(nameServers),
      registrant: registrantOf(organisation, address, emails),
    });
    return [{ line, belongs: line.startsWith("+"), decision }];
  });
}

/** How well "belongs" was decided. */
export function figuresOf(judged: readonly Judged[]) {
  const said = judged.filter(({ decision }) => decision.decision === "belongs");
  const right = said.filter(({ belongs }) => belongs).length;
  const belonging = judged.filter(({ belongs }) => belongs).length;
  return { cases: judged.length, belonging, precision: right / said.length, recall: right / belonging };
}
