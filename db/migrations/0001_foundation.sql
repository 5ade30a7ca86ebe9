-- The tables of M1 to M11, and of the designs for sweeps, changes and dispatch. Days are day numbers of M8; -1: never.
-- What db/schema describes in TypeScript stands here in full: partitions, storage parameters and partial indexes
-- have no words there. A test compares the two.

-- M1 ---------------------------------------------------------------------------------------------------------------
create table farm (
  code smallint primary key,
  name text not null unique,
  -- Where its wikis are reached: a site matrix or a front page, for people and for the import of wikis.
  sites text not null default '',
  -- Regular expression over host names: the farm's own domains (U5). '' : only the host of each wiki.
  internal_hosts text not null default ''
);

-- The seed's pattern for WMF reads \bmediawiki|wik(…)\.org$, which also matches mediawiki.example.com and
-- notwikipedia.org; here every alternative is a whole domain.
insert into farm (code, name, sites, internal_hosts) values
  (0, 'wmflabs', 'https://deployment.wikimedia.beta.wmflabs.org/', '\.beta\.wmflabs\.org$'),
  (1, 'WMF', 'https://meta.wikimedia.org/w/api.php?action=sitematrix',
   '(?:^|\.)(?:mediawiki|wik(?:i(?:books|data|media|news|pedia|quote|source|species|versity|voyage)|tionary))\.org$');

-- M2 ---------------------------------------------------------------------------------------------------------------
create table wiki (
  id integer generated always as identity primary key,
  farm smallint not null references farm (code),
  dbname text not null,
  api text not null,
  server text not null,
  article_url text not null,
  lang text not null default 'en',
  site_name text not null default '',
  paused boolean not null default false,
  -- Last trouble with this wiki, for operators; null when the last contact was good.
  error text,
  error_at timestamptz,
  -- Positions of the feeder's runs (F2 to F4), in its own terms.
  feed jsonb not null default '{}',
  full_due_at timestamptz not null default 'epoch',
  incremental_due_at timestamptz not null default 'epoch',
  unique (farm, dbname)
);

create table wiki_criterion (
  id integer generated always as identity primary key,
  wiki_id integer not null references wiki (id) on delete cascade,
  effect text not null check (effect in ('include', 'exclude')),
  kind text not null check (kind in ('namespace', 'category', 'template', 'wikidata-property', 'page')),
  value text not null,
  unique (wiki_id, kind, value)
);

-- M3 ---------------------------------------------------------------------------------------------------------------
create table page (
  wiki_id integer not null references wiki (id),
  pageid bigint not null,
  namespace integer not null,
  -- Last passive touch, by a run over the wiki.
  touched integer not null,
  -- Last active request, by somebody who asked.
  asked integer not null default -1,
  -- Day on which its links were last read.
  links_read integer not null default -1,
  needs_update boolean not null default true,
  title text not null,
  primary key (wiki_id, pageid)
) with (fillfactor = 90);
create index page_needs_update on page (wiki_id, pageid) where needs_update;

-- M5. One row per page with the ids of its URLs, ascending, in place of a row per use: 58 bytes a use in place of 121
-- as rows with both directions indexed (docs/database.md). Written only when the set changes: each write of a row renews all
-- its entries in the index over the array.
create table page_link (
  wiki_id integer not null,
  pageid bigint not null,
  urls bigint[] not null,
  primary key (wiki_id, pageid)
);
create index page_link_urls on page_link using gin (urls) with (fastupdate = off);

-- M9 ---------------------------------------------------------------------------------------------------------------
create table host (
  id integer generated always as identity primary key,
  name text not null unique,
  -- C5: the pass's outage. Status given to the host's other URLs, on outage_day only.
  outage_day integer not null default -1,
  outage_status smallint not null default 0,
  outage_count smallint not null default 0,
  -- Interval between requests of the whole fleet, as learnt; 0: the standard one.
  pace_ms integer not null default 0,
  -- Retry-After: not before.
  retry_at timestamptz,
  robots text,
  robots_day integer not null default -1
) with (fillfactor = 85);

create table host_trait (
  host_id integer not null references host (id) on delete cascade,
  trait text not null check (trait in ('https-needed', 'http-needed', 'get-needed', 'dns-error', 'server-error')),
  first integer not null,
  last integer not null,
  primary key (host_id, trait)
);

-- M10 --------------------------------------------------------------------------------------------------------------
create table domain_note (
  id integer generated always as identity primary key,
  -- The domain and everything below it.
  host text not null,
  -- Start of the path; '' : all of it.
  path text not null default '',
  kind text not null,
  value text not null default '',
  first integer not null,
  last integer not null,
  unique (host, path, kind)
);

