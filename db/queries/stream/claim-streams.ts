import type { Database } from "../../connect.ts";

/** A feeder's hold on a stream of events. */
export interface StreamLease {
  readonly url: string;
  /** Fencing: grows with every hold. */
  readonly token: number;
}

export interface HeldStream extends StreamLease {
  /** Of the last event that was queued; "": none was. */
  readonly lastEventId: string;
}

/** The streams that wikis name and nobody reads, for one feeder from now on; those that no wiki names are forgotten. */
export function claimStreams(db: Database, worker: string, leaseSeconds: number): Promise<HeldStream[]> {
  return db.transaction(async ({ sql }) => {
    await sql`
      insert into stream (url) select distinct stream from wiki where stream <> '' and not paused order by 1
      on conflict do nothing`;
    await sql`delete from stream where url not in (select stream from wiki) and lease_until < clock_timestamp()`;
    const rows = await sql<HeldStream[]>`
      update stream set holder = ${worker}, token = nextval('lease_token_seq'),
        lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where url in (
        select url from stream s where lease_until < clock_timestamp()
          and exists (select 1 from wiki w where w.stream = s.url and not w.paused)
        order by url for update skip locked)
      returning url, token, last_event_id as "lastEventId"`;
    return [...rows];
  });
}

/** Who holds streams, dead or alive. */
export async function streamHolders(db: Database): Promise<string[]> {
  const rows = await db.sql<{ holder: string }[]>`
    select distinct holder from stream where holder is not null and lease_until > clock_timestamp()`;
  return rows.map(({ holder }) => holder);
}

/** Streams of a feeder that is known to be dead, or gives them back. */
export async function releaseStreams(db: Database, holder: string): Promise<void> {
  await db.sql`update stream set holder = null, lease_until = 'epoch' where holder = ${holder}`;
}
