-- A pass over a slice has a beginning: interrupted, it is gone on with and not begun anew at midnight. -1: none is open.
alter table slice add column pass_began integer not null default -1;
