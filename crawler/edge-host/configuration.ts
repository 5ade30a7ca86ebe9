/** Names in the host's folder, which is the working directory of all its processes: paths of sockets have at most 100 characters. */
export const FILES = {
  bundle: "worker.js",
  configuration: "workerd.capnp",
  workerSocket: "worker.sock",
  kvSocket: "kv.sock",
  egressSocket: "egress.sock",
} as const;

export const CONFIGURATION_NAME = "edge";

/**
 * Bounds of V8's heap, in MB. By itself it takes more the more a machine has; beyond its bound workerd ends and is started again: four times
 * what an isolate has at Cloudflare, as one answers everybody here. Where there is little room for young objects, what an answer made is
 * given back sooner, and with it what workerd holds for these objects outside of the heap (docs/measurements.md).
 */
const V8_FLAGS = ["--max-old-space-size=512", "--max-semi-space-size=4"] as const;

interface Configured {
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  /** Their values come by the environment, which no other user can read, and not by this file. */
  readonly variables: readonly string[];
}

/** A text of Cap'n Proto. JSON's escapes are among its own but for those of characters, which no name here has. */
const quoted = (text: string): string => {
  if (!/^[ !#-[\]-~]*$/.test(text))
    throw new Error(`${JSON.stringify(text)} cannot stand in a configuration`);
  return `"${text}"`;
};

/** The variable of the environment by which workerd is given one of the Worker's. */
export const environmentName = (variable: string): string => `WEBOID_EDGE_${variable}`;

/**
 * What workerd runs (node_modules/workerd/workerd.capnp): our Worker alone, behind a Unix socket that only the front
 * reaches. Its KV namespace and its bulk writes are the store's process; everything else that it asks goes to the forwarder
 * (net/egress/forwarder.ts), since workerd would dial whatever a name means. No inspector, no address of another service.
 */
export function workerdConfiguration({
  compatibilityDate,
  compatibilityFlags,
  variables,
}: Configured): string {
  const bindings = [
    `(name = "SNAPSHOTS", kvNamespace = "kv")`,
    `(name = "BULK", service = "kv")`,
    ...variables.map(
      (name) => `(name = ${quoted(name)}, fromEnvironment = ${quoted(environmentName(name))})`,
    ),
  ];
  return `using Workerd = import "/workerd/workerd.capnp";

const ${CONFIGURATION_NAME} :Workerd.Config = (
  v8Flags = [${V8_FLAGS.map(quoted).join(", ")}],
  services = [
    (name = "worker", worker = (
      modules = [(name = "worker.js", esModule = embed ${quoted(FILES.bundle)})],
      compatibilityDate = ${quoted(compatibilityDate)},
      compatibilityFlags = [${compatibilityFlags.map(quoted).join(", ")}],
      bindings = [
        ${bindings.join(",\n        ")}
      ],
      globalOutbound = "web",
    )),
    (name = "kv", external = (address = ${quoted(`unix:${FILES.kvSocket}`)}, http = (style = host))),
    (name = "web", external = (address = ${quoted(`unix:${FILES.egressSocket}`)}, http = (style = proxy))),
  ],
  sockets = [
    (name = "front", address = ${quoted(`unix:${FILES.workerSocket}`)}, http = (), service = "worker"),
  ],
);
`;
}
