import { isIP } from "node:net";
import QuickLRU from "quick-lru";
import { span } from "../../../shared/calendar/span.ts";
import { knownProviders } from "../../../shared/organisation/providers.ts";
import { addressSet } from "../../../shared/organisation/ranges.ts";
import { watchCache } from "../../runtime/caches.ts";
import { NOTHING, type RegistryAnswer } from "../answer.ts";
import { parseRdap } from "../rdap/parse.ts";
import { parseDomain } from "../whois/domain.ts";
import { parseNetwork } from "../whois/network.ts";
import type { RdapServers } from "./bootstrap.ts";
import type { RegistryPace } from "./pace.ts";
import type { AskRdap } from "./rdap.ts";
import type { Reply } from "./reply.ts";
import type { AskWhois, WhoisServer } from "./whois.ts";
import { limitIn, type Parse, readBy, readWhois } from "./whois-reply.ts";

/** What registries say of a domain or an address, and why something is missing; null: nothing is. */
export interface Said {
  readonly answer: RegistryAnswer;
  readonly missing: string | null;
  /** Seconds until the registries may be asked again; null: it need not be. */
  readonly againSeconds: number | null;
}

/** Answers are kept for so long: holders change by the year, and a registry is asked as seldom as can be (O1). */
const KEPT_SECONDS = { answer: 30 * 86_400, "not-found": 7 * 86_400, failed: 3_600 } as const;

/** Where answers are kept, by what was asked: `domain example.org`, `network 192.0.2.1`. They hold nothing about persons. */
export interface RegistryCache {
  get(key: string): Promise<RegistryAnswer | null>;
  put(key: string, answer: RegistryAnswer, seconds: number): Promise<void>;
}

export interface RegistriesOptions {
  readonly whois: AskWhois;
  readonly rdap: AskRdap;
  readonly rdapServers: RdapServers;
  readonly pace: RegistryPace;
  readonly cache: RegistryCache;
  /** Asked in place of every whois server (WEBOID_WHOIS), without the words that some servers want before a name. */
  readonly whoisServer: WhoisServer | null;
  /** Called before a question that no kept answer has; throws where none may be asked. */
  readonly beforeAsking?: (() => void) | undefined;
}

/** First-level domains, of which there are some 1,500, and blocks; servers move seldom. */
const SERVERS_MAX = 2_000;
const SERVERS_KEPT_MS = 86_400_000;
const UNKEPT_MAX = 200;
const UNKEPT_MS = 3_600_000;
const IANA: WhoisServer = { host: "whois.iana.org", port: 43 };
const WHOIS_PORT = 43;

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

type Silence = Extract<Reply<never>, { readonly kind: "limited" | "failed" }>;

/** What came of all questions about one thing; `lacks`: the answer has a part only, as somebody did not answer; `also`: why another who was asked first said nothing. */
type Asked = Reply<RegistryAnswer> & { readonly lacks?: Silence; readonly also?: string };

/** An answer, and that there might be more where another was silent. */
function withPart(one: Asked, other: Asked): Asked {
  if (one.kind !== "answer") return one.kind === "not-found" ? other : one;
  return other.kind === "limited" || other.kind === "failed" ? { ...one, lacks: other } : one;
}

function lack(silence: Silence) {
  if (silence.kind === "failed") return { missing: silence.why, againSeconds: KEPT_SECONDS.failed };
  const missing = `the registry asks for fewer questions, for ${span(silence.seconds * 1_000)}`;
  return { missing, againSeconds: silence.seconds };
}

