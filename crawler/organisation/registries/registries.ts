import { isDeepStrictEqual } from "node:util";
import QuickLRU from "quick-lru";
import { addressSet } from "../../../shared/organisation/ranges.ts";
import { watchCache } from "../../runtime/caches.ts";
import { span } from "../../runtime/words.ts";
import { ANY_ROOT, joined, NOTHING, type RegistryAnswer } from "../answer.ts";
import type { RdapServers } from "../rdap/bootstrap.ts";
import type { AskRdap } from "../rdap/client.ts";
import { parseRdap } from "../rdap/parse.ts";
import { parseDomain } from "../whois/domain.ts";
import { parseNetwork } from "../whois/network.ts";
import { type Parse, readBy } from "../whois/reply.ts";
import { type WhoisServers, zoneOf } from "../whois/servers.ts";
import type { Reply } from "./reply.ts";

/** What registries say of a domain or an address, and why something is missing; null: nothing is. */
export interface Said {
  readonly answer: RegistryAnswer;
  readonly missing: string | null;
  /** Seconds until the registries may be asked again; null: it need not be. */
  readonly againSeconds: number | null;
}

/** Answers are kept for so long: holders change by the year, and a registry is asked as seldom as can be (O1). */
const KEPT_SECONDS = { answer: 30 * 86_400, "not-found": 7 * 86_400, failed: 3_600 } as const;

/**
 * Where answers are kept, by what was asked: `domain example.org`, `network 192.0.2.1 for all`, or, where the answer is
 * not the same for all domains, `network 192.0.2.1 for example.org`. They hold nothing about persons.
 */
export interface RegistryCache {
  get(key: string): Promise<RegistryAnswer | null>;
  put(key: string, answer: RegistryAnswer, seconds: number): Promise<void>;
}

export interface RegistriesOptions {
  readonly whois: WhoisServers;
  readonly rdap: AskRdap;
  readonly rdapServers: RdapServers;
  readonly cache: RegistryCache;
  /** Called before a question that no kept answer has; throws where none may be asked. */
  readonly beforeAsking?: (() => void) | undefined;
}

const UNKEPT_MAX = 200;
const UNKEPT_MS = 3_600_000;

type Silence = Extract<Reply<never>, { readonly kind: "limited" | "failed" }>;

/**
 * What came of all questions about one thing; `lacks`: the answer has a part only, as somebody did not answer; `also`: why another who was
 * asked first said nothing; `key`: under which it is kept, unless that is the first of those that were looked for.
 */
