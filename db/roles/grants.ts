/** What works on the database by itself; everything else (`weboid wiki add`, `weboid status` …) is done by its owner. */
export const COMPONENTS = [
  "feed",
  "crawl",
  "dispatch",
  "archive",
  "maintain",
  "origin",
  "organisation",
] as const;
export type Component = (typeof COMPONENTS)[number];

/** One for each privilege, or for the columns of one (PRIVILEGES). */
type Letters = string;
/** In the order of COMPONENTS; few concern the last. */
type Row = readonly [Letters, Letters, Letters, Letters, Letters, Letters, Letters?];

/** What a component may do with each table, sequence and function: what its work needs (F1: only the feeder adds and removes pages). */
// biome-ignore format: a table
export const GRANTS: Readonly<Record<string, Row>> = {
  "table archive": ["s", "siu", "s", "siud", "sud", "siud"],
  "table archive_link": ["", "s", "", "sid", "sd", "s"],
  "table archive_link_cursor": ["", "", "", "siu", "", ""],
  "table archive_save": ["", "", "", "siu", "sd", ""],
  "table archive_service": ["", "siu", "", "siu", "", "s"],
  "table archive_visit": ["", "siu", "", "siud", "sd", "siu"],
  "table asked_check": ["", "su", "", "", "sd", "siu"],
  "table change": ["si", "si", "s", "si", "sid", "si"],
  "table changed_page": ["siud", "", "", "", "s", ""],
  "table dispatch_client": ["su", "", "siu", "su", "su", ""],
  "table dispatch_hour": ["", "", "siu", "", "sd", ""],
  "table domain_note": ["", "siu", "s", "s", "siud", "siud"],
  "table event": ["", "", "si", "", "sd", "s"],
  "table event_page": ["", "", "si", "", "sd", "s"],
  "table farm": ["siu", "s", "s", "s", "s", "s"],
  "table feed_hour": ["siu", "", "", "", "sd", ""],
  "table feed_pass": ["siu", "", "su", "", "s", ""],
  "table friend": ["", "", "", "", "", "s"],
  "table host": ["sim", "su", "s", "s", "su", "s", "s"],
  "table host_change": ["", "si", "", "si", "siud", "si"],
  "table host_lease": ["", "siud", "", "", "", ""],
  "table host_trait": ["", "siud", "s", "s", "sud", "s"],
  "table known_network": ["", "", "", "", "sd", "siu"],
  "table move": ["s", "siud", "s", "s", "siud", "s"],
  "table move_host": ["", "siud", "", "", "sud", "s"],
  "table non_wikitext_page": ["siud", "", "", "", "", ""],
  "table optout": ["", "s", "", "", "", ""],
  "table organisation": ["", "s", "s", "s", "sd", "s", "siud"],
  "table organisation_domain": ["", "s", "s", "s", "sd", "s", "siud"],
  "table organisation_range": ["", "", "", "", "s", "", "siud"],
  "table organisation_sharer": ["", "", "", "", "sd", "", "siu"],
  "table organisation_sign": ["", "", "", "", "s", "", "siud"],
  "table organisation_work": ["", "", "", "", "", "", "siu"],
  "table page": ["siudm", "", "s", "s", "s", "sa"],
  "table page_batch": ["sid", "", "s", "", "", ""],
  "table page_link": ["siudm", "s", "s", "s", "su", "s"],
  "table people_lock": ["", "", "", "", "", "siud"],
  "table people_log": ["", "", "", "", "si", "si"],
  "table people_tally": ["", "", "", "", "sd", "siu"],
  "table published_value": ["", "", "siud", "", "sd", ""],
  "table queue_hour": ["", "", "", "", "sid", ""],
  "table recheck": ["", "siud", "s", "", "sd", ""],
  "table registry": ["", "", "", "", "sd", "", "siu"],
  "table registry_answer": ["", "", "", "", "sd", "", "siud"],
  "table relaunch": ["", "", "", "", "siud", "s"],
  "table relaunch_scan": ["", "", "", "", "siud", ""],
  "table relaunch_wiki": ["", "", "", "", "siud", "s"],
  "table removed_replacement": ["", "", "", "", "sd", "siud"],
  "table replacement": ["s", "std", "s", "s", "sud", "siud"],
  "table report": ["s", "s", "s", "s", "sud", "siud"],
  "table schema_migration": ["s", "s", "s", "s", "s", "s", "s"],
  "table scope_report": ["", "", "", "", "sud", "siud"],
  "table slice": ["siu", "su", "s", "", "siud", ""],
  "table spam_list": ["siu", "s", "", "", "", "s"],
  "table spam_scan": ["siud", "", "", "", "", ""],
  "table spam_use": ["siud", "", "s", "s", "", "s"],
  "table stream": ["siud", "s", "s", "s", "s", "s"],
  "table survey": ["", "", "", "", "siu", "s"],
  "table survey_day": ["", "", "", "", "siud", "s"],
  "table survey_domain": ["", "", "", "", "siud", "s"],
  "table sweep_hour": ["siu", "siu", "", "", "sd", ""],
  "table touch_intake": ["s", "", "", "", "sd", "siu"],
  "table touch_queue": ["sud", "", "", "", "sud", "siu"],
  "table tree_category": ["siud", "", "", "", "", ""],
  "table url": ["sium", "sr", "s", "sl", "sud", "sl", "s"],
  "table url_note": ["", "s", "s", "s", "sd", "s"],
  "table verdict_change_due": ["", "siud", "", "", "sud", ""],
  "table wiki": ["su", "s", "sf", "s", "su", "s"],
  "table wiki_criterion": ["sid", "", "", "", "", "s"],
  "table wiki_server": ["siu", "", "", "", "", ""],
  "table wiki_site": ["siu", "", "s", "s", "", "s"],
  "table worker": ["siud", "siud", "siud", "siud", "siud", "siud", "siud"],
  "sequence change_id_seq": ["", "", "", "", "s", ""],
  "sequence lease_token_seq": ["n", "n", "n", "n", "n", ""],
  "sequence url_id_seq": ["sn", "", "", "", "s", ""],
  "function weboid_add_url_partition(integer)": ["x", "", "", "", "x", ""],
  "function weboid_bulk_age(integer)": ["", "", "", "", "x", ""],
  "function weboid_clear_reports(bigint[])": ["", "x", "", "", "", ""],
  "function weboid_drop_bulk(integer)": ["x", "", "", "", "x", ""],
  "schema weboid_bulk": ["nc", "", "", "", "", ""],
};

const ofColumns = (...names: string[]): string[] => names.map((name) => `update (${name})`);

const PRIVILEGES: Readonly<Record<string, readonly string[]>> = {
  s: ["select"],
  i: ["insert"],
  u: ["update"],
  d: ["delete"],
  m: ["maintain"],
  n: ["usage"],
  c: ["create"],
  x: ["execute"],
  /** Of pages: when somebody last asked for them (M3). */
  a: ofColumns("asked"),
  /** Of URLs: what a check found. */
  r: ofColumns("queried", "history", "extras"),
  /** Of URLs: to lock rows takes a column; of this one the doctor repairs what is wrong. */
  l: ofColumns("queried"),
  /** Of wikis: an export that was asked for waits for no first pass. */
  f: ofColumns("first_pass_until"),
  /** Of replacements: what a check found, and when the next is due. */
  t: ofColumns("seen", "checked", "tries", "target", "due", "judge"),
};

export const privilegesOf = (letters: string): string[] =>
  [...letters].flatMap((letter) => PRIVILEGES[letter] ?? []);
