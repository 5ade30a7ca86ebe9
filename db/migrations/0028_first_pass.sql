ALTER TABLE "wiki" ADD COLUMN "first_pass_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "wiki" ADD COLUMN "first_pass_slice" integer;