-- Exports that keep their place, and dispatchers that cannot overwrite what their successors wrote (D2).
alter table dispatch_client
  -- Counts the requests for an export: one that comes during an export begins it anew.
  add column export_wanted bigint not null default 0,
  -- All pages up to this one are written by the export under way; null: none is.
  add column export_after bigint,
  -- Under which number its dispatcher writes at the edge; grows when one takes over from another that may still write.
  add column fence bigint not null default 0;