/** Registries of domains and addresses: RDAP where there is a server for it, else whois (O1). */
export class Registries {
  readonly #options: RegistriesOptions;
  /** The server for a first-level domain or an address block of IANA's, by its question. */
  readonly #servers = watchCache(
    "whois-servers",
    new QuickLRU<string, Promise<WhoisServer | null>>({ maxSize: SERVERS_MAX, maxAge: SERVERS_KEPT_MS }),
  );

  readonly #underWay = new Map<string, Promise<Said>>();
  /** Answers that the cache could not take as the database was away: nobody is asked for them twice. */
  readonly #unkept = watchCache(
    "registry-answers-unkept",
    new QuickLRU<string, Asked>({ maxSize: UNKEPT_MAX, maxAge: UNKEPT_MS }),
  );

  constructor(options: RegistriesOptions) {
    this.#options = options;
  }

  /** @param domain a registrable domain, in punycode and small letters */
  domain(domain: string): Promise<Said> {
    return this.#kept(`domain ${domain}`, async () => {
      const base = await this.#options.rdapServers.ofDomain(domain);
      const rdap = about(domain, parseRdap);
      const byRdap = base === null ? null : await this.#rdap(`${base}domain/${domain}`, rdap);
      if (byRdap?.kind === "answer") return this.#registrar(byRdap.value, domain);
      if (byRdap?.kind === "not-found" || byRdap?.kind === "limited") return byRdap;
      const zone = domain.slice(domain.lastIndexOf(".") + 1);
      const first = await this.#whois(domain, zone, about(domain, parseDomain));
      if (first.kind === "answer") return this.#registrar(first.value, domain);
      return byRdap === null ? first : { ...first, also: `by RDAP: ${byRdap.why}` };
    });
  }

  /** What is kept of an earlier answer about a domain; null: nothing. Nobody is asked. */
  keptDomain(domain: string): Promise<RegistryAnswer | null> {
    return this.#options.cache.get(`domain ${domain}`);
  }

  /**
   * The block of addresses around one, and what is announced of it.
   * @param root of whose organisation: its e-mail domain is kept of a block that names nobody
   */
  network(address: string, root = ""): Promise<Said> {
    return this.#kept(`network ${address}`, async () => {
      const base = await this.#options.rdapServers.ofAddress(address);
      const rdap = around(address, (text) => parseRdap(text, root));
      const byRdap = base === null ? null : await this.#rdap(`${base}ip/${address}`, rdap);
      const byWhois = await this.#nearest(address, root);
      if (byRdap === null) return byWhois;
      if (byRdap.kind === "answer" && byWhois.kind === "answer") {
        return { ...byWhois, value: joined(byRdap.value, byWhois.value) };
      }
      return byRdap.kind === "answer" ? withPart(byRdap, byWhois) : withPart(byWhois, byRdap);
    });
  }

  /** By whois: ARIN names the registry to which it gave a block, which is asked once; where that does not answer, ARIN's own word stays. */
  async #nearest(address: string, root: string): Promise<Asked> {
    const parse = around(address, (text) => parseNetwork(text, root));
    const first = await this.#whois(address, address, parse);
    if (first.kind !== "answer" || first.value.referral === null || this.#isOneServer) return first;
    const second = await this.#ask({ host: first.value.referral, port: WHOIS_PORT }, address, parse);
    return second.kind === "answer" ? second : withPart(first, second);
  }

  /** What several wait for is asked once. */
  #kept(key: string, ask: () => Promise<Asked>): Promise<Said> {
    const coming =
      this.#underWay.get(key) ?? this.#keptOrAsked(key, ask).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, coming);
    return coming;
  }

  async #keptOrAsked(key: string, ask: () => Promise<Asked>): Promise<Said> {
    const kept = await this.#options.cache.get(key);
    if (kept !== null) return { answer: kept, missing: null, againSeconds: null };
    this.#options.beforeAsking?.();
    const reply = this.#unkept.get(key) ?? (await ask());
    const answer = reply.kind === "answer" ? reply.value : NOTHING;
    const also = reply.also === undefined ? "" : ` (${reply.also})`;
    if (reply.kind === "limited" || reply.kind === "failed") {
      const { missing, againSeconds } = lack(reply);
      return { answer, missing: missing + also, againSeconds };
    }
    // What whois says of a holder whom RDAP might name is no reason to be sure of it for long.
    if (reply.lacks !== undefined) {
      const lacking = lack(reply.lacks);
      // Nor to ask at once again.
      this.#unkept.set(key, reply, { maxAge: Math.min(UNKEPT_MS, lacking.againSeconds * 1_000) });
      return { answer, ...lacking };
    }
    this.#unkept.set(key, reply);
    await this.#options.cache.put(key, answer, KEPT_SECONDS[reply.kind]);
    this.#unkept.delete(key);
    return {
      answer,
      missing: reply.kind === "not-found" ? `the registry does not know it${also}` : null,
      againSeconds: null,
    };
  }

  /** A thin registry knows the registrar alone, who knows the registrant. */
  async #registrar(first: RegistryAnswer, domain: string): Promise<Reply<RegistryAnswer>> {
    const { registrant, referral } = first;
    if (referral === null || registrant.organisation !== null || registrant.redacted)
      return { kind: "answer", value: first };
    const isRdap = /^https?:/.test(referral);
    if (!isRdap && this.#isOneServer) return { kind: "answer", value: first };
    const second = isRdap
      ? await this.#rdap(referral, about(domain, parseRdap))
      : await this.#ask({ host: referral, port: WHOIS_PORT }, domain, about(domain, parseDomain));
    // Without the registrar's answer nothing is known of the registrant, which is not the same as that there is none.
    if (second.kind === "limited" || second.kind === "failed") return second;
    if (second.kind !== "answer") return { kind: "answer", value: first };
    return { kind: "answer", value: { ...first, registrant: second.value.registrant } };
  }

  /** One whois server stands for all, so a referral leads back to it, and to the same answer. */
  get #isOneServer(): boolean {
    return this.#options.whoisServer !== null;
  }

  async #rdap(url: string, parse: Parse): Promise<Reply<RegistryAnswer>> {
    const reply = await this.#options.rdap(url);
    if (reply.kind !== "answer") return reply;
    return readBy(parse, reply.value);
  }

  async #whois(name: string, zone: string, parse: Parse): Promise<Reply<RegistryAnswer>> {
    const server = await this.#serverOf(zone);
    if (server === null)
      return { kind: "failed", why: `no whois server for ${zone} is known, or IANA could not be asked` };
    return this.#ask(server, name, parse);
  }

  async #ask(server: WhoisServer, name: string, parse: Parse): Promise<Reply<RegistryAnswer>> {
    const { whoisServer } = this.#options;
    const question = whoisServer === null ? (QUESTIONS[server.host.toLowerCase()] ?? plain) : plain;
    const read = (text: string) => readWhois(parse, text);
    const reply = await this.#read(whoisServer ?? server, question(name), read);
    return reply.kind === "answer" ? reply.value : reply;
  }

  /** Its turn sees what the text means, as a server that asks for fewer questions gets none; one that cannot be read is no failure of the server's. */
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
      return value.kind === "limited" ? value : { kind: "answer", value };
    });
  }

  /** IANA knows which server knows more. One server in place of all needs no looking for. */
  #serverOf(zone: string): Promise<WhoisServer | null> {
    const { whoisServer } = this.#options;
    if (whoisServer !== null) return Promise.resolve(whoisServer);
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