-- M4 ---------------------------------------------------------------------------------------------------------------
-- Ids in the order of arrival, drawn under the lock that lets one feeder at a time enter URLs. No column is null: the
-- row has no null bitmap. Fixed columns first by width, so that nothing is padded.
create sequence url_id_seq as bigint;
create table url (
  id bigint not null,
  -- 128 bits of SHA-256 over the URL (design 1).
  key uuid not null,
  host_id integer not null,
  -- 0: none given.
  port integer not null,
  -- Last URL touch, by a page that has it.
  touched integer not null,
  -- Last website query; -1: never. In no index, nor in the condition of one: then every result is a HOT update.
  queried integer not null default -1,
  -- Place in the list of db/url-row.ts.
  scheme smallint not null,
  -- Bits in the order of db/url-row.ts (U6).
  flags smallint not null default 0,
  -- At most 5 entries of 8 bytes, youngest first (M6).
  history bytea not null default '' check (octet_length(history) <= 40),
  -- JSON {mime, kib, notes}; '' when there is none of it.
  extras text not null default '',
  path text not null
) partition by range (id);

-- Adds the partition `n` of 50 million ids. By attachment, which lets readers and writers of the others go on.
-- Uniqueness of the key: within a partition by constraint, across partitions by the entry lock (docs/database.md).
create function weboid_add_url_partition(n integer) returns void language plpgsql as $$
declare
  rows_per_partition constant bigint := 50000000;
  name text := 'url_' || lpad(n::text, 4, '0');
begin
  if to_regclass(name) is not null then return; end if;
  execute format(
    'create table %I (like url including defaults including constraints) with (
       fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05,
       autovacuum_vacuum_insert_scale_factor = 0.05)', name);
  execute format('alter table %I add primary key (id)', name);
  execute format('alter table %I add constraint %I unique (key)', name, name || '_key');
  execute format('alter table url attach partition %I for values from (%s) to (%s)',
    name, n * rows_per_partition, (n + 1) * rows_per_partition);
end $$;

create index url_host on url (host_id);
select weboid_add_url_partition(0);

-- Design 2: one row per 10,000 ids. ------------------------------------------------------------------------------
create table slice (
  no integer primary key,
  -- Day of the last complete sweep.
  swept integer not null default -1,
  -- Some of its URLs were never contacted.
  fresh boolean not null default true,
  holder text,
  -- Fencing: grows with every lease; a write under an older one is refused.
  token bigint not null default 0,
  lease_until timestamptz not null default 'epoch',
  -- Of the last sweep: how many URLs have which status byte.
  counts jsonb not null default '{}'
) with (fillfactor = 50);
create sequence lease_token_seq as bigint;

-- URLs whose evidence is looked at again on a day of its own, before their slice is due.
create table recheck (
  url_id bigint primary key,
  due integer not null,
  holder text,
  lease_until timestamptz not null default 'epoch'
);
create index recheck_due on recheck (due);

-- D1, designs 5 and 6 ------------------------------------------------------------------------------------------------
create table change (
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  at timestamptz not null default now(),
  day integer not null,
  kind text not null,
  -- Concerns every page that has the URL; null: concerns one page.
  url_id bigint,
  wiki_id integer,
  pageid bigint,
  -- All that a client needs to report it.
  payload jsonb not null default '{}',
  primary key (xid, id)
);
create index change_at on change using brin (at) with (pages_per_range = 16);

-- D2 ---------------------------------------------------------------------------------------------------------------
create table dispatch_client (
  wiki_id integer primary key references wiki (id) on delete cascade,
  position_xid xid8 not null default '0',
  position_id bigint not null default 0,
  -- All pages are to be written anew, as changes before the position were never told.
  needs_export boolean not null default true,
  dispatched_at timestamptz,
  holder text,
  token bigint not null default 0,
  lease_until timestamptz not null default 'epoch'
);

-- A ----------------------------------------------------------------------------------------------------------------
create table archive (
  url_id bigint not null,
  type text not null,
  -- '' : archived, no version chosen (A1).
  address text not null default '',
  found integer not null,
  visited integer not null default -1,
  -- A2: choosing is blocked by hand.
  blocked boolean not null default false,
  primary key (url_id, type)
);
create index archive_visited on archive (visited);

-- H ----------------------------------------------------------------------------------------------------------------
create table replacement (
  url_id bigint primary key,
  url text not null,
  proposed integer not null,
  -- Shown only when checked (H4).
  checked integer not null default -1
);

create table report (
  url_id bigint not null,
  -- Hash of the profile that reported.
  reporter uuid not null,
  day integer not null,
  primary key (url_id, reporter)
);
create index report_day on report (day);

-- P1 ---------------------------------------------------------------------------------------------------------------
create table spam_use (
  wiki_id integer not null references wiki (id),
  pageid bigint not null,
  key uuid not null,
  url text not null,
  list text not null check (list in ('global', 'local')),
  first integer not null,
  last integer not null,
  primary key (wiki_id, key, pageid)
);

-- F5: pages that somebody asked for, once a day each.
create table touch_queue (
  wiki_id integer not null references wiki (id) on delete cascade,
  pageid bigint not null,
  day integer not null,
  taken boolean not null default false,
  primary key (wiki_id, pageid)
);
create index touch_queue_open on touch_queue (wiki_id, pageid) where not taken;

create table worker (
  name text primary key,
  role text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- Rates and what else the role tells.
  info jsonb not null default '{}'
);
