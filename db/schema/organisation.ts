import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  cidr,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import type { OrganisationProfile, Registrant, RuleName } from "../../shared/organisation/types.ts";
import type { HostId } from "../types.ts";
import { day, dayOrNever, EPOCH, hostId, instant, json, leaseColumns, NOW } from "./columns.ts";

/** Organisations with more than one domain, or with name servers of their own (O1, O2). None is a person. */
export const organisation = pgTable(
  "organisation",
  {
    id: integer().generatedAlwaysAsIdentity().primaryKey(),
    /** The registrable domain from which it is known. */
    domain: text().notNull().unique(),
    /** As registered; null: the registry withholds it, or names a person. */
    name: text(),
    /** What identifies it. */
    profile: json("profile").$type<OrganisationProfile>().notNull(),
    found: day("found"),
    /** When all of the profile was last read; -1: registries did not say all so far. */
    checked: dayOrNever("checked"),
  },
  (table) => [check("organisation_profile_check", sql`octet_length(${table.profile}::text) <= 262144`)],
);

const ofOrganisation = () =>
  integer("organisation_id")
    .notNull()
    .references(() => organisation.id, { onDelete: "cascade" });

/** The registrable domains of all hosts: what DNS and registries say of them, and whose they are. */
export const organisationDomain = pgTable(
  "organisation_domain",
  {
    domain: text().primaryKey(),
    /** How many URLs its hosts have, as counted last; only so many of each host are counted. */
    uses: integer().notNull().default(0),
    /** Null: of nobody known. */
    organisationId: integer("organisation_id").references(() => organisation.id, { onDelete: "set null" }),
    /** Which rule decided last, what it compared, and how sure it is (shared/organisation); "": nobody was compared. */
    rule: text().$type<RuleName | "">().notNull().default(""),
    evidence: text().notNull().default(""),
    score: real().notNull().default(0),
    decided: dayOrNever("decided"),
    /** As DNS had them. */
    nameServers: text("name_servers").array().notNull().default(sql`'{}'`),
    addresses: text().array().notNull().default(sql`'{}'`),
    /** Null: no registry was asked. */
    registrant: json("registrant").$type<Registrant>(),
    looked: dayOrNever("looked"),
    /** When it is looked at again; -1: it never was. */
    due: dayOrNever("due"),
    /** How often in a row DNS or registries did not answer: each time is waited longer. */
    unanswered: smallint().notNull().default(0),
    ...leaseColumns(),
  },
  (table) => [
    index("organisation_domain_organisation")
      .on(table.organisationId)
      .where(sql`${table.organisationId} is not null`),
    index("organisation_domain_holder").on(table.holder).where(sql`${table.holder} is not null`),
    // The order in which they are looked at: those that never were, with most URLs first.
    index("organisation_domain_due").on(table.due, sql`${table.uses} desc`),
    check("organisation_domain_evidence_check", sql`octet_length(${table.evidence}) <= 4000`),
    check("organisation_domain_registrant_check", sql`octet_length(${table.registrant}::text) <= 16384`),
  ],
);

/** Blocks of addresses that are an organisation's own. */
export const organisationRange = pgTable(
  "organisation_range",
  { organisationId: ofOrganisation(), range: cidr().notNull() },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.range] }),
    index("organisation_range_range").using("gist", table.range.op("inet_ops")),
  ],
);

/** What domains may share that belong together: an address, a name server, a registrant, a domain of its e-mail addresses. */
export const organisationSign = pgTable(
  "organisation_sign",
  {
    /** `at ADDRESS`, `ns HOST`, `of NAME`, `mail DOMAIN` */
    sign: text().notNull(),
    domain: text()
      .notNull()
      .references(() => organisationDomain.domain, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.sign, table.domain] }),
    index("organisation_sign_domain").on(table.domain),
  ],
);

/** Registrants without relation to each other that share an address or the domain of a name server: more than a few, and it says nothing (O2). */
export const organisationSharer = pgTable(
  "organisation_sharer",
  {
    /** An address, or the registrable domain of a name server. */
    shared: text().notNull(),
    registrant: text().notNull(),
    seen: day("seen"),
  },
  (table) => [primaryKey({ columns: [table.shared, table.registrant] })],
);

/** How far the hosts were read for their domains, and how many domains were looked at on a day: one row. */
export const organisationWork = pgTable("organisation_work", {
  one: boolean().primaryKey().default(true),
  hostId: hostId()
    .notNull()
    .default(0 as HostId),
  day: dayOrNever("day"),
  looked: integer().notNull().default(0),
});

/** Servers of registries: who asks one, until when it wants to be left alone, and how often it was asked on a day, by all processes together. */
export const registry = pgTable("registry", {
  /** Host and port. */
  name: text().primaryKey(),
  ...leaseColumns(),
  restUntil: instant("rest_until").notNull().default(EPOCH),
  day: dayOrNever("day"),
  asked: integer().notNull().default(0),
});

/** Answers of registries, as far as they concern organisations; nothing about persons is kept. */
export const registryAnswer = pgTable(
  "registry_answer",
  {
    /** By the version of what read it: `4 domain example.org`, `4 network 192.0.2.1 for all` */
    key: text().primaryKey(),
    answer: json("answer").notNull(),
    fetchedAt: instant("fetched_at").notNull().default(NOW),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("registry_answer_expires").on(table.expiresAt),
    check("registry_answer_answer_check", sql`octet_length(${table.answer}::text) <= 262144`),
  ],
);