/** Only an answer about the domain that was asked for. */
const about =
  (domain: string, parse: (text: string, asked: string) => RegistryAnswer | null): Parse =>
  (text) =>
    parse(text, domain);

/** Only blocks that have the address that was asked about; with nothing but others, the answer is to another question. */
const around =
  (address: string, parse: Parse): Parse =>
  (text) => {
    const answer = parse(text);
    const ranges = answer?.ranges.filter(({ cidrs }) => addressSet(cidrs).has(address)) ?? [];
    if (answer === null || (ranges.length === 0 && answer.ranges.length > 0)) return null;
    return { ...answer, ranges, cidrs: [...new Set(ranges.flatMap(({ cidrs }) => cidrs))] };
  };

const plain = (name: string): string => name;

const REGISTRIES = knownProviders({});

function joined(one: RegistryAnswer, other: RegistryAnswer): RegistryAnswer {
  const ranges = [...one.ranges, ...other.ranges];
  const distinct = [...Map.groupBy(ranges, ({ cidrs }) => cidrs.join()).values()].flatMap((same) =>
    // By RDAP it cannot be known of some holders that they are no persons.
    same.slice(0, 1).map(({ hasUnnamedHolder: _, ...range }) => {
      const others = same.flatMap((other) => other.holder ?? []);
      const holder = range.holder ?? others.find((other) => !REGISTRIES.isRegistry(other)) ?? null;
      const isUnnamed = holder === null && same.some((other) => other.hasUnnamedHolder);
      return { ...range, holder, ...(isUnnamed && { hasUnnamedHolder: true }) };
    }),
  );
  return {
    ...one,
    ranges: distinct,
    cidrs: [...new Set(distinct.flatMap(({ cidrs }) => cidrs))],
    routes: [...new Set([...one.routes, ...other.routes])],
    registrant: one.registrant.organisation === null ? other.registrant : one.registrant,
  };
}
