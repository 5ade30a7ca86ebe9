CREATE TABLE "asked_check" (
	"url_id" bigint PRIMARY KEY NOT NULL,
	"asked" timestamp with time zone NOT NULL,
	"due" timestamp with time zone,
	"is_checked" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "asked_check_due" ON "asked_check" USING btree ("due") WHERE due is not null;--> statement-breakpoint
CREATE INDEX "asked_check_asked" ON "asked_check" USING btree ("asked");