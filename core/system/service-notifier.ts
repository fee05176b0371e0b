// Notifies a service manager by sd_notify(3): ready, alive, stopping. Node has no datagrams on
// Unix sockets, but where systemd is there is systemd-notify; a shell beside the process runs it line by line, so that
// this process (its memory, its audio thread) is never forked for it.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Watchdog } from '../driver.ts';
import type { Log, Time } from '../services.ts';

/** `systemd-notify` says it in the name of a child: NotifyAccess=all. */
const messenger = 'while read -r words; do systemd-notify "$words"; done';

export interface ServiceNotifierParts {
  readonly time: Pick<Time, 'every'>;
  readonly log: Pick<Log, 'warn'>;
  /** Without NOTIFY_SOCKET nothing is sent. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface SelfCheck {
  /** Rejects when it can't do its work. */
  check(): Promise<void>;
  /** Something else in this process tells the watchdog now, by a better measure: here nothing is checked or said. */
  isNotifiedByOther?(): boolean;
}

export class ServiceNotifier {
  /** The watchdog of the service manager; undefined without one. */
  readonly watchdog: Watchdog | undefined;
  readonly #parts: ServiceNotifierParts;
  #messenger: ChildProcess | undefined;
  #stopBeats = () => {};

  /** What the manager said in the environment is taken out of it: processes that this one starts are not its service. */
  constructor(parts: ServiceNotifierParts) {
    const env = parts.env ?? process.env;
    this.#parts = parts;
    const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID = String(process.pid) } = env;
    if (NOTIFY_SOCKET === undefined || NOTIFY_SOCKET === '') return;
    if (WATCHDOG_USEC !== undefined && WATCHDOG_PID === String(process.pid)) {
      this.watchdog = { socket: NOTIFY_SOCKET, timeoutMs: Number(WATCHDOG_USEC) / 1000 };
    }
    this.#messenger = this.#begin({ ...env });
    for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete env[name];
  }

  /**
   * It answers now. From now on the manager hears that it lives as often as it has to, each time after `check` went well;
   * a check that rejects, or takes longer than the time between two, is silence, and silence for too long a restart.
   */
  ready(status: string, { check, isNotifiedByOther = () => false }: SelfCheck): void {
    this.#say(`STATUS=${status}`);
    this.#say('READY=1');
    if (this.#messenger === undefined || this.watchdog === undefined) return;
    let isChecking = false;
    const beat = async () => {
      if (isChecking) return;
      isChecking = true;
      try {
        if (isNotifiedByOther()) return;
        await check();
        this.#say('WATCHDOG=1');
      } catch (err) {
        this.#parts.log.warn({ err }, 'the check of itself failed; the service manager gets no sign of life');
      } finally {
        isChecking = false;
      }
    };
    void beat();
    // Three times within the timeout: one check may fail or be late.
    this.#stopBeats = this.#parts.time.every(this.watchdog.timeoutMs / 3, () => void beat());
  }

  /** It goes; nothing more is said. May be called again. */
  stopping(): void {
    this.#stopBeats();
    this.#say('STOPPING=1');
    this.#messenger?.stdin?.end();
    this.#messenger = undefined;
  }

  #begin(env: NodeJS.ProcessEnv): ChildProcess {
    const { log } = this.#parts;
    const child = spawn('/bin/sh', ['-c', messenger], { stdio: ['pipe', 'ignore', 'inherit'], env });
    child.on('error', (err) => log.warn({ err }, 'the service manager can not be notified'));
    child.stdin?.on('error', () => {});
    // Neither keeps this process from ending.
    child.unref();
    (child.stdin as Socket).unref();
    return child;
  }

  #say(words: string): void {
    this.#messenger?.stdin?.write(`${words}\n`);
  }
}
