-- What was last written to an edge under a key, so that the same is not written again; rows live some days.
create table told_value (
  target text not null,
  key text collate "C" not null,
  hash bigint not null,
  at timestamptz not null default now(),
  primary key (target, key)
);
