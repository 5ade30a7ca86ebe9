-- What components do under roles of their own (db/roles) that only the owner of the tables may: these run as the owner.
alter function weboid_add_url_partition(integer) security definer set search_path = public, pg_temp;
--> statement-breakpoint
revoke all on function weboid_add_url_partition(integer) from public;
--> statement-breakpoint
-- Where feeders make the tables of a start from a dump (db/bulk), so that they need not be allowed to make any beside the others.
create schema weboid_bulk;
--> statement-breakpoint
-- A start under way begins again: its tables stood beside the others.
do $$
declare
  found regclass;
begin
  for found in
    select oid from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname ~ '^bulk_[0-9]{1,9}_(page|use|part|state)$'
  loop
    execute format('drop table %s', found);
  end loop;
end $$;
--> statement-breakpoint
-- Drops what was made for a wiki's dump, whoever made it: the maintainer does so for feeders that are gone.
create function weboid_drop_bulk(wiki integer) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found regclass;
begin
  for found in
    select oid from pg_class
    where relnamespace = 'weboid_bulk'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname ~ format('^bulk_%s_(page|use|part|state)$', wiki)
  loop
    execute format('drop table %s', found);
  end loop;
end $$;
--> statement-breakpoint
revoke all on function weboid_drop_bulk(integer) from public;
--> statement-breakpoint
-- Seconds since what was read of a wiki's dump was last worked on; null: it was not read to its end, or the server has lost it.
create function weboid_bulk_age(wiki integer) returns float8 language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  state constant text := format('weboid_bulk.bulk_%s_state', wiki);
  seconds float8;
begin
  if to_regclass(state) is null then return null; end if;
  execute format('select extract(epoch from clock_timestamp() - max(at)) from %s', state) into seconds;
  return seconds;
end $$;
--> statement-breakpoint
revoke all on function weboid_bulk_age(integer) from public;
