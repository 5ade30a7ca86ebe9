/** `error`: something is lost, doubled, illegal or wrong. `warning`: it still works, or is to be decided by the operator. Both are findings. */
export type Severity = "error" | "warning";

export const GROUPS = ["database", "clock", "grants", "edge", "roles", "configuration"] as const;
export type Group = (typeof GROUPS)[number];

interface Check {
  readonly group: Group;
  /** `as status`: that of the worst alarm of `weboid status` among them. */
  readonly severity: Severity | "as status";
  readonly what: string;
  /** What the operator does; with `--repair` where that does it. */
  readonly fix: string;
}

const REPAIR = "weboid doctor --repair";
const check = (group: Group, severity: Check["severity"], what: string, fix: string): Check => ({
  group,
  severity,
  what,
  fix,
});

/** What is looked at, in this order. Names are lasting, for programs; docs/doctor.md has the table. */
export const CHECKS = {
  "schema-version": check(
    "database",
    "error",
    "program and database do not fit together; nothing else was looked at",
    "weboid migrate, or install the version that migrated it",
  ),
  "clock-skew": check(
    "clock",
    "error",
    "this machine's clock differs from the database's by more than two minutes",
    "set both right (NTP, timedatectl set-ntp true)",
  ),
  "clock-set-back": check(
    "clock",
    "error",
    "the database's clock is behind instants that it wrote itself",
    `set the clock of PostgreSQL's host right (NTP) first, if it is wrong now; then ${REPAIR}: these instants become now`,
  ),
  "lease-endless": check(
    "clock",
    "error",
    "leases that do not end within a day keep everybody else from that work",
    REPAIR,
  ),
  "history-damaged": check(
    "database",
    "error",
    "what checks stored of URLs cannot be read: no status of table S, runs that overlap or are out of order, cut bytes",
    `${REPAIR}: it is emptied, and the URLs are checked again today`,
  ),
  "history-future": check(
    "database",
    "error",
    "URLs with days after today, which a wrong clock wrote",
    `${REPAIR}: what lies after today is taken out as if nothing had been observed, verdicts follow, and the URLs are checked again today`,
  ),
  "day-future": check(
    "database",
    "error",
    "rows with days after today, which a wrong clock wrote",
    `${REPAIR}: they become today, or never where the thing is then learnt again`,
  ),
  "url-without-host": check(
    "database",
    "error",
    "URLs whose host is missing",
    `${REPAIR}: they are deleted, and the pages that name them are read again`,
  ),
  "url-invalid": check(
    "database",
    "error",
    "URLs that can never work, are not in normal form, or stand under another URL's key",
    `${REPAIR}: they are deleted, and the pages that name them are read again`,
  ),
  "url-doubled": check(
    "database",
    "error",
    "URLs that are there twice",
    `${REPAIR}: pages name the eldest, the others are deleted`,
  ),
  "url-internal": check(
    "database",
    "warning",
    "watched URLs that lead into the own farm of a page that has them, as after a change of the farm's hosts",
    `${REPAIR}: these pages are read again, or wait for the next pass of the feeder`,
  ),
  "page-links": check(
    "database",
    "error",
    "pages whose lists name URLs that are not there",
    `${REPAIR}: such numbers are taken out, and the pages are read again`,
  ),
  "reference-missing": check(
    "database",
    "error",
    "rows that refer to nothing",
    `${REPAIR}: they are deleted`,
  ),
  "slice-missing": check(
    "database",
    "error",
    "ranges of URLs that no sweep knows, so they are never checked",
    `${REPAIR}, or weboid maintain --once`,
  ),
  "sequence-late": check(
    "database",
    "error",
    "sequences that are behind the numbers they gave, as after a restore of single tables",
    REPAIR,
  ),
  "change-damaged": check(
    "database",
    "error",
    "changes that cannot be read: feeds pass them over, edges publish their pages all the same",
    `${REPAIR}: those that everybody has passed are deleted, the others once dispatchers are done (weboid dispatch --once)`,
  ),
  "log-broken": check(
    "database",
    "error",
    "the public log does not follow from its own hashes: an entry was changed, put in or taken out",
    "compare people_log with a backup and with copies that others keep, and put back what is missing; find out who may write to the database (weboid report log --verify)",
  ),
  "roles-absent": check(
    "grants",
    "warning",
    "components without a role of their own, though others have one",
    "weboid migrate --roles",
  ),
  "grants-missing": check(
    "grants",
    "error",
    "rights that a component needs and its role lacks",
    "weboid migrate --roles",
  ),
  "grants-excess": check(
    "grants",
    "error",
    "rights that a component's role has and does not need",
    "weboid migrate --roles",
  ),
  "role-other": check(
    "grants",
    "warning",
    "components that are connected under another name than their own role's",
    "give each component its own DATABASE_URL (weboid migrate --roles, docs/database.md)",
  ),
  superuser: check(
    "grants",
    "warning",
    "Weboid is connected as a superuser, who may read files and run programs on PostgreSQL's host",
    "make the database and DATABASE_URL those of an ordinary user: create role weboid login createrole …; reassign owned",
  ),
  "client-foreign": check(
    "edge",
    "error",
    "positions in the changes lie ahead of the newest one: this database was restored into another server",
    `weboid dispatch, which begins there with full exports and shows followers a gap, or weboid maintain or ${REPAIR}, which have it do so`,
  ),
  "edge-unreachable": check(
    "edge",
    "error",
    "the edge's store did not answer, or refused",
    "start the edge, or correct EDGE_URL and EDGE_TOKEN, or CLOUDFLARE_*",
  ),
  "edge-fence": check(
    "edge",
    "error",
    "the edge knows a later writer than this database: the database was restored from a backup, or another one writes there",
    `stop what else writes there, then weboid export WIKI for each, or ${REPAIR}, which asks for the same`,
  ),
  "edge-profile": check(
    "edge",
    "error",
    "wikis whose profile the edge lacks, so that it does not answer for them",
    `${REPAIR}, which has the profile written again`,
  ),
  "edge-missing": check(
    "edge",
    "error",
    "watched pages of which the edge has no snapshot, and none is on its way",
    `weboid export WIKI, or ${REPAIR}, which publishes these pages again`,
  ),
  "edge-wrong": check(
    "edge",
    "error",
    "snapshots that say something else than a full export would write, and no change is on its way",
    `weboid export WIKI, or ${REPAIR}, which publishes these pages again`,
  ),
  "edge-leftover": check(
    "edge",
    "error",
    "snapshots of pages that are not watched, and no change is on its way",
    `weboid export WIKI, or ${REPAIR}, which has them removed`,
  ),
  "role-missing": check(
    "roles",
    "as status",
    "roles that give no sign of life though there is work for them; fine where a timer starts them",
    "start them, as each says",
  ),
  "changes-late": check(
    "roles",
    "as status",
    "changes that are not published in time",
    "see each; weboid status has all of them",
  ),
  "passes-late": check(
    "roles",
    "as status",
    "passes over pages or URLs that take too long, or stand still",
    "see each; weboid status has all of them",
  ),
  "urls-held": check(
    "roles",
    "as status",
    "more URLs are due to be deleted than a hundredth of all",
    "see whether feeders read all wikis; if that is right: weboid maintain --once --force",
  ),
  alarms: check("roles", "as status", "other alarms of weboid status", "see each"),
  "token-weak": check(
    "configuration",
    "error",
    "secrets that are short, equal to each other, or easily guessed",
    "make each with openssl rand -hex 32 (weboid keys rotate)",
  ),
  "contact-missing": check(
    "configuration",
    "warning",
    "WEBOID_CONTACT is not set, and wikis are on the net: feeders and crawlers refuse to start",
    "set it to your e-mail address or web page",
  ),
  "store-unusable": check(
    "configuration",
    "error",
    "the edge's store cannot be used as it is configured",
    "see each",
  ),
  "database-plain": check(
    "configuration",
    "warning",
    "the connection to a database on another host is not encrypted",
    "add ?sslmode=require or verify-full to DATABASE_URL, and set ssl = on at the server",
  ),
  "replica-unusable": check(
    "configuration",
    "error",
    "the replica at DATABASE_READ_URL cannot be read from, so the primary bears all reading",
    "see each; docs/database.md has how a replica is made",
  ),
  "standby-unusable": check(
    "configuration",
    "warning",
    "servers of DATABASE_URL that could not take the primary's place",
    "see each; docs/database.md has how a replica is made",
  ),
  "folder-open": check(
    "configuration",
    "error",
    "files with secrets of the data folder that other users can read or write",
    "chmod go= for each",
  ),
  "disk-full": check(
    "configuration",
    "error",
    "little room is left on the disk of the data folder",
    "free some space, or move WEBOID_DATA",
  ),
  "files-few": check(
    "configuration",
    "warning",
    "a process may open few files, and each check needs one or two",
    "ulimit -n 65536, or LimitNOFILE=65536 in the unit",
  ),
} as const satisfies Record<string, Check>;

export type CheckName = keyof typeof CHECKS;

export const checkOf = (name: CheckName): Check => CHECKS[name];
