CREATE TABLE "archive_service" (
	"type" text PRIMARY KEY NOT NULL,
	"enlisted" bigint DEFAULT 0 NOT NULL,
	"visits" bigint DEFAULT 0 NOT NULL,
	"answered_at" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"rest_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"failed_since" timestamp with time zone,
	"error" text DEFAULT '' NOT NULL,
	"holder" text,
	"lease_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"token" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "archive_visit" (
	"url_id" bigint NOT NULL,
	"type" text NOT NULL,
	"due" integer NOT NULL,
	CONSTRAINT "archive_visit_url_id_type_pk" PRIMARY KEY("url_id","type")
);
--> statement-breakpoint
DROP INDEX "archive_visited";--> statement-breakpoint
ALTER TABLE "archive" ADD COLUMN "changing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "archive_visit_due" ON "archive_visit" USING btree ("type","due","url_id");--> statement-breakpoint
CREATE INDEX "archive_judged" ON "archive" USING btree ("url_id") WHERE "archive"."changing" or "archive"."blocked";