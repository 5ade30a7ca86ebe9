-- What came to hold for a host, or no longer does (M9, M10), and is told of its URLs: of so many in the transaction that learnt it,
-- as others wait for what is told to be readable; of the rest by `weboid maintain`, some thousand at a time (D1).
create table host_news (
  id bigint generated always as identity primary key,
  host_id integer not null,
  -- A trait of the host, else a note of it for paths that begin like this.
  trait boolean not null,
  kind text not null,
  path text not null,
  value text not null,
  gone boolean not null,
  -- The last URL that was told, in the order of url_host_path.
  start text not null,
  after bigint not null
);
create index host_news_host on host_news (host_id);
