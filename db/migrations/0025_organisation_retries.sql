ALTER TABLE "organisation" ALTER COLUMN "checked" SET DEFAULT -1;--> statement-breakpoint
ALTER TABLE "organisation_domain" ADD COLUMN "unanswered" smallint DEFAULT 0 NOT NULL;