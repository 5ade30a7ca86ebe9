CREATE TABLE "removed_replacement" (
	"url_id" bigint NOT NULL,
	"url" text NOT NULL,
	"removed" integer NOT NULL,
	"seen" integer DEFAULT -1 NOT NULL,
	"checked" integer DEFAULT -1 NOT NULL,
	"target" text NOT NULL,
	CONSTRAINT "removed_replacement_url_id_url_pk" PRIMARY KEY("url_id","url")
);
--> statement-breakpoint
ALTER TABLE "people_log" DROP CONSTRAINT "people_log_act";--> statement-breakpoint
ALTER TABLE "people_log" DROP CONSTRAINT "people_log_actor";--> statement-breakpoint
CREATE INDEX "removed_replacement_day" ON "removed_replacement" USING btree ("removed");--> statement-breakpoint
ALTER TABLE "people_log" ADD CONSTRAINT "people_log_act" CHECK ("people_log"."act" in ('report', 'withdraw', 'oppose', 'soften', 'unsoften', 'propose', 'remove', 'block', 'unblock', 'lock', 'unlock', 'hide'));--> statement-breakpoint
ALTER TABLE "people_log" ADD CONSTRAINT "people_log_actor" CHECK ("people_log"."actor" in ('reader', 'account', 'administrator', 'operator', 'maintenance'));--> statement-breakpoint
-- What crawlers may do with reports (H1): those of URLs that were queried since they were made go. It runs as the owner, so that a crawler's role
-- can delete no others.
create function weboid_clear_reports(ids bigint[]) returns table (url_id bigint, against boolean)
language sql security definer set search_path = public, pg_temp as $$
  delete from report using url
  where report.url_id = any(ids) and url.id = report.url_id and url.queried >= report.day
  returning report.url_id, report.against
$$;
--> statement-breakpoint
revoke all on function weboid_clear_reports(bigint[]) from public;
