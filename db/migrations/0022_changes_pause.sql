-- A wiki that refuses its changes, or has trouble with them, is left alone until then, whatever a stream tells (F4).
alter table wiki add column changes_not_before timestamptz not null default 'epoch';
