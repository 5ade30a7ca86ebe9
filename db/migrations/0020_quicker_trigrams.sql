-- The same sets of numbers by a tenth of the time: as SQL functions they took five sixths of the time of a new host.
create or replace function weboid_trigrams(host text) returns integer[] language plpgsql immutable parallel safe strict as $$
declare
  b constant bytea := decode(host, 'escape');
  found integer[] := '{}';
begin
  for i in 0 .. length(b) - 3 loop
    found := found || ((get_byte(b, i) << 14) | (get_byte(b, i + 1) << 7) | get_byte(b, i + 2));
  end loop;
  return found;
end $$;
create or replace function weboid_nested(path text) returns integer[] language plpgsql immutable parallel safe strict as $$
declare
  run text;
  b bytea;
  found integer[] := '{}';
begin
  for run in select m[1] from regexp_matches(lower(path collate "C"), '//+([a-z0-9._-]{3,})', 'g') as m loop
    b := decode(run, 'escape');
    for i in 0 .. length(b) - 3 loop
      found := found || ((get_byte(b, i) << 14) | (get_byte(b, i + 1) << 7) | get_byte(b, i + 2));
    end loop;
  end loop;
  return found;
end $$;
