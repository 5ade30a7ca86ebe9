import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { onTestFinished } from "vitest";
import { startDnsServer, type Zone } from "../../net/testing/dns-server.ts";

/** What the fakes know, by what they are asked: they speak DNS, whois (RFC 3912) and RDAP (RFC 9083) as the real ones do. */
export interface World {
  readonly dns: Zone;
  readonly whois: Readonly<Record<string, string>>;
  /** By path; a function is given the server's own address. */
  readonly rdap?: Readonly<Record<string, unknown>>;
}

/** Starts a name server, a whois server and an RDAP server on loopback, until the test ends. */
export async function startRegistries({ dns, whois, rdap = {} }: World) {
  const names = await startDnsServer(dns);
  const asked: string[] = [];
  const connections = { open: 0, most: 0 };
  const whoisServer = createServer((socket) => {
    connections.most = Math.max(connections.most, ++connections.open);
    socket.on("close", () => connections.open--);
    socket.on("error", () => {});
    socket.once("data", (line) => {
      asked.push(`whois ${String(line).trim()}`);
      socket.end(whois[String(line).trim()] ?? "No match.\n", "latin1");
    });
  }).listen(0, "127.0.0.1");
  const rdapServer = createHttpServer((request, response) => {
    asked.push(`rdap ${request.url}`);
    const known = rdap[request.url ?? ""];
    const found: unknown = typeof known === "function" ? known(`http://${request.headers.host}/`) : known;
    response.writeHead(found === undefined ? 404 : 200).end(JSON.stringify(found ?? {}));
  }).listen(0, "127.0.0.1");
  await Promise.all([once(whoisServer, "listening"), once(rdapServer, "listening")]);
  onTestFinished(() => {
    names.close();
    whoisServer.close();
    rdapServer.close();
  });
  const port = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  return {
    /** Of whois and RDAP. */
    asked,
    /** Of the whois server, at once. */
    connections,
    dns: names.address,
    whoisServer: { host: "127.0.0.1", port: port(whoisServer) },
    rdapBase: `http://127.0.0.1:${port(rdapServer)}`,
  };
}

/** In the form of DENIC, and of RIPE. */
const HOLDER = `domain: uni-moor.de
Nserver: pan.uni-moor.de 192.0.2.3
Status: connect

[Holder]
Organisation: Universität Moor
Address: Postfach 5560
Email: ada.beispiel@uni-moor.de
`;
const NETWORK = `inetnum:        192.0.2.0 - 192.0.2.255
netname:        MOORNET
descr:          Universitaet Moor
country:        DE
source:         RIPE

route:          192.0.2.0/24
origin:         AS64500
source:         RIPE
`;

/** The university of the paper, with names of nobody. */
export const UNIVERSITY: World = {
  dns: {
    "www.uni-moor.de": { A: ["192.0.2.80"] },
    "uni-moor.de": { A: ["192.0.2.80"], NS: ["pan.uni-moor.de", "ns.dfn.de"] },
    "pan.uni-moor.de": { A: ["192.0.2.3"] },
    "hidden.uni-moor.de": { A: ["192.0.2.90"] },
    "inside.example.org": { A: ["192.0.2.99"] },
    "lake-institute.org": { A: ["198.51.100.7"], NS: ["pan.uni-moor.de"] },
    "other.org": { A: ["198.51.100.8"], NS: ["ns.other.org"] },
  },
  whois: { "uni-moor.de": HOLDER, "192.0.2.80": NETWORK },
};
