-- Notifies processes that wait for work (db/work/bells.ts), once for each transaction: the same notification again is dropped.
create function weboid_ring() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end $$;
--> statement-breakpoint
create trigger ring after insert on change for each statement execute function weboid_ring('weboid_news');
--> statement-breakpoint
-- Of what only those set who wish for something, and no dispatcher that looks for work: a statement that names the column rings without any row.
create trigger ring after update of export_wanted on dispatch_client for each statement execute function weboid_ring('weboid_news');
--> statement-breakpoint
create trigger ring after insert on asked_check for each statement execute function weboid_ring('weboid_asked');
