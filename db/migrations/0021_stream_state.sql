-- For operators (F4): since when wikis name a stream, since when it is open, and when it last told something.
alter table stream
  add column named_at timestamptz not null default clock_timestamp(),
  add column opened_at timestamptz,
  add column event_at timestamptz;
