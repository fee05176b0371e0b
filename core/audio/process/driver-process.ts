// A process that loads native code: the audio process, or the process of one control-only driver. It holds its lock, answers
// on its socket, and goes on with or without a control process.
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { isSameJson } from '../../base/json.ts';
import type { DriverContext, DriverFolders, Watchdog } from '../../driver.ts';
import type { Time } from '../../services.ts';
import { ownerOfError } from '../../system/package-owners.ts';
import { type ProcessFiles, removeIfEmpty } from '../../system/runtime-folder.ts';
import { type ControlHello, type ControlMessage, type ProcessHello, protocol } from '../link/messages.ts';
import type { ProcessPlan, Status } from '../link/shapes.ts';
import { AudioHost } from './audio-host.ts';
import type { CallMarkers } from './call-markers.ts';
import { ControlConnection } from './control-connection.ts';
import { DriverLogs } from './driver-logs.ts';
import type { JoinNative } from './join-plan.ts';
import { DriverModules } from './modules.ts';
import { newlyUsable } from './newly-usable.ts';
import type { RealTime } from './real-time.ts';
import { StatusSender } from './status-sender.ts';
import { messageOf } from './untrusted.ts';

const rediscoverMs = 5000;
/** For the control process that started this one. */
const firstControlS = 10;
/** A control process, `stop`, some more. */
const mostConnections = 16;

export interface DriverProcessParts {
  readonly files: ProcessFiles;
  readonly time: Time;
  readonly marks: CallMarkers;
  readonly realTime: RealTime;
  readonly hello: Pick<ProcessHello, 'name' | 'epoch' | 'processId' | 'version' | 'foreground'>;
  /** How long the process goes on without a control process, until the first `hello` says so; null for ever. */
  readonly lingerS: number | null;
  /** Each is made by its driver. */
  readonly foldersOf: (driver: string) => Omit<DriverFolders, 'mediaFolder' | 'recordingsFolder'>;
  /** The service manager's watchdog. */
  readonly watchdog?: Watchdog;
  /** Undefined: no device joins the driving one. */
  readonly joining?: JoinNative;
  readonly log: (level: Parameters<DriverContext['log']>[0], message: string) => void;
}

export class DriverProcess {
  readonly #parts: DriverProcessParts;
  readonly #modules: DriverModules;
  readonly #logs: DriverLogs;
  readonly #host: AudioHost;
  readonly #server: Server;
  readonly #status: StatusSender;
  /** Resolves when the process has ended in order. */
  readonly ended: Promise<void>;
  #end: () => void = () => {};
  #connection: ControlConnection | undefined;
  #control: ControlHello | undefined;
  #models: Status['models'] = [];
  #stopLinger = () => {};
  #stopDiscovery = () => {};
  #isStopping = false;

