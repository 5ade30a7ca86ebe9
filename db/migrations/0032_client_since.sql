alter table "dispatch_client" add column "since" timestamp with time zone;--> statement-breakpoint
alter table "dispatch_client" alter column "since" set default now();
