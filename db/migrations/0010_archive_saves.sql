CREATE TABLE "archive_save" (
	"url_id" bigint PRIMARY KEY NOT NULL,
	"asked" integer NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"job" text DEFAULT '' NOT NULL,
	"result" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "archive_save_asked" ON "archive_save" USING btree ("asked");--> statement-breakpoint
CREATE INDEX "archive_save_job" ON "archive_save" USING btree ("url_id") WHERE "archive_save"."job" <> '';