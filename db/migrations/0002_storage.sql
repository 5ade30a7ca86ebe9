-- What the schema in TypeScript has no words for: partitions, storage parameters, unlogged tables, a collation, and the first rows.

-- `url` is divided by ranges of the id. Columns, defaults and checks are those of the table that the schema made, and so are the
-- indexes, whose definitions are applied again.
do $$
declare
  definitions constant text[] := (select array_agg(pg_get_indexdef(indexrelid)) from pg_index where indrelid = 'url'::regclass);
  definition text;
begin
  alter table url rename to url_template;
  create table url (like url_template including defaults including constraints) partition by range (id);
  drop table url_template;
  foreach definition in array definitions loop
    execute definition;
  end loop;
end $$;
--> statement-breakpoint
-- Adds the partition `n` of 50 million ids. By attachment, which lets readers and writers of the others go on.
-- Uniqueness of the key: within a partition by constraint, across partitions by the entry lock (docs/database.md).
create function weboid_add_url_partition(n integer) returns void language plpgsql as $$
declare
  rows_per_partition constant bigint := 50000000;
  name text := 'url_' || lpad(n::text, 4, '0');
begin
  if to_regclass(name) is not null then return; end if;
  execute format(
    'create table %I (like url including defaults including constraints) with (
       fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05,
       autovacuum_vacuum_insert_scale_factor = 0.05)', name);
  execute format('alter table %I add primary key (id)', name);
  execute format('alter table %I add constraint %I unique (key)', name, name || '_key');
  execute format('alter table url attach partition %I for values from (%s) to (%s)',
    name, n * rows_per_partition, (n + 1) * rows_per_partition);
end $$;
--> statement-breakpoint
select weboid_add_url_partition(0);
--> statement-breakpoint
-- Rows that are rewritten within their page leave the indexes alone.
alter table dispatch_client set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
--> statement-breakpoint
alter table slice set (fillfactor = 50);
--> statement-breakpoint
alter table dispatch_hour set (fillfactor = 70);
--> statement-breakpoint
alter table feed_hour set (fillfactor = 70);
--> statement-breakpoint
alter table feed_pass set (fillfactor = 70);
--> statement-breakpoint
alter table survey set (fillfactor = 70);
--> statement-breakpoint
alter table sweep_hour set (fillfactor = 70);
--> statement-breakpoint
alter table changed_page set (fillfactor = 80);
--> statement-breakpoint
alter table host set (fillfactor = 85);
--> statement-breakpoint
alter table page set (fillfactor = 90);
--> statement-breakpoint
-- The oldest changes go every ten minutes (D1). What is deleted still stands in the index until it is vacuumed, and a reader
-- that begins with the oldest one left walks over it: a million of them take seconds.
alter table change set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);
--> statement-breakpoint
-- What holds for seconds or minutes, and is written with every request, has to survive no crash.
alter table wiki_server set unlogged;
--> statement-breakpoint
alter table host_lease set unlogged;
--> statement-breakpoint
alter table host_lease set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.1);
--> statement-breakpoint
alter table published_value alter column key type text collate "C";
--> statement-breakpoint
insert into farm (code, name, sites, internal_hosts, spam_list) values
  (0, 'wmflabs', 'https://deployment.wikimedia.beta.wmflabs.org/', '\.beta\.wmflabs\.org$', ''),
  -- Every alternative is a whole domain: mediawiki.example.com and notwikipedia.org are others.
  (1, 'WMF', 'https://meta.wikimedia.org/w/api.php?action=sitematrix',
   '(?:^|\.)(?:mediawiki|wik(?:i(?:books|data|media|news|pedia|quote|source|species|versity|voyage)|tionary))\.org$',
   'https://meta.wikimedia.org/w/index.php?title=Spam_blacklist&action=raw&sb_ver=1');
