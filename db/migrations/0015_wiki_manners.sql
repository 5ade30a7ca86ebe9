-- Manners: one request at a time to a wiki's server from all processes together, and peace where it asks for peace.
-- Unlogged: it says what holds for seconds or minutes, and is written with every request.
create unlogged table wiki_server (
  -- With its port, as in the address.
  host text primary key,
  holder text,
  lease_until timestamptz not null default 'epoch',
  -- Who has the next turn.
  waiter text,
  waiter_until timestamptz not null default 'epoch',
  -- It answered 429 with Retry-After.
  quiet_until timestamptz not null default 'epoch'
);

-- The error budget of a wiki; times by the feeders' clock.
alter table wiki
  -- Requests that failed since then.
  add column failures integer not null default 0,
  add column failing_at timestamptz not null default 'epoch',
  -- How often in a row the wiki had to be left alone, and until when it is.
  add column setbacks smallint not null default 0,
  add column retry_at timestamptz not null default 'epoch';
