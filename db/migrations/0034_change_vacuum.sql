-- The oldest changes go every ten minutes (D1). What is deleted still stands in the index until it is vacuumed, and whoever
-- begins with the oldest one that is left walks over it: a million of them take seconds.
alter table change set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);
