const COOKIES_MAX = 50;
const COOKIE_CHARS_MAX = 4_096;

/** Cookies of one api.php, sent nowhere else; bounded, as a wiki may set what it likes. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** `setCookie`: as HttpAnswer has that header, a line each. */
  keep(setCookie: string): void {
    for (const line of setCookie.split("\n")) {
      const [, name, value = ""] = /^\s*([!#$%&'*+.^_`|~\w-]+)=([\x21-\x3a\x3c-\x7e]*)/.exec(line) ?? [];
      if (name === undefined || value.length > COOKIE_CHARS_MAX) continue;
      const isOver = value === "deleted" || /;\s*max-age=(?:0|-\d+)\s*(?:;|$)/i.test(line);
      if (isOver || value === "") this.#cookies.delete(name);
      else if (this.#cookies.has(name) || this.#cookies.size < COOKIES_MAX) this.#cookies.set(name, value);
    }
  }

  /** "": none. */
  header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  clear(): void {
    this.#cookies.clear();
  }
}
