-- F8: friendly tools, which may ask for whole namespaces and category trees, unthrottled. Of their tokens only the SHA-256 is kept.
create table friend (
  name text primary key,
  token_hash text not null unique,
  added_at timestamptz not null default now()
);