type Asked = Reply<RegistryAnswer> & {
  readonly lacks?: Silence;
  readonly also?: string;
  readonly key?: string;
};

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
    return this.#kept([`domain ${domain}`], async () => {
      const zone = zoneOf(domain);
      // What RDAP says for the first level is of another registry.
      const base = zone.includes(".") ? null : await this.#options.rdapServers.ofDomain(domain);
      const rdap = about(domain, parseRdap);
      const byRdap = base === null ? null : await this.#rdap(`${base}domain/${domain}`, rdap);
      if (byRdap?.kind === "answer") return this.#registrar(byRdap.value, domain);
      if (byRdap?.kind === "not-found" || byRdap?.kind === "limited") return byRdap;
      const first = await this.#options.whois.askAbout(domain, zone, about(domain, parseDomain));
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
   * @param root of whose organisation: its e-mail domain is kept of a block that names nobody. Where a contact has such a domain,
   * the answer is that organisation's alone; any other is kept for all, as hundreds of domains have one address.
   */
  network(address: string, root = ""): Promise<Said> {
    const forAll = `network ${address} for all`;
    return this.#kept(root === "" ? [forAll] : [`network ${address} for ${root}`, forAll], async () => {
      let isForAll = true;
      const reading =
        (read: (text: string, root: string) => RegistryAnswer | null): Parse =>
        (text) => {
          const readFor = (one: string) => around(address, (given) => read(given, one))(text);
          isForAll &&= isDeepStrictEqual(readFor(""), readFor(ANY_ROOT));
          return readFor(root);
        };
      const asked = await this.#network(address, reading(parseRdap), reading(parseNetwork));
      return isForAll ? { ...asked, key: forAll } : asked;
    });
  }

  async #network(address: string, rdap: Parse, whois: Parse): Promise<Asked> {
    const base = await this.#options.rdapServers.ofAddress(address);
    const byRdap = base === null ? null : await this.#rdap(`${base}ip/${address}`, rdap);
    const byWhois = await this.#nearest(address, whois);
    if (byRdap === null) return byWhois;
    if (byRdap.kind === "answer" && byWhois.kind === "answer") {
      return { ...byWhois, value: joined(byRdap.value, byWhois.value) };
    }
    return byRdap.kind === "answer" ? withPart(byRdap, byWhois) : withPart(byWhois, byRdap);
  }

  /** By whois: ARIN names the registry to which it gave a block, which is asked once; where that does not answer, ARIN's own word stays. */
  async #nearest(address: string, parse: Parse): Promise<Asked> {
    const { whois } = this.#options;
    const first = await whois.askAbout(address, address, parse);
    if (first.kind !== "answer" || first.value.referral === null) return first;
    const second = await whois.askReferral(first.value.referral, address, parse);
    if (second === null) return first;
    return second.kind === "answer" ? second : withPart(first, second);
  }

  /** What several wait for is asked once. */
  #kept(keys: readonly [string, ...string[]], ask: () => Promise<Asked>): Promise<Said> {
    const [key] = keys;
    const coming =
      this.#underWay.get(key) ?? this.#keptOrAsked(keys, ask).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, coming);
    return coming;
  }

  async #keptOrAsked(keys: readonly [string, ...string[]], ask: () => Promise<Asked>): Promise<Said> {
    for (const key of keys) {
      const kept = await this.#options.cache.get(key);
      if (kept !== null) return { answer: kept, missing: null, againSeconds: null };
    }
    this.#options.beforeAsking?.();
    const unkept = keys.map((key) => this.#unkept.get(key)).find((one) => one !== undefined);
    const reply = unkept ?? (await ask());
    const { key = keys[0] } = reply;
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

  /**
   * A thin registry knows the registrar alone, who knows the registrant. Where that does not answer, whose word is missing is not known to
   * be nobody: what the registry says is a part.
   */
  async #registrar(first: RegistryAnswer, domain: string): Promise<Asked> {
    const { referral } = first;
    if (referral === null || isSaid(first)) return { kind: "answer", value: first };
    const second = /^https?:/.test(referral)
      ? await this.#registrarOf(referral, domain)
      : await this.#options.whois.askReferral(referral, domain, about(domain, parseDomain));
    if (second?.kind === "limited" || second?.kind === "failed")
      return withPart({ kind: "answer", value: first }, second);
    if (second?.kind !== "answer") return { kind: "answer", value: first };
    return { kind: "answer", value: { ...first, registrant: second.value.registrant } };
  }

  /** By RDAP; where that fails, by whois, if the registry's names the registrar's server. */
  async #registrarOf(url: string, domain: string): Promise<Reply<RegistryAnswer>> {
    const { whois } = this.#options;
    const byRdap = await this.#rdap(url, about(domain, parseRdap));
    if (byRdap.kind !== "failed") return byRdap;
    const parse = about(domain, parseDomain);
    const thin = await whois.askAbout(domain, zoneOf(domain), parse);
    if (thin.kind !== "answer") return byRdap;
    if (isSaid(thin.value)) return thin;
    const { referral } = thin.value;
    const second = referral === null ? null : await whois.askReferral(referral, domain, parse);
    return second?.kind === "answer" ? second : byRdap;
  }

  async #rdap(url: string, parse: Parse): Promise<Reply<RegistryAnswer>> {
    const reply = await this.#options.rdap(url);
    if (reply.kind !== "answer") return reply;
    return readBy(parse, reply.value);
  }
}

/** Whether something is said of the registrant, be it that nothing may be. */
const isSaid = ({ registrant }: RegistryAnswer): boolean =>
  registrant.organisation !== null || registrant.redacted;

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
