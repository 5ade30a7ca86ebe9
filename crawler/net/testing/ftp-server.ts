import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, TLSSocket, type TlsOptions } from "node:tls";

/** What a test server for files replies: lines without their ends; null: nothing, ever. */
export type Reply = string | null | ((socket: Socket) => void);

export interface FtpScript {
  readonly greeting?: Reply;
  /** By command with its argument, or by the command alone; what is not here is as on a good server. */
  readonly replies?: Readonly<Record<string, Reply>>;
  /** With it AUTH TLS is known, and spoken from the first byte with `implicit`. */
  readonly tls?: TlsOptions;
  readonly implicit?: boolean;
}

export interface FtpServer {
  readonly port: number;
  /** Everything that was asked, in its order. */
  readonly commands: readonly string[];
  /** Connections taken so far. */
  connections(): number;
  close(): void;
}

/** A file, a directory, and nothing else. */
const GOOD: Readonly<Record<string, string>> = {
  "USER anonymous": "331 Guest login ok, send your e-mail address as password.",
  PASS: "230 Logged in.",
  "TYPE I": "200 Type set to I.",
  "SIZE pub/file.txt": "213 1234",
  "CWD pub": "250 Directory changed.",
  SIZE: "550 Could not get file size.",
  MDTM: "550 Could not get file modification time.",
  CWD: "550 Failed to change directory.",
  PASV: "227 Entering Passive Mode (192,168,0,1,31,144)",
  EPSV: "229 Entering Extended Passive Mode (|2|10.0.0.1|8080|)",
  QUIT: "221 Goodbye.",
};

/** An FTP server on loopback that keeps to its script and records what it is asked. */
export async function startFtpServer(script: FtpScript = {}): Promise<FtpServer> {
  const { greeting = "220 Ready.", replies = {}, tls, implicit = false } = script;
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const say = (socket: Socket, reply: Reply) => {
    if (typeof reply === "function") reply(socket);
    else if (reply !== null) socket.write(`${reply}\r\n`);
  };
  const converse = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let text = "";
    socket.on("data", (chunk: Uint8Array) => {
      text += Buffer.from(chunk).toString("latin1");
      const lines = text.split("\r\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        commands.push(line);
        if (line === "AUTH TLS" && tls !== undefined && !implicit) {
          socket.write("234 Go ahead.\r\n");
          socket.removeAllListeners("data");
          converse(new TLSSocket(socket, { ...tls, isServer: true }));
          return;
        }
        const command = line.split(" ")[0] ?? "";
        const known = [replies[line], replies[command], GOOD[line], GOOD[command]];
        const reply = known.find((each) => each !== undefined);
        say(socket, reply === undefined ? "500 Unknown command." : reply);
      }
    });
  };
  let connections = 0;
  const begin = (socket: Socket) => {
    connections++;
    converse(socket);
    say(socket, greeting);
  };
  const server: Server = implicit && tls !== undefined ? createTlsServer(tls, begin) : createServer(begin);
  server.on("tlsClientError", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    connections: () => connections,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Sends the text a byte at a time. */
export const drip =
  (text: string, ms: number) =>
  (socket: Socket): void => {
    socket.setNoDelay(true);
    const bytes = Buffer.from(text, "latin1");
    let at = 0;
    const timer = setInterval(() => {
      if (at >= bytes.length || socket.destroyed) clearInterval(timer);
      else socket.write(bytes.subarray(at, ++at));
    }, ms);
  };

/** Sends the text again and again for as long as it is taken. */
export const endless =
  (text: string) =>
  (socket: Socket): void => {
    const bytes = Buffer.from(text.repeat(Math.ceil(4_096 / text.length)), "latin1");
    const more = () => {
      while (!socket.destroyed && socket.write(bytes));
    };
    socket.on("drain", more);
    more();
  };
