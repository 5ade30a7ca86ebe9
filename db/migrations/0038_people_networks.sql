-- H5: the widest range around who reported, as a keyed hash: many addresses of one network are one voice for a domain (H3).
-- Null: a report of before, which counts as a network of its own.
alter table report add column network uuid;

-- Who proposed it, as a keyed hash, so that operators can take back all that somebody said (H5); null: before that was kept.
alter table replacement add column proposer uuid;
-- Where it led when it was last looked at; and whether spam lists are still to be asked of it, as they block more than before.
alter table replacement add column target text not null default '';
alter table replacement add column judge boolean not null default true;
create index replacement_judge on replacement (url_id) where judge;

-- A version that somebody proposed, and when: anyone may take it back (H4). Null: no person's.
alter table archive add column proposer uuid;
alter table archive add column proposed integer;
-- Nothing but proposals brought addresses until now.
update archive set proposed = found where address <> '' and not blocked;
