import { type Dice, dice } from "../../crawler/sample/verdicts/testing/dice.ts";
import { connect, type Database } from "../../db/connect.ts";
import { freePort } from "../../db/embedded/port.ts";
import { type Disk, openDisk, openFolder } from "./disk.ts";
import type { AskedRequest, Fault } from "./faulty-proxy.ts";
import { type FaultyProxy, openFaultyProxy } from "./faulty-proxy.ts";
import { READER_ADDRESS, Readers } from "./people.ts";
import { type Cluster, openCluster } from "./postgres.ts";
import { faketimeLibrary, RoleProcess, runCommand } from "./processes.ts";
import { openReaper, type Reaper } from "./reaper.ts";
import { openTrialWeb, type TrialWeb } from "./web.ts";
import { openWiki, type RestlessWiki } from "./wikis.ts";

/** Everything of a trial: a fleet of processes on one machine, and the world around it, all on loopback. */
export interface System {
  readonly db: Database;
  readonly cluster: Cluster;
  /** Of the database, and of the edge's store. */
  readonly disks: { readonly data: Disk; readonly edge: Disk };
  readonly roles: readonly RoleProcess[];
  readonly web: TrialWeb;
  readonly wikis: readonly RestlessWiki[];
  /** Between dispatchers and the edge. */
  readonly store: FaultyProxy;
  setStoreFault(fault: ((asked: AskedRequest) => Fault) | null): void;
  /** Keys of which it said that they were written, or gone, and did nothing. */
  readonly liedKeys: Set<string>;
  readonly readers: Readers;
  readonly edgeUrl: string;
  readonly edgeToken: string;
  /** Runs a command as the operator, who owns the database and reaches the edge itself. */
  command(...args: string[]): ReturnType<typeof runCommand>;
  /** The operator has the program of another checkout from now on. */
  setProgram(root: string): void;
  close(): Promise<void>;
}

const COMMAND_MS_MAX = 120_000;
const DATA_MB = 350;
const EDGE_MB = 100;
/** Of each role. Origin and the edge have a port, which one process has. */
const FLEET = { crawl: 2, feed: 2, dispatch: 2, origin: 1, maintain: 1, archive: 1 } as const;
const PAGES = { alpha: 160, beta: 60 } as const;
const TOKENS = { ORIGIN_TOKEN: "o".repeat(32), EDGE_TOKEN: "e".repeat(32) } as const;

export interface SystemOptions {
  /** Makes the database; absent: the embedded PostgreSQL. */
  readonly cluster?: (reaper: Reaper) => Promise<Cluster>;
  /** Other numbers of processes of a role. */
  readonly fleet?: Partial<Record<keyof typeof FLEET, number>>;
  /** On which machine a process of this name runs; absent: all on this one. */
  readonly hostOf?: (name: string) => string | undefined;
  /** The wikis have no more pages than at first, and so many links in all. */
  readonly steadyLinks?: number;
  /** More of the environment of a process of this name. */
  readonly envOf?: (name: string) => Readonly<Record<string, string>>;
  /** The checkout whose program all run; absent: this one. */
  readonly root?: string;
}

