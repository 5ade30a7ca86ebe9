CREATE TABLE "organisation" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "organisation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"domain" text NOT NULL,
	"name" text,
	"profile" json NOT NULL,
	"found" integer NOT NULL,
	"checked" integer NOT NULL,
	CONSTRAINT "organisation_domain_unique" UNIQUE("domain"),
	CONSTRAINT "organisation_profile_check" CHECK (octet_length("organisation"."profile"::text) <= 262144)
);
--> statement-breakpoint
CREATE TABLE "organisation_domain" (
	"domain" text PRIMARY KEY NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"organisation_id" integer,
	"rule" text DEFAULT '' NOT NULL,
	"evidence" text DEFAULT '' NOT NULL,
	"score" real DEFAULT 0 NOT NULL,
	"decided" integer DEFAULT -1 NOT NULL,
	"name_servers" text[] DEFAULT '{}' NOT NULL,
	"addresses" text[] DEFAULT '{}' NOT NULL,
	"registrant" json,
	"looked" integer DEFAULT -1 NOT NULL,
	"due" integer DEFAULT -1 NOT NULL,
	"holder" text,
	"lease_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	CONSTRAINT "organisation_domain_evidence_check" CHECK (octet_length("organisation_domain"."evidence") <= 4000),
	CONSTRAINT "organisation_domain_registrant_check" CHECK (octet_length("organisation_domain"."registrant"::text) <= 16384)
);
--> statement-breakpoint
CREATE TABLE "organisation_range" (
	"organisation_id" integer NOT NULL,
	"range" "cidr" NOT NULL,
	CONSTRAINT "organisation_range_organisation_id_range_pk" PRIMARY KEY("organisation_id","range")
);
--> statement-breakpoint
CREATE TABLE "organisation_sharer" (
	"shared" text NOT NULL,
	"registrant" text NOT NULL,
	"seen" integer NOT NULL,
	CONSTRAINT "organisation_sharer_shared_registrant_pk" PRIMARY KEY("shared","registrant")
);
--> statement-breakpoint
CREATE TABLE "organisation_sign" (
	"sign" text NOT NULL,
	"domain" text NOT NULL,
	CONSTRAINT "organisation_sign_sign_domain_pk" PRIMARY KEY("sign","domain")
);
--> statement-breakpoint
CREATE TABLE "organisation_work" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"host_id" integer DEFAULT 0 NOT NULL,
	"day" integer DEFAULT -1 NOT NULL,
	"looked" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text,
	"lease_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"rest_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"day" integer DEFAULT -1 NOT NULL,
	"asked" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_answer" (
	"key" text PRIMARY KEY NOT NULL,
	"answer" json NOT NULL,
	"fetched_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "registry_answer_answer_check" CHECK (octet_length("registry_answer"."answer"::text) <= 262144)
);
--> statement-breakpoint
ALTER TABLE "organisation_domain" ADD CONSTRAINT "organisation_domain_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_range" ADD CONSTRAINT "organisation_range_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_sign" ADD CONSTRAINT "organisation_sign_domain_organisation_domain_domain_fk" FOREIGN KEY ("domain") REFERENCES "public"."organisation_domain"("domain") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organisation_domain_organisation" ON "organisation_domain" USING btree ("organisation_id") WHERE "organisation_domain"."organisation_id" is not null;--> statement-breakpoint
CREATE INDEX "organisation_domain_due" ON "organisation_domain" USING btree ("due","uses" desc);--> statement-breakpoint
CREATE INDEX "organisation_range_range" ON "organisation_range" USING gist ("range" inet_ops);--> statement-breakpoint
CREATE INDEX "organisation_sign_domain" ON "organisation_sign" USING btree ("domain");--> statement-breakpoint
CREATE INDEX "registry_answer_expires" ON "registry_answer" USING btree ("expires_at");