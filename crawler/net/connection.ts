import type { Socket, TLSOptions } from "bun";
import type { TlsTrouble } from "../../shared/status/outcome.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { type Due, turnEnd } from "../check/turn-end.ts";
import type { Ticket } from "./tickets.ts";

/** Who uses a connection at the moment. */
export interface User {
  opened(connection: Connection): void;
  shookHands(error: Error | null): void;
  received(chunk: Uint8Array): void;
  closed(connection: Connection, error: Error | null): void;
  erred(error: Error): void;
  connectFailed(connection: Connection): void;
}

/**
 * A socket of the dialler, with what was learnt in its handshake. It is what a socket carries, so that all sockets share
 * their handlers; between two requests of one check it has no user (`ExchangeSession`).
 */
export class Connection {
  readonly address: string;
  /** What it was dialled for: `scheme://host:port`. */
  readonly origin: string;
  user: User | null;
  socket: Socket<Connection> | null = null;
  /** Of its certificate. */
  tls: TlsTrouble | null = null;
  /** How long its last answer took; null before the first. */
  lastMs: number | null = null;
  /** What that answer was about. */
  lastUrl: NormalisedUrl | null = null;
  /** Of a session of before, offered so that the server need not show its certificate again. */
  readonly offered: Ticket | null;
  /** By which the server lets this session be resumed, as it said last. */
  session: Buffer | null = null;
  /** Where a connect is counted that is under way and no longer waited for. */
  leave: (() => void) | null = null;
  #unsent = "";

  constructor(user: User, address: string, origin: string, offered: Ticket | null) {
    this.user = user;
    this.address = address;
    this.origin = origin;
    this.offered = offered;
  }

  /** It, or its session, was used before: what goes wrong on it ahead of any answer may come of that. */
  get isUsed(): boolean {
    return this.lastMs !== null || this.offered !== null;
  }

  /** A session was offered on it, and no answer came yet. */
  get isResuming(): boolean {
    return this.offered !== null && this.lastMs === null;
  }

  /** Within a handshake: its certificate has come. */
  get showedCertificate(): boolean {
    return this.socket?.getPeerCertificate()?.subject !== undefined;
  }

  dial(port: number, tls: TLSOptions | null): void {
    turnEnd.add(new Dialling(this, port, tls));
  }

  /** In ASCII. What the system does not take at once goes first when it has room again. */
  send(text: string): void {
    const due = this.#unsent + text;
    const sent = Math.max(0, this.socket?.write(due) ?? 0);
    this.#unsent = due.slice(sent);
  }

  drained(): void {
    if (this.#unsent !== "") this.send("");
  }

  /** `cutOff`: without a word to the server, as there is more to come that nobody wants. */
  close(cutOff: boolean): void {
    const { socket } = this;
    this.user = null;
    this.socket = null;
    if (cutOff) socket?.terminate();
    else if (socket !== null) turnEnd.add(new Closing(socket));
  }

  received(chunk: Uint8Array): void {
    // Nothing was asked: a body to a HEAD, or worse. The next answer could not be told from it.
    if (this.user === null) this.close(true);
    else turnEnd.add(new Receiving(this, this.user, chunk), chunk.length);
  }

  /** After what came before it. */
  closed(error: Error | null): void {
    this.socket = null;
    turnEnd.add(new Closed(this, error));
  }

  erred(error: Error): void {
    turnEnd.add({ act: () => this.user?.erred(error) });
  }
}

/** A bug is told as one in a socket's handler would be. */
const tellBug = (user: User, bug: unknown): void =>
  user.erred(bug instanceof Error ? bug : new Error(String(bug)));

class Dialling implements Due {
  readonly #connection: Connection;
  readonly #port: number;
  readonly #tls: TLSOptions | null;

  constructor(connection: Connection, port: number, tls: TLSOptions | null) {
    this.#connection = connection;
    this.#port = port;
    this.#tls = tls;
  }

  act(): void {
    const data = this.#connection;
    const { user } = data;
    if (user === null) {
      // Nobody waits for it any more.
      data.leave?.();
      return;
    }
    const target = { hostname: data.address, port: this.#port, socket: HANDLERS, data };
    try {
      // Its promise is not looked at: `open` and `connectError` tell all, and with the latter it is no unhandled rejection.
      void Bun.connect(this.#tls === null ? target : { ...target, tls: this.#tls });
    } catch (bug) {
      tellBug(user, bug);
    }
  }
}

class Closing implements Due {
  readonly #socket: Socket<Connection>;

  constructor(socket: Socket<Connection>) {
    this.#socket = socket;
  }

  act(): void {
    this.#socket.end();
  }
}

class Receiving implements Due {
  readonly #connection: Connection;
  readonly #user: User;
  readonly #chunk: Uint8Array;

  constructor(connection: Connection, user: User, chunk: Uint8Array) {
    this.#connection = connection;
    this.#user = user;
    this.#chunk = chunk;
  }

  act(): void {
    const user = this.#user;
    if (this.#connection.user !== user) {
      this.#connection.close(true);
      return;
    }
    try {
      user.received(this.#chunk);
    } catch (bug) {
      tellBug(user, bug);
    }
  }
}

class Closed implements Due {
  readonly #connection: Connection;
  readonly #error: Error | null;

  constructor(connection: Connection, error: Error | null) {
    this.#connection = connection;
    this.#error = error;
  }

  act(): void {
    const { user } = this.#connection;
    try {
      user?.closed(this.#connection, this.#error);
    } catch (bug) {
      if (user !== null) tellBug(user, bug);
    }
  }
}

const HANDLERS = {
  open(socket: Socket<Connection>) {
    const connection = socket.data;
    connection.socket = socket;
    // Before the first bytes are sent.
    if (connection.offered !== null) socket.setSession(connection.offered.session);
    if (connection.user !== null) connection.user.opened(connection);
    else {
      // Nobody waits for it any more.
      connection.close(true);
      connection.leave?.();
    }
  },
  handshake: ({ data }: Socket<Connection>, _success: boolean, error: Error | null) =>
    data.user?.shookHands(error ?? null),
  /** Not among Bun's types; its own node:tls is told of tickets by this. Without it none is resumed. */
  session({ data }: Socket<Connection>, session: Buffer) {
    data.session = session;
  },
  data: ({ data }: Socket<Connection>, chunk: Uint8Array) => data.received(chunk),
  drain: ({ data }: Socket<Connection>) => data.drained(),
  close: ({ data }: Socket<Connection>, error?: Error) => data.closed(error ?? null),
  error: ({ data }: Socket<Connection>, error: Error) => data.erred(error),
  connectError({ data }: Socket<Connection>) {
    data.leave?.();
    data.user?.connectFailed(data);
  },
};
