-- Dispatchers take many clients at a time, tell those of an edge's profiles that changed, and say how far an export is (D2).
alter table dispatch_client
  -- The wiki's profile at the edge is not the one that its configuration makes now.
  add column profile_due boolean not null default true,
  -- Of what the profile is made (markProfiles), and which version of the program wrote the one at the edge.
  add column profile_wanted text not null default '',
  add column profile_version text not null default '',
  -- The export under way, or the last one.
  add column export_began_at timestamptz,
  add column export_done bigint not null default 0,
  add column export_total bigint not null default 0;
-- Rows are rewritten for each batch of changes: within their page, so that the index is left alone.
alter table dispatch_client set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- What dispatchers did, by the hour and edge.
create table dispatch_hour (
  hour integer not null,
  target text not null,
  batches bigint not null default 0,
  -- Changes times pages that they concern, and what was made of them.
  concerned bigint not null default 0,
  written bigint not null default 0,
  removed bigint not null default 0,
  -- Of these, by full exports.
  exported bigint not null default 0,
  primary key (hour, target)
) with (fillfactor = 70);
-- Followers of a feed need no profile.
update dispatch_client set profile_due = false where target = 'feed';
