// A service manager that listens as systemd does, on a Unix socket of datagrams, for one that tells it how it fares.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

/** Node has no such sockets. Each line is the sender's process id, as the kernel knows it, and what it said. */
const listener = `
import socket, struct, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
s.bind(sys.argv[1])
print('listening', flush=True)
while True:
    words, about, _, _ = s.recvmsg(4096, socket.CMSG_SPACE(12))
    print(struct.unpack('3i', about[0][2])[0], words.decode(), flush=True)
`;

export interface Said {
  readonly processId: number;
  readonly words: string;
}

export class ServiceManager {
  readonly heard: Said[] = [];
  /** What it gives to those whose signs of life it waits for. */
  readonly env: Record<string, string>;
  readonly #listener: ChildProcess;

  private constructor(child: ChildProcess, lines: Interface, socket: string) {
    this.#listener = child;
    this.env = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '1500000' };
    lines.on('line', (line) => {
      const [processId = '', ...words] = line.split(' ');
      // By BARRIER=1 systemd-notify waits until it was heard.
      if (words[0] !== 'BARRIER=1') this.heard.push({ processId: Number(processId), words: words.join(' ') });
    });
  }

  /** Listens in this folder. */
  static async start(folder: string): Promise<ServiceManager> {
    const socket = join(folder, 'notify');
    const child = spawn('python3', ['-c', listener, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout });
    await once(lines, 'line');
    return new ServiceManager(child, lines, socket);
  }

  get said(): readonly string[] {
    return this.heard.map(({ words }) => words);
  }

  /** How often it heard that somebody lives: anybody, or that process itself, without systemd-notify. */
  readonly beats = (processId?: number): number =>
    this.heard.filter((said) => said.words === 'WATCHDOG=1' && said.processId === (processId ?? said.processId)).length;

  stop(): void {
    this.#listener.kill();
  }
}
