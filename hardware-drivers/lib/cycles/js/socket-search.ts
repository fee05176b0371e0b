// Servers on this machine, by the Unix sockets at which they listen.
import { readFileSync, realpathSync } from 'node:fs';

export interface FoundSocket {
  /** The server's. */
  readonly name: string;
  readonly path: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether a process listens at this socket, by the kernel's table of Unix sockets (net/unix/af_unix.c, unix_seq_show: the flag
 * 0x10000 marks a listener). The table is that of this network namespace.
 */
export function listens({ path }: FoundSocket, table = '/proc/net/unix'): boolean {
  const isOurs = new Set([path, realpathSync(path)]);
  return readFileSync(table, 'latin1')
    .split('\n')
    .some((line) => {
      const [, , , flags = '', , , , ...name] = line.split(/ +/);
      return (Number.parseInt(flags, 16) & 0x10000) !== 0 && isOurs.has(name.join(' '));
    });
}

/**
 * Finds a server again and again. One that listens is found, and stays as long as its socket is there: its driver connects
 * again by itself.
 */
export class SocketSearch {
  readonly #socketIn: (environment: Environment) => FoundSocket | undefined;
  readonly #isNamed: (environment: Environment) => boolean;
  #known = '';

  /** socketIn: the socket where the server would listen, if it exists; isNamed: it is found without a look at the table. */
  constructor(
    socketIn: (environment: Environment) => FoundSocket | undefined,
    isNamed: (environment: Environment) => boolean,
  ) {
    this.#socketIn = socketIn;
    this.#isNamed = isNamed;
  }

  find(environment: Environment): FoundSocket | undefined {
    const socket = this.#socketIn(environment);
    const isFound = socket && (socket.path === this.#known || this.#isNamed(environment) || listens(socket));
    this.#known = isFound ? socket.path : '';
    return isFound ? socket : undefined;
  }
}
