import type { Define } from "../command.ts";

/** The commands by group, in the order of `weboid --help`. Only what is called is loaded, as most need much that others do not. */
export const COMMANDS: Readonly<Record<string, Readonly<Record<string, () => Promise<Define>>>>> = {
  "The whole system:": {
    up: async () => (await import("./up.ts")).up,
    status: async () => (await import("../status/command.ts")).status,
  },
  "Configuration:": {
    migrate: async () => (await import("./migrate.ts")).migrate,
    farm: async () => (await import("./farm.ts")).farm,
    wiki: async () => (await import("../wiki/command.ts")).wiki,
    config: async () => (await import("../configuration/command.ts")).config,
    optout: async () => (await import("./optout.ts")).optout,
    note: async () => (await import("./note.ts")).note,
    friend: async () => (await import("./friend.ts")).friend,
    keys: async () => (await import("./keys.ts")).keys,
  },
  "Roles, each on any host:": {
    feed: async () => (await import("./feed.ts")).feed,
    crawl: async () => (await import("./crawl.ts")).crawl,
    dispatch: async () => (await import("./dispatch.ts")).dispatch,
    export: async () => (await import("./dispatch.ts")).exportCommand,
    maintain: async () => (await import("./maintain.ts")).maintain,
    origin: async () => (await import("./origin.ts")).origin,
    edge: async () => (await import("./edge.ts")).edge,
    archive: async () => (await import("../archive/command.ts")).archive,
  },
  "Questions to the database:": {
    page: async () => (await import("./page.ts")).page,
    url: async () => (await import("../url/command.ts")).url,
    snapshot: async () => (await import("./snapshot.ts")).snapshot,
    spam: async () => (await import("./spam.ts")).spam,
    report: async () => (await import("../report/command.ts")).report,
    doctor: async () => (await import("../doctor/command.ts")).doctor,
  },
  "Organisations, with a database or without:": {
    organisation: async () => (await import("../organisation/command.ts")).organisation,
  },
  "Tools without a database:": {
    check: async () => (await import("../check/command.ts")).check,
    normalise: async () => (await import("./normalise.ts")).normalise,
    verdict: async () => (await import("./verdict.ts")).verdict,
    repair: async () => (await import("./repair.ts")).repair,
  },
};
