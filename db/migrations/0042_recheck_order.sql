-- The order in which rechecks are taken (takeRechecks): without it each turn of a crawler read and sorted all that were due. Beside
-- recheck_due, by which status pages find the oldest.
create index recheck_lease_due on recheck (lease_until, due);
