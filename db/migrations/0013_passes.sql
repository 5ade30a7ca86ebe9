-- F7: whoever had no turn for longest is next, whichever feeder looks, and also after all of them were started anew.
alter table wiki add column feed_turn_at timestamptz not null default 'epoch';

-- How the feeder's passes over each wiki go, for operators. Times are the database's own.
create table feed_pass (
  wiki_id integer primary key references wiki (id) on delete cascade,
  -- When the pass under way began; null: the last one is over.
  began_at timestamptz,
  -- Of the pass under way, or of the last one: pages that lists named, and pages read.
  listed bigint not null default 0,
  read bigint not null default 0,
  -- How long the last pass took that came to its end; null: none did.
  seconds bigint,
  -- What a feeder counted in `page` lately, when, and how long the counting took; null: not yet.
  pages bigint not null default 0,
  need_update bigint not null default 0,
  oldest_touch integer not null default -1,
  counted_at timestamptz,
  count_ms bigint not null default 0
) with (fillfactor = 70);

-- Pages that lists named and pages read in an hour (since 1970), kept for two days.
create table feed_hour (
  wiki_id integer not null references wiki (id) on delete cascade,
  hour integer not null,
  listed bigint not null default 0,
  read bigint not null default 0,
  primary key (wiki_id, hour)
) with (fillfactor = 70);

-- What all crawlers together did in an hour, and how far the ids of URLs had come: when a URL was entered. Kept for five weeks.
create table sweep_hour (
  hour integer primary key,
  -- The first and the last count that went in: an hour that has just begun is told by what it has.
  since timestamptz not null default clock_timestamp(),
  checked bigint not null default 0,
  booked bigint not null default 0,
  last_url bigint not null default 0
) with (fillfactor = 70);
