-- Tells processes that there is work for them (db/work/bells.ts), once for each transaction: the same notification again is dropped.
create function weboid_ring() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end $$;
--> statement-breakpoint
create trigger ring after insert on change for each statement execute function weboid_ring('weboid_news');
--> statement-breakpoint
create trigger ring after insert or update of needs_export, export_wanted, profile_due on dispatch_client for each statement execute function weboid_ring('weboid_news');
--> statement-breakpoint
create trigger ring after insert or update of asked on asked_check for each statement execute function weboid_ring('weboid_asked');
