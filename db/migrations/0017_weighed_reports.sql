CREATE TABLE "known_network" (
	"name" uuid PRIMARY KEY NOT NULL,
	"since" integer NOT NULL,
	"day" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scope_report" (
	"host" text NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"day" integer NOT NULL,
	"reporter" uuid,
	"network" uuid,
	"family" smallint DEFAULT 4 NOT NULL,
	"since" integer,
	"against" boolean DEFAULT false NOT NULL,
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scope_report_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "scope_report_host_path_reporter_unique" UNIQUE("host","path","reporter")
);
--> statement-breakpoint
ALTER TABLE "report" DROP CONSTRAINT "report_url_id_reporter_pk";--> statement-breakpoint
ALTER TABLE "report" ALTER COLUMN "reporter" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "family" smallint DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "since" integer;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "against" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "id" bigint PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "report_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE INDEX "known_network_day" ON "known_network" USING btree ("day");--> statement-breakpoint
CREATE INDEX "scope_report_day" ON "scope_report" USING btree ("day");--> statement-breakpoint
CREATE INDEX "scope_report_reporter" ON "scope_report" USING btree ("reporter");--> statement-breakpoint
CREATE INDEX "report_reporter" ON "report" USING btree ("reporter");--> statement-breakpoint
CREATE INDEX "report_against" ON "report" USING btree ("url_id") WHERE against;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_url_id_reporter_unique" UNIQUE("url_id","reporter");