  constructor(parts: DriverProcessParts) {
    this.#parts = parts;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#modules = new DriverModules({
      marks: parts.marks,
      time: parts.time,
      loads: ({ name, module }) => parts.log('info', `loads ${name}: ${module}`),
    });
    this.#logs = new DriverLogs(parts.time, (driver, level, message) => {
      parts.log(level, driver === '' ? message : `${driver}: ${message}`);
      this.#connection?.send({ type: 'log', level, driver, message });
    });
    this.#host = new AudioHost({
      time: parts.time,
      modules: this.#modules,
      marks: parts.marks,
      watchdog: parts.watchdog,
      joining: parts.joining,
      thread: parts.realTime.thread,
      contextOf: (driver) => this.#contextOf(driver),
      changed: () => this.#status.changed(),
      looked: () => this.#status.look(),
      targetsChanged: () => this.#connection?.targetsChanged(),
      look: () => this.#connection?.look(),
      rediscover: () => this.#discover(),
      changedOnDevice: (target, values) => this.#connection?.changedOnDevice(target, values),
    });
    this.#status = new StatusSender(
      () => ({
        ...this.#host.status,
        packages: this.#modules.packages,
        models: this.#models,
        realTime: parts.realTime.reasons,
      }),
      (status) => {
        this.#connection?.send({ type: 'status', status });
        this.#connection?.look();
      },
    );
    this.#server = createServer((socket) => this.#connected(socket));
    this.#server.maxConnections = mostConnections;
  }

  /** Listens on the socket. This process holds the lock, so a file at that path is a leftover. */
  async listen(): Promise<void> {
    rmSync(this.#parts.files.socket, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#parts.files.socket, resolve);
    });
    const { lingerS } = this.#parts;
    this.#linger(lingerS === null ? null : Math.max(lingerS, firstControlS));
    this.#stopDiscovery = this.#parts.time.every(rediscoverMs, () => this.#discover());
  }

  /** Ends in order: outputs fade out, devices stop, mixer and devices close. `soundEnds`: as in a message. */
  async stop(reason: string, asked = false, soundEnds = false): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#parts.log('info', `ends: ${reason}`);
    this.#stopLinger();
    this.#stopDiscovery();
    this.#server.close();
    try {
      await this.#host.stop(soundEnds);
    } catch (error) {
      this.#parts.log('error', `a driver failed at its stop: ${messageOf(error)}`);
    }
    this.#connection?.send({ type: 'bye', reason, asked });
    this.#connection?.end();
    rmSync(this.#parts.files.socket, { force: true });
    rmSync(this.#parts.files.crashPage, { force: true });
    removeIfEmpty(dirname(this.#parts.files.socket));
    this.#end();
  }

  /** Throws without status. */
  check(): void {
    void this.#host.status;
  }

  /** The mixer notifies the watchdog now, by the progress of audio; JavaScript does not. */
  get notifiesWatchdog(): boolean {
    return this.#host.mixer?.state().notifiesWatchdog === true;
  }

  /** Logs an uncaught error, from a timer or promise of a driver. The sound goes on. */
  caught(error: unknown): void {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#logs.add(ownerOfError(error) ?? '', 'error', `a driver failed: ${words}`);
  }

  #connected(socket: Socket): void {
    const { hello, time } = this.#parts;
    const loaded = this.#modules.packages.map(({ name, version }) => ({ name, version }));
    const storeId = this.#control?.storeId ?? '';
    new ControlConnection(
      socket,
      { type: 'hello', ...protocol, ...hello, storeId, loaded, setAside: this.#host.setAside },
      this.#host,
      time,
      {
        message: (message, connection) => void this.#take(message, connection),
        closed: (connection, reason) => this.#closed(connection, reason),
        log: (words) => this.#parts.log('warn', words),
      },
    );
  }

  async #take(message: ControlMessage, connection: ControlConnection): Promise<void> {
    if (message.type === 'stop') await this.stop(message.reason, true, message.soundEnds);
    else if (message.type === 'hello') await this.#begin(message, connection);
    else if (connection !== this.#connection) return;
    else if (message.type === 'load') await this.#load(message.packages);
    else if (message.type === 'plan') await this.#carryOut(message.plan);
    else if (message.type === 'discover') this.#discover();
    else if (message.type === 'tryAgain') this.#host.forgive(({ driver }) => driver === message.driver);
  }

  async #load(packages: ControlHello['packages']): Promise<void> {
    await this.#modules.load(packages);
    this.#discover();
    this.#status.changed();
  }

  async #carryOut(plan: ProcessPlan): Promise<void> {
    if (this.#modules.configure(plan.configs ?? {})) this.#discover();
    await this.#host.carryOut(plan);
    this.#parts.realTime.lockMemory();
    this.#status.changed();
  }

  /** Follows the newest control process, and ends the connection of an earlier one: only one holds the state folder's lock. */
  async #begin(hello: ControlHello, connection: ControlConnection): Promise<void> {
    this.#connection?.end();
    this.#connection = connection;
    this.#control = hello;
    this.#stopLinger();
    for (const folder of [hello.mediaFolder, hello.recordingsFolder]) this.#makeFolder(folder);
    await this.#modules.load(hello.packages);
    if (this.#connection !== connection) return;
    this.#models = this.#discovered();
    connection.begin();
    this.#status.changed();
  }

  /** Without the folder no file is played or recorded; everything else goes on. */
  #makeFolder(folder: string): void {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      this.#parts.log('warn', (error as Error).message);
    }
  }

  #closed(connection: ControlConnection, reason: string): void {
    if (reason !== '') this.#parts.log('warn', `a connection ended: ${reason}`);
    if (connection !== this.#connection) return;
    this.#connection = undefined;
    this.#linger(this.#control?.lingerS ?? null);
  }

  #linger(seconds: number | null): void {
    this.#stopLinger();
    if (seconds === null || this.#isStopping) return;
    this.#stopLinger = this.#parts.time.after(seconds * 1000, () => {
      void this.stop(`no control process for ${seconds} s`);
    });
  }

  #discover(): void {
    const models = this.#discovered();
    if (isSameJson(models, this.#models)) return;
    const again = newlyUsable(this.#models, models);
    this.#host.forgive(({ id }) => again.includes(id));
    this.#models = models;
    this.#status.changed();
  }

  #discovered(): Status['models'] {
    return this.#modules.discover((driver) => this.#contextOf(driver).log);
  }

  #contextOf(driver: string): DriverFolders & Pick<DriverContext, 'log'> {
    return {
      log: (level, said) => this.#logs.add(driver, level, said),
      mediaFolder: this.#control?.mediaFolder ?? '',
      recordingsFolder: this.#control?.recordingsFolder ?? '',
      ...this.#parts.foldersOf(driver),
    };
  }
}
