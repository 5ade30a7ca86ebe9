ALTER TABLE "archive_link_cursor" ADD COLUMN "rules" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "archive_visit" ADD COLUMN "waited" smallint;