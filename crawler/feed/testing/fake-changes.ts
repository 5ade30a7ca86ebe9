import type { FakePage } from "./fake-wiki.ts";

/** A row of recent changes as the API gives it; `timestamp` in milliseconds. */
interface FakeChange {
  readonly type: "edit" | "new" | "log" | "categorize";
  readonly rcid: number;
  readonly timestamp: number;
  readonly ns: number;
  readonly title: string;
  readonly pageid: number;
  readonly logtype?: string;
  readonly logaction?: string;
  readonly logparams?: object;
}

type Edited = Partial<Pick<FakePage, "links" | "categories" | "templates" | "contentmodel">>;

const NAMESPACES: readonly [string, number][] = [
  ["Fake:", 4],
  ["Category:", 14],
];
const namespaceOf = (title: string): number =>
  NAMESPACES.find(([prefix]) => title.startsWith(prefix))?.[1] ?? 0;

/**
 * What people do in a fake wiki, and what its recent changes and logs show of it, as MediaWiki does: a deletion takes
 * the page's edits off the list, and the redirect that a move leaves is on no list at all.
 */
export class FakeChanges {
  /** The wiki's clock; every change is a second later than the one before. */
  nowMs = Date.UTC(2026, 10, 20);
  /** Changes before are not on the list any more. */
  fromMs = 0;
  /** False: the wiki does not list as `categorize` what comes into categories. */
  categorizes = true;
  /** In place of the list; null: an answer without one. */
  refusal: string | null | undefined = undefined;
  readonly #pages: FakePage[];
  readonly #rows: FakeChange[] = [];
  readonly #log: FakeChange[] = [];
  readonly #deleted = new Map<number, FakePage>();
  #rcid = 0;

  constructor(pages: FakePage[]) {
    this.#pages = pages;
  }

  get deleted(): readonly number[] {
    return [...this.#deleted.keys()];
  }

  create(title: string, { links = [], ...more }: Edited = {}): number {
    const pageid = this.#newId();
    this.#pages.push({ pageid, title, ns: namespaceOf(title), links, ...more });
    this.#changed("new", { pageid, title });
    this.#categorized(pageid, [], more.categories);
    return pageid;
  }

  edit(pageid: number, edited: Edited): void {
    const page = this.#replace(pageid, edited);
    this.#changed("edit", page);
    if (edited.categories !== undefined) this.#categorized(pageid, page.categories ?? [], edited.categories);
  }

  remove(pageid: number): void {
    const page = this.#take(pageid);
    this.#deleted.set(pageid, page);
    this.#forgetEdits(pageid);
    this.#logged("delete", "delete", page);
  }

  restore(pageid: number): void {
    const page = this.#deleted.get(pageid);
    if (page === undefined || this.#pages.some(({ title }) => title === page.title)) return;
    this.#deleted.delete(pageid);
    this.#pages.push(page);
    this.#logged("delete", "restore", page);
  }

  move(pageid: number, title: string, { redirect = true } = {}): void {
    if (this.#pages.some((page) => page.title === title)) return;
    const page = this.#replace(pageid, { title, ns: namespaceOf(title) });
    if (redirect) this.#pages.push({ pageid: this.#newId(), title: page.title, ns: page.ns ?? 0, links: [] });
    const target = { target_ns: namespaceOf(title), target_title: title, suppressredirect: !redirect };
    this.#logged("move", "move", page, target);
  }

  /** The answer to `list=recentchanges`. */
  recent(parameters: URLSearchParams, piece: number): object {
    if (this.refusal !== undefined)
      return this.refusal === null
        ? { batchcomplete: true, query: {} }
        : { error: { code: this.refusal, info: "No." } };
    const newer = parameters.get("rcdir") === "newer";
    const start = parameters.get("rcstart");
    const [, from = "0"] = /\|(\d+)$/.exec(parameters.get("rccontinue") ?? "") ?? [];
    const size = Math.min(piece, Number(parameters.get("rclimit")) || piece);
    const all = this.#rows
      .filter(
        ({ timestamp }) => timestamp >= this.fromMs && (start === null || timestamp >= Date.parse(start)),
      )
      .sort((one, other) => one.timestamp - other.timestamp || one.rcid - other.rcid);
    const rows = (newer ? all : all.reverse()).filter(({ rcid }) => !newer || rcid >= Number(from));
    const next = rows[size];
    return {
      batchcomplete: true,
      curtimestamp: stamp(this.nowMs),
      ...(next !== undefined && {
        continue: { rccontinue: `${next.timestamp}|${next.rcid}`, continue: "-||" },
      }),
      query: {
        recentchanges: rows
          .slice(0, size)
          .map((row) => ({ ...row, revid: row.rcid, old_revid: 0, timestamp: stamp(row.timestamp) })),
      },
    };
  }

  /** The answer to `list=logevents&leaction=delete/delete`. */
  deletions(parameters: URLSearchParams, piece: number): object {
    const start = Date.parse(parameters.get("lestart") ?? "");
    const from = Number(parameters.get("lecontinue") ?? 0);
    const all = this.#log.filter(
      ({ timestamp, logaction, rcid }) => logaction === "delete" && timestamp >= start && rcid >= from,
    );
    const next = all[piece];
    return {
      batchcomplete: true,
      ...(next !== undefined && { continue: { lecontinue: String(next.rcid), continue: "-||" } }),
      query: {
        logevents: all.slice(0, piece).map(({ rcid, pageid, timestamp }) => ({
          logid: rcid,
          pageid: 0,
          logpage: pageid,
          timestamp: stamp(timestamp),
        })),
      },
    };
  }

  #newId(): number {
    const ids = [...this.#pages, ...this.#deleted.values()].map(({ pageid }) => pageid);
    return Math.max(0, ...ids) + 1;
  }

  /** Answers the page as it was. */
  #replace(pageid: number, change: Partial<FakePage>): FakePage {
    const at = this.#pages.findIndex((page) => page.pageid === pageid);
    const page = this.#pages[at];
    if (page === undefined) throw new Error(`no page ${pageid}`);
    this.#pages[at] = { ...page, ...change };
    return page;
  }

  #take(pageid: number): FakePage {
    const [page] = this.#pages.splice(
      this.#pages.findIndex((one) => one.pageid === pageid),
      1,
    );
    if (page === undefined) throw new Error(`no page ${pageid}`);
    return page;
  }

  #changed(
    type: FakeChange["type"],
    page: { pageid: number; title: string },
    more: Partial<FakeChange> = {},
  ): void {
    this.nowMs += 1_000;
    this.#rcid += 1;
    const { pageid, title } = page;
    const row = {
      type,
      rcid: this.#rcid,
      timestamp: this.nowMs,
      ns: namespaceOf(title),
      title,
      pageid,
      ...more,
    };
    this.#rows.push(row);
    if (type === "log") this.#log.push(row);
  }

  #logged(logtype: string, logaction: string, page: FakePage, logparams: object = {}): void {
    this.#changed("log", page, { logtype, logaction, logparams });
  }

  #categorized(pageid: number, before: readonly string[], after: readonly string[] = []): void {
    if (!this.categorizes) return;
    const changed = [
      ...after.filter((one) => !before.includes(one)),
      ...before.filter((one) => !after.includes(one)),
    ];
    for (const title of changed) this.#changed("categorize", { pageid, title });
  }

  #forgetEdits(pageid: number): void {
    const kept = this.#rows.filter((row) => row.pageid !== pageid || row.type === "log");
    this.#rows.splice(0, this.#rows.length, ...kept);
  }
}

const stamp = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
