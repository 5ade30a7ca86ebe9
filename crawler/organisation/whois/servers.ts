import { isIP } from "node:net";
import QuickLRU from "quick-lru";
import { watchCache } from "../../runtime/caches.ts";
import type { RegistryAnswer } from "../answer.ts";
import type { RegistryPace } from "../registries/pace.ts";
import type { Reply } from "../registries/reply.ts";
import type { AskWhois, WhoisServer } from "./client.ts";
import { limitIn, mayRefuse, type Parse, readWhois } from "./reply.ts";

/** First-level domains, of which there are some 1,500, and blocks; servers move seldom. */
const SERVERS_MAX = 2_000;
const SERVERS_KEPT_MS = 86_400_000;
const WHOIS_PORT = 43;
const IANA: WhoisServer = { host: "whois.iana.org", port: WHOIS_PORT };

/** How a question is written where the plain name means something else, or brings persons along. */
const QUESTIONS: Readonly<Record<string, (name: string) => string>> = {
  "whois.denic.de": (name) => `-T dn,ace ${name}`,
  "whois.jprs.jp": (name) => `${name}/e`,
  "whois.verisign-grs.com": (name) => `domain ${name}`,
  // Without objects of persons, which are also what it counts; RIPE's -r would leave out organisations, too.
  "whois.ripe.net": (name) => `--no-personal ${name}`,
  "whois.afrinic.net": (name) => `-r ${name}`,
  "whois.apnic.net": (name) => `-r ${name}`,
  "whois.arin.net": (name) => `n + ${name}`,
};

/** Second levels with registries of their own, of which neither IANA's whois nor its list for RDAP knows. */
const SECOND_LEVELS: ReadonlyMap<string, string> = new Map([
  ["ac.uk", "whois.nic.ac.uk"],
  ["gov.uk", "whois.nic.ac.uk"],
  ["ac.za", "whois.ac.za"],
  ["edu.cn", "whois.edu.cn"],
]);

/** What has a registry that knows a domain: its first level, or such a second one, which has a dot. */
export function zoneOf(domain: string): string {
  const labels = domain.split(".");
  const second = labels.slice(-2).join(".");
  return labels.length > 2 && SECOND_LEVELS.has(second) ? second : (labels.at(-1) ?? "");
}

export interface WhoisServersOptions {
  readonly whois: AskWhois;
  readonly pace: RegistryPace;
  /** Asked in place of every server (WEBOID_WHOIS), without the words that some want before a name. */
  readonly whoisServer: WhoisServer | null;
}

/** The whois servers of registries and registrars: which one knows, and how it wants to be asked. */
export class WhoisServers {
  readonly #options: WhoisServersOptions;
  /** The server for a first-level domain or an address block of IANA's, by its question. */
  readonly #servers = watchCache(
    "whois-servers",
    new QuickLRU<string, Promise<WhoisServer | null>>({ maxSize: SERVERS_MAX, maxAge: SERVERS_KEPT_MS }),
  );

  constructor(options: WhoisServersOptions) {
    this.#options = options;
  }

  /** Asks the server that IANA names for a zone (`zoneOf`) or an address. */
  async askAbout(name: string, zone: string, parse: Parse): Promise<Reply<RegistryAnswer>> {
    const server = await this.#serverOf(zone);
    if (server === null)
      return { kind: "failed", why: `no whois server for ${zone} is known, or IANA could not be asked` };
    return this.#ask(server, name, parse);
  }

  /** Asks the server to which another one referred; null: nobody, as one server stands for all, which has answered. */
  async askReferral(host: string, name: string, parse: Parse): Promise<Reply<RegistryAnswer> | null> {
    if (this.#options.whoisServer !== null) return null;
    return this.#ask({ host, port: WHOIS_PORT }, name, parse);
  }

  async #ask(server: WhoisServer, name: string, parse: Parse): Promise<Reply<RegistryAnswer>> {
    const { whoisServer } = this.#options;
    const question = whoisServer === null ? (QUESTIONS[server.host.toLowerCase()] ?? plain) : plain;
    const read = (text: string) => readWhois(parse, text);
    const reply = await this.#read(whoisServer ?? server, question(name), read);
    return reply.kind === "answer" ? reply.value : reply;
  }

  /**
   * The text is read before the pause is over, as a server that asks for fewer questions gets none. One that cannot be read is a failure of
   * the server's, which rests after several, where it may be a refusal in words of its own.
   */
  #read<T>(
    { host, port }: WhoisServer,
    question: string,
    read: (text: string) => Reply<T>,
  ): Promise<Reply<Reply<T>>> {
    const { pace, whois } = this.#options;
    return pace.ask(`${host}:${port}`, async () => {
      const said = await whois({ host, port }, question);
      if (said.kind !== "answer") return said;
      const value = read(said.value);
      const isFailure = value.kind === "failed" && mayRefuse(said.value);
      return value.kind === "limited" || isFailure ? value : { kind: "answer", value };
    });
  }

  /** IANA knows which server knows more. One server in place of all needs no looking for. */
  #serverOf(zone: string): Promise<WhoisServer | null> {
    const { whoisServer } = this.#options;
    if (whoisServer !== null) return Promise.resolve(whoisServer);
    const own = SECOND_LEVELS.get(zone);
    if (own !== undefined) return Promise.resolve({ host: own, port: WHOIS_PORT });
    const question = blockOf(zone);
    const known = this.#servers.get(question);
    if (known !== undefined) return known;
    const asked = this.#askIana(question).catch((error: unknown) => {
      this.#servers.delete(question);
      throw error;
    });
    this.#servers.set(question, asked);
    return asked;
  }

  async #askIana(question: string): Promise<WhoisServer | null> {
    const reply = await this.#read(IANA, question, readIana);
    if (reply.kind === "answer" && reply.value.kind === "answer") return reply.value.value;
    this.#servers.delete(question);
    return null;
  }
}

const plain = (name: string): string => name;

/** The server that IANA names; null: it names none. */
function readIana(text: string): Reply<WhoisServer | null> {
  const [, host] = /^(?:refer|whois):[ \t]*([a-z0-9.-]{1,253})[ \t]*$/im.exec(text) ?? [];
  if (host !== undefined) return { kind: "answer", value: { host, port: WHOIS_PORT } };
  return limitIn(text) ?? { kind: "answer", value: null };
}

/** The first address of the block in which IANA gave an address to a regional registry, or of a part of it; else the text itself. */
function blockOf(zone: string): string {
  if (isIP(zone) === 4) return `${zone.split(".")[0]}.0.0.0`;
  if (isIP(zone) !== 6) return zone;
  const [first = "", second = ""] = (zone.split("::")[0] ?? "").split(":");
  return `${first || 0}:${second || 0}::`;
}
