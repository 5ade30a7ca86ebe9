import type { Scheme, UrlParts } from "./types.ts";

/** Ports that browsers refuse (WHATWG Fetch, "bad port", as of 2025-05), because HTTP requests can attack the protocols there. */
const BROWSERS_REFUSE = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/**
 * Ports of data stores and control planes: a request can do harm there, and there are no pages for readers. Ports that web
 * servers use too (7001, 8086, 8500, 9000 …) are left out on purpose.
 */
const STORES_AND_CONTROL: readonly (readonly [port: number, service: string])[] = [
  [445, "SMB"],
  [873, "rsync"],
  [1433, "Microsoft SQL Server"],
  [1434, "Microsoft SQL Server Browser"],
  [1521, "Oracle"],
  [2181, "ZooKeeper"],
  [2375, "Docker"],
  [2376, "Docker over TLS"],
  [2377, "Docker Swarm"],
  [2379, "etcd clients"],
  [2380, "etcd peers"],
  [3050, "Firebird"],
  [3306, "MySQL"],
  [3389, "Remote Desktop"],
  [4243, "Docker, older"],
  [4369, "Erlang port mapper"],
  [5432, "PostgreSQL"],
  [5671, "AMQP over TLS"],
  [5672, "AMQP"],
  [5900, "VNC"],
  [5984, "CouchDB"],
  [5985, "WinRM"],
  [5986, "WinRM over TLS"],
  [6379, "Redis"],
  [6380, "Redis over TLS"],
  [6443, "Kubernetes API"],
  [7199, "Cassandra JMX"],
  [7687, "Neo4j"],
  [9042, "Cassandra"],
  [9092, "Kafka"],
  [9160, "Cassandra, older"],
  [9200, "Elasticsearch"],
  [9300, "Elasticsearch peers"],
  [10250, "Kubernetes kubelet"],
  [10255, "Kubernetes kubelet, read-only"],
  [11211, "memcached"],
  [26257, "CockroachDB"],
  [27017, "MongoDB"],
  [27018, "MongoDB shard"],
  [27019, "MongoDB configuration"],
  [28015, "RethinkDB"],
  [33060, "MySQL X"],
  [61616, "ActiveMQ"],
];

const forbidden = new Set([...BROWSERS_REFUSE, ...STORES_AND_CONTROL.map(([port]) => port)]);

/** Refused ports that are allowed for file transfer. */
const FILE_TRANSFER_PORTS: Partial<Record<Scheme, readonly number[]>> = {
  ftp: [990],
  ftps: [21],
};

/** Whether a URL's explicit port is never contacted with its scheme. Port 0, the scheme's default (UrlParts), never is refused. */
export const portRefused = ({ scheme, port }: Pick<UrlParts, "scheme" | "port">): boolean =>
  port !== 0 && forbidden.has(port) && !FILE_TRANSFER_PORTS[scheme]?.includes(port);
