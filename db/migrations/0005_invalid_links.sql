ALTER TABLE "page" ADD COLUMN "invalid" text[];--> statement-breakpoint
CREATE INDEX "page_invalid" ON "page" USING btree ("wiki_id","pageid") WHERE invalid is not null;