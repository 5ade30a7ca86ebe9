-- F4: where a wiki's events are told as they happen (server-sent events), "" : nowhere.
alter table wiki add column stream text not null default '';

-- A row for each such address: one feeder reads it, for all wikis that name it, and goes on behind the last event that was queued.
create table stream (
  url text primary key,
  last_event_id text not null default '',
  holder text,
  token bigint not null default 0,
  lease_until timestamptz not null default 'epoch',
  -- When it was last known to be open; what is wrong with it since.
  seen_at timestamptz,
  error text
);
