CREATE TABLE "archive_link" (
	"url_id" bigint PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"resource" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "archive_link_cursor" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"url_id" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "archive_service" ADD COLUMN "asked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "archive_link_resource" ON "archive_link" USING btree ("resource");