import type { Dice } from "../../crawler/sample/verdicts/testing/dice.ts";

/** The field in which the edge believes a reader's address. */
export const READER_ADDRESS = "cf-connecting-ip";

/** Something said in a form that the edge acknowledged. */
export interface Acknowledged {
  readonly url: string;
  /** null: it was reported to work. */
  readonly replacement: string | null;
}

/** Readers who report links and suggest replacements, each from a network of their own, as browsers send forms. */
export class Readers {
  readonly acknowledged: Acknowledged[] = [];
  /** Answers by their status; 0: there was none. */
  readonly answers = new Map<number, number>();
  readonly #edgeUrl: string;
  readonly #dice: Dice;
  #readers = 0;

  constructor(edgeUrl: string, dice: Dice) {
    this.#edgeUrl = edgeUrl;
    this.#dice = dice;
  }

  /** A reader opens the form and sends it. */
  async act(wiki: string, url: string): Promise<void> {
    this.#readers += 1;
    // From all over the world: nobody speaks for a network that just spoke.
    const address = `${11 + (this.#readers % 89)}.${this.#readers >> 8}.${this.#readers & 255}.7`;
    const replacement = this.#dice.chance(0.4) ? `http://replacement.zz/${this.#readers}` : null;
    const path = replacement === null ? "/report" : "/replacement";
    const status = await this.#send(path, address, { url, dbname: wiki, replacement }).catch(() => 0);
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (status === 200) this.acknowledged.push({ url, replacement });
  }

  async #send(
    path: string,
    address: string,
    { url, dbname, replacement }: { url: string; dbname: string; replacement: string | null },
  ): Promise<number> {
    const headers = {
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
      "sec-fetch-site": "same-origin",
      accept: "text/html",
      "accept-language": "en",
      [READER_ADDRESS]: address,
    };
    const signal = AbortSignal.timeout(10_000);
    const form = await fetch(`${this.#edgeUrl}${path}?${new URLSearchParams({ url, dbname })}`, {
      headers,
      signal,
    });
    const token = /name="token" value="([^"]+)"/.exec(await form.text())?.[1];
    if (token === undefined) return 0;
    const answer = await fetch(this.#edgeUrl + path, {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        ...{ url, dbname, token, action: "make" },
        ...(replacement !== null && { replacement }),
      }),
      signal,
    });
    await answer.text();
    return answer.status;
  }
}