export async function openSystem(seed: number, options: SystemOptions = {}): Promise<System> {
  const opened = new AsyncDisposableStack();
  try {
    return await build(opened, seed, options);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function build(opened: AsyncDisposableStack, seed: number, options: SystemOptions): Promise<System> {
  // The world's dice are not those of the faults: so that one does not change the other.
  const world = dice(seed + 1);
  const reaper = openReaper("chaos");
  opened.defer(() => reaper.close());
  const { folder } = reaper;
  const disks = { data: openDisk(folder, "data", DATA_MB), edge: openDisk(folder, "edge", EDGE_MB) };
  const cluster = await (options.cluster?.(reaper) ?? openCluster(disks.data.folder, reaper.env));
  opened.defer(() => cluster.close());
  const web = await openTrialWeb(world, options.steadyLinks);
  opened.defer(() => web.close());
  const wikis = await openWikis(opened, world, web, options.steadyLinks !== undefined);
  const [edgePort, originPort] = [await freePort(), await freePort()];
  const edgeUrl = `http://127.0.0.1:${edgePort}`;
  let storeFault: ((asked: AskedRequest) => Fault) | null = null;
  const store = await openFaultyProxy(edgeUrl, (asked) => storeFault?.(asked) ?? { kind: "none" });
  opened.defer(() => store.close());
  const env = environmentOf(reaper, web, originPort);
  const owner = {
    ...env,
    DATABASE_URL: cluster.url,
    EDGE_URL: edgeUrl,
    WEBOID_DATA: openFolder(disks.data, "operator"),
  };
  let { root } = options;
  const command = (...args: string[]) => runCommand(args, owner, COMMAND_MS_MAX, root);
  const urls = await setUp(command, wikis);
  const db = await connect(cluster.url, { max: 2 });
  opened.defer(() => db.close());
  const roles = startFleet(opened, {
    ...{ disks, urls, edgePort, storeUrl: store.origin, env, options },
  });
  return {
    db,
    cluster,
    disks,
    roles,
    web,
    wikis,
    store,
    setStoreFault(fault) {
      storeFault = fault;
    },
    liedKeys: new Set(),
    readers: new Readers(edgeUrl, world),
    edgeUrl,
    edgeToken: TOKENS.EDGE_TOKEN,
    command,
    setProgram(other) {
      root = other;
    },
    close: () => opened.disposeAsync(),
  };
}

const environmentOf = (reaper: Reaper, web: TrialWeb, originPort: number) => ({
  ...reaper.env,
  ...TOKENS,
  WEBOID_CONTACT: "chaos@weboid.zz",
  WEBOID_DNS: web.dns,
  WEBOID_ALLOW_PRIVATE: "1",
  WEBOID_CONTROL: web.control,
  WEBOID_ARCHIVE_ENDPOINTS: `archive.org=${web.archive}`,
  ORIGIN_URL: `http://127.0.0.1:${originPort}`,
});

async function openWikis(
  opened: AsyncDisposableStack,
  world: Dice,
  web: TrialWeb,
  isSteady: boolean,
): Promise<RestlessWiki[]> {
  const wikis: RestlessWiki[] = [];
  for (const [dbname, pages] of Object.entries(PAGES)) {
    const wiki = await openWiki({
      ...{ dbname, dice: world, pages, link: () => web.link() },
      pagesMax: isSteady ? pages : undefined,
    });
    opened.defer(() => wiki.close());
    wikis.push(wiki);
  }
  const [alpha, beta] = wikis as [RestlessWiki, RestlessWiki];
  alpha.confuseWith(beta);
  beta.confuseWith(alpha);
  return wikis;
}

interface Fleet extends Pick<System, "disks"> {
  readonly options: SystemOptions;
  readonly env: Readonly<Record<string, string>>;
  /** Addresses of the database by component. */
  readonly urls: ReadonlyMap<string, string>;
  readonly edgePort: number;
  /** Where dispatchers find the edge. */
  readonly storeUrl: string;
}

function startFleet(
  opened: AsyncDisposableStack,
  { disks, env, urls, edgePort, storeUrl, options }: Fleet,
): RoleProcess[] {
  const roles: RoleProcess[] = [];
  const start = (name: string, args: readonly string[], own: Record<string, string>) => {
    const library = faketimeLibrary();
    const clockFile = library === null || name === "edge" ? null : `${disks.data.folder}/clock-${name}`;
    const role = new RoleProcess({
      ...{ name, args, clockFile },
      host: options.hostOf?.(name),
      root: options.root,
      env: { ...env, ...own, ...options.envOf?.(name) },
    });
    roles.push(role);
  };
  opened.defer(async () => void (await Promise.all(roles.map((role) => role.stop()))));
  start("edge", ["edge", "--port", String(edgePort)], {
    WEBOID_DATA: openFolder(disks.edge, "edge"),
    // As behind a web server: readers come from networks of their own.
    CLIENT_IP_HEADER: READER_ADDRESS,
  });
  for (const [role, count] of Object.entries({ ...FLEET, ...options.fleet }))
    for (let nth = 1; nth <= count; nth += 1)
      start(`${role}-${nth}`, argumentsOf(role), {
        DATABASE_URL: urls.get(role) ?? "",
        EDGE_URL: storeUrl,
        WEBOID_DATA: openFolder(disks.edge, `${role}-${nth}`),
      });
  return roles;
}

const argumentsOf = (role: string): string[] =>
  role === "crawl" ? ["crawl", "--concurrency", "30"] : [role];

/** Answers the address of the database for each component. */
async function setUp(
  command: System["command"],
  wikis: readonly RestlessWiki[],
): Promise<Map<string, string>> {
  const migrated = await must(command("migrate", "--roles", "--json"));
  const { roles } = JSON.parse(migrated) as { roles: { component: string; databaseUrl: string }[] };
  for (const { name, api } of wikis) {
    await must(command("wiki", "add", name, "--api", api));
    await must(command("wiki", "set", name, "--changes-every", "5"));
  }
  return new Map(roles.map(({ component, databaseUrl }) => [component, databaseUrl]));
}

/** Standard output of a command that has to succeed. */
export async function must(ran: ReturnType<typeof runCommand>): Promise<string> {
  const { code, stdout, stderr } = await ran;
  if (code !== 0) throw new Error(`a command ended with ${code}: ${stderr}${stdout}`);
  return stdout;
}
