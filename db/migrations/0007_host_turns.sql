-- C4 over the whole fleet: whose turn it is at a host or an address, and from when the next one may come.
-- Unlogged: after a crash of the server nobody holds a turn, and what is to be remembered for longer stands in `host`.
create unlogged table host_turn (
  -- `h:` and the name of a host; `a:`, an address (IPv6: its /64) and the number of a place at it.
  key text primary key,
  holder text,
  -- A holder that did not prolong its turn until then has died over it.
  held_until timestamptz not null default 'epoch',
  -- The next turn begins not before.
  ready_at timestamptz not null default 'epoch',
  -- What the last holder learnt, as others may have read the host's row before that.
  pace_ms integer,
  robots text,
  robots_day integer
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.1);

-- Sites whose owners asked to be left alone (C4).
create table optout (
  -- The domain and everything below it.
  host text not null,
  -- Start of the path; '' : all of it.
  path text not null default '',
  added_at timestamptz not null default now(),
  primary key (host, path)
);
