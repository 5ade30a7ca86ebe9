-- programs since 22
-- `page` and `page_link` are divided by a hash of their key into eight parts each: a vacuum, a rebuilt index or a move to another disk
-- then concerns an eighth. Rows are copied, and indexes built again behind them. Columns, constraints, indexes and rights stay those
-- that the tables had, and so programs of before can go on.
do $$
declare
  parts constant integer := 8;
  settings text;
  name text;
  columns text;
  statements text[];
  statement text;
begin
  -- At once, with the table that they refer to: a lock that is not free later would cost all that was copied.
  lock table wiki, page, page_link;
  foreach name in array array['page', 'page_link'] loop
    -- A vacuum of links reads their whole index, so it waits for more of them.
    settings := case name
      when 'page' then 'fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05'
      else 'autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05'
    end;
    columns := (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = '');
    statements :=
      array(select format('alter table %I add constraint %I %s', name, conname, pg_get_constraintdef(oid))
        from pg_constraint where conrelid = name::regclass and contype in ('p', 'f') order by contype desc)
      || array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = name::regclass and not indisprimary)
      || array(select format('grant %s on %I to %s', privilege_type, name, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end)
        from pg_class cross join aclexplode(relacl) where oid = name::regclass and grantee <> relowner)
      || array(select format('grant %s (%I) on %I to %s', privilege_type, attname, name, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end)
        from pg_attribute cross join aclexplode(attacl) where attrelid = name::regclass);
    execute format('alter table %I rename to %I', name, name || '_before');
    execute format('create table %I (like %I including defaults including constraints including generated)
      partition by hash (wiki_id, pageid)', name, name || '_before');
    for n in 0 .. parts - 1 loop
      execute format('create table %I partition of %I for values with (modulus %s, remainder %s) with (%s)',
        name || '_' || n, name, parts, n, settings);
    end loop;
    execute format('insert into %I (%s) select %2$s from %I', name, columns, name || '_before');
    execute format('drop table %I', name || '_before');
    foreach statement in array statements loop
      execute statement;
    end loop;
    execute format('analyze %I', name);
  end loop;
end $$;
