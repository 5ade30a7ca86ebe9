import { parseIpv4, parseIpv6 } from "../../../shared/url/addresses.ts";

/** A machine with web servers, out of the operator's own port scan. */
export interface WebServer {
  readonly address: string;
  /** The name that its address has in DNS, not checked: its owner may write anything. Null: none was asked for, or there is none. */
  readonly name: string | null;
  readonly ports: readonly number[];
}

const HOST = /^Host: ([0-9A-Fa-f:.]{2,45}) \(([^)\t]{0,1000})\)\t(?:.*\t)?Ports: ([^\t]*)/;
const PORTS_MAX = 1_000;

/** Whether a line is one about a machine, whatever it says: a scan in another of nmap's formats has none. */
export const isNmapLine = (line: string): boolean => /^Host: \S+ \([^\t]*\)\t/.test(line);

/** Ports of web servers, whatever a scan calls their service (paper, 4.4). */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/**
 * A line of nmap's greppable output (`nmap -oG`): the machine, where a web server's port is open on it. Null: none is, or it is another
 * line. The scan is the operator's: Weboid scans nobody (O3).
 */
export function readNmapLine(line: string): WebServer | null {
  const [, address = "", name = "", ports = ""] = HOST.exec(line) ?? [];
  if (parseIpv4(address) === null && parseIpv6(address) === null) return null;
  const open = ports
    .split(", ")
    .slice(0, PORTS_MAX)
    .flatMap((one) => {
      const [port = "", state, protocol, , service = ""] = one.trim().split("/");
      const isWeb = WEB_PORTS.has(Number(port)) || /(?:^|[|-])https?(?:$|-)/.test(service);
      return state === "open" && protocol === "tcp" && isWeb ? [Number(port)] : [];
    });
  return open.length === 0 ? null : { address, name: name === "" ? null : name, ports: open };
}
