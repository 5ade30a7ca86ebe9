import { beginSave, endSave, noteJob, openSaves } from "../../../db/archives/saves.ts";
import type { Visit } from "../../../db/archives/visits.ts";
import { addDays } from "../../../shared/calendar/day.ts";
import type { HttpClient } from "../../net/egress/http-client.ts";
import { pause } from "../../runtime/clock.ts";
import type { Config } from "../../runtime/config.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { retryWhileDatabaseDown } from "../../runtime/database-retry.ts";
import { UsageError } from "../../runtime/errors.ts";
import { Asker } from "../asker.ts";
import { OWN_PER_MINUTE } from "../lookup.ts";
import { type SaveAnswer, SavePageNow } from "./save-page-now.ts";

const TYPE = "archive.org";
const BASE = "https://web.archive.org";
/** Questions in a minute, and URLs that the archive works on for us at once: fewer than it allows. */
const PER_MINUTE = 6;
const OPEN_MAX = 3;
/** How often, and at what distance, it is looked whether one of them has ended, so that another may begin. */
const LOOKS_MAX = 6;
const POLL_MS = 10_000;
/** After an answer that would be the same for any URL, doubled with each. */
const PAUSE_MS = { first: 60_000, most: 3_600_000 };

/**
 * Has the Wayback Machine save links before they are gone: those of which a visit found just now that they work and that it has nothing.
 * Only where the operator gave keys of an account there. Under the lease of that archive.
 */
export interface Saver {
  /** Asks what became of what is under way. */
  look(): Promise<void>;
  /** A visit found that it is not archived. */
  offer(visit: Pick<Visit, "id" | "url">): Promise<void>;
}

/** Where links are sent to be saved, and the keys for it; null: nowhere. Throws a UsageError. */
export function savingAddress({
  savePageNow: keys,
  archiveEndpoints,
}: Pick<Config, "savePageNow" | "archiveEndpoints">) {
  if (keys === null) return null;
  const own = archiveEndpoints.get(TYPE);
  const base = own ?? BASE;
  const { protocol, hostname } = new URL(base);
  if (protocol !== "https:" && !/^(?:127\.[0-9.]+|localhost|\[::1\])$/.test(hostname))
    throw new UsageError(
      `WEBOID_SAVE_PAGE_NOW: keys are not sent to ${base} in the clear; give an address that begins with https:// in WEBOID_ARCHIVE_ENDPOINTS`,
    );
  return { base, keys, perMinute: own === undefined ? PER_MINUTE : OWN_PER_MINUTE };
}

/** Null: nothing is saved by this configuration, or not in this archive. Throws a UsageError. */
export function openSaver(ctx: RoleContext, http: HttpClient, type: string): Saver | null {
  const { config, clock, signal } = ctx;
  const saving = type === TYPE ? savingAddress(config) : null;
  if (saving === null) return null;
  const { base, keys, perMinute } = saving;
  const asker = new Asker({ http, clock, signal, perMinute });
  return new ArchiveSaver(ctx, new SavePageNow(asker, base, keys));
}

/**
 * How a job ended; null: it did not. Jobs end within minutes: of one that was begun before yesterday the archive knows nothing any
 * more, whatever it answers.
 */
function endOf(answer: SaveAnswer, isOld: boolean): Exclude<SaveAnswer, { kind: "under-way" }> | null {
  if (answer.kind === "saved" || answer.kind === "refused") return answer;
  const code = answer.kind === "failed" ? answer.code : null;
  return code === null && !isOld ? null : { kind: "refused", code: code ?? "job-lost", isFinal: false };
}

class ArchiveSaver implements Saver {
  readonly #ctx: RoleContext;
  readonly #service: SavePageNow;
  #failures = 0;
  #restUntilMs = 0;

  constructor(ctx: RoleContext, service: SavePageNow) {
    this.#ctx = ctx;
    this.#service = service;
  }

  async look(): Promise<void> {
    const { db, clock } = this.#ctx;
    for (const { id, job, asked } of await this.#stored(() => openSaves(db, OPEN_MAX))) {
      if (this.#isResting()) return;
      const answer = await this.#service.ask(job);
      if (this.#ctx.signal.aborted) return;
      this.#note(answer);
      const end = endOf(answer, asked < addDays(clock.today(), -1));
      if (end !== null) await this.#end(id, end);
    }
  }

  async offer({ id, url }: Pick<Visit, "id" | "url">): Promise<void> {
    const { db, log, signal } = this.#ctx;
    if (!/^https?:/.test(url) || !(await this.#begins(id))) return;
    const answer = await this.#service.begin(url);
    if (signal.aborted && answer.kind === "failed") return;
    this.#note(answer);
    if (answer.kind === "under-way") await this.#stored(() => noteJob(db, id, answer.job));
    else await this.#end(id, answer);
    if (answer.kind === "refused")
      log.warn(`${TYPE}: ${url} cannot be saved: ${answer.code}`, "save-refused");
    else if (answer.kind !== "failed") log.info(`${TYPE}: asked to save ${url}`);
  }

  /** Waits for what is under way: the next visit of the URL, which offers it again, is in a quarter or later. */
  async #begins(id: Visit["id"]): Promise<boolean> {
    const { db, clock, config, signal } = this.#ctx;
    const limits = { perDay: config.savesPerDay, open: OPEN_MAX };
    for (let look = 0; look <= LOOKS_MAX && !this.#isResting() && !signal.aborted; look++) {
      const begun = await this.#stored(() => beginSave(db, id, clock.today(), limits));
      if (begun !== "busy") return begun === "begun";
      if (look > 0) await pause(POLL_MS, signal);
      await this.look();
    }
    if (!this.#isResting() && !signal.aborted)
      this.#note({ kind: "failed", why: "what is under way does not end", code: null });
    return false;
  }

  #end(id: Visit["id"], answer: Exclude<SaveAnswer, { kind: "under-way" }>): Promise<void> {
    const { db, clock } = this.#ctx;
    return this.#stored(() => endSave(db, id, TYPE, answer, clock.today()));
  }

  #stored<T>(act: () => Promise<T>): Promise<T> {
    return retryWhileDatabaseDown(this.#ctx, act);
  }

  #isResting(): boolean {
    return this.#ctx.clock.now() < this.#restUntilMs;
  }

  #note(answer: SaveAnswer): void {
    if (answer.kind !== "failed") {
      this.#failures = 0;
      return;
    }
    const ms = Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    this.#restUntilMs = this.#ctx.clock.now() + ms;
    this.#ctx.log.warn(`${TYPE}: nothing is saved for ${ms / 60_000} min: ${answer.why}`, "saving-paused");
  }
}
