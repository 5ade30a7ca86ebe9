-- A feeder's hold on a wiki, so that any number of feeders share the wikis: as of slices and dispatch clients.
alter table wiki
  add column feed_holder text,
  add column feed_token bigint not null default 0,
  add column feed_lease_until timestamptz not null default 'epoch';
