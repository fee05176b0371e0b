// The control process's client of one driver process: its last reports, its targets, and its last crash.
import type { AnalysisOrder } from '../../driver.ts';
import type { Fields } from '../../rows/definitions.ts';
import type { Log } from '../../services.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import type { ProcessHello } from '../link/messages.ts';
import type { Figures, LoadOrder, ProcessPlan, Status } from '../link/shapes.ts';
import type { ControlLink } from './control-link.ts';
import type { Crash } from './crash.ts';
import type { MeasurementSinks, ProcessReports } from './link-events.ts';
import type { LinkTarget } from './link-target.ts';
import type { RemoteTargets } from './remote-targets.ts';
import { Supervisor } from './supervisor.ts';
import type { SupervisorParts } from './supervisor-parts.ts';

export interface ClientEvents {
  /** A report of the process changed. */
  changed(): void;
  crashed(client: ProcessClient, crash: Crash, restartMs: number): void;
  /** The packages that this process must not load, since they crash too often or are not built. */
  notLoaded(hello: ProcessHello): ReadonlySet<string>;
  graphs(): void;
  figures(): void;
}

export interface ProcessClientParts extends Omit<SupervisorParts, 'listeners'> {
  readonly packages: readonly LoadOrder[];
  readonly targets: RemoteTargets;
  readonly log: Log;
  readonly measurements: MeasurementSinks;
}

/** The part of `hello` that is equal for all processes. */
export interface Greeting {
  readonly storeId: string;
  readonly epoch: string;
  readonly version: string;
  readonly mediaFolder: string;
  readonly recordingsFolder: string;
}

export class ProcessClient {
  readonly name: string;
  readonly #packages: readonly LoadOrder[];
  readonly #lingerS: number | null;
  readonly #supervisor: Supervisor;
  readonly #targets: RemoteTargets;
  readonly #events: ClientEvents;
  readonly #log: Log;
  readonly #attached = new Map<number, LinkTarget>();
  #greeting: Greeting | undefined;
  #mayLaunch = false;
  #sentPlan = '';
  #planNumber = 0;
  #link: ControlLink | undefined;
  hello: ProcessHello | undefined;
  status: Status | undefined;
  graphs: GraphReports = [];
  figures: Figures | undefined;
  /** The major version of an incompatible process. */
  foreign: number | undefined;
  /** The reason why the process can't be reached, '' while it can. */
  trouble = '';
  /** True while a linked process has not answered for two heartbeats: it hangs, or is stopped. */
  isSilent = false;
  /** The reason of an end on purpose, '' for none. */
  stopped = '';
  /** The driver of the device that calls the mixer, as of the last status; '' for none. */
  drivenBy = '';
  lastCrash: (Crash & { readonly atMs: number }) | undefined;

  constructor(parts: ProcessClientParts, events: ClientEvents) {
    const { name, packages, lingerS, targets, log, time, measurements } = parts;
    this.name = name;
    this.#packages = packages;
    this.#lingerS = lingerS;
    this.#targets = targets;
    this.#log = log;
    this.#events = events;
    const reports: ProcessReports = {
      status: (status) => {
        this.drivenBy = status.devices.find(({ id }) => id === status.clock.driving)?.driver ?? '';
        this.#change({ status });
      },
      graphs: (graphs) => {
        this.graphs = graphs;
        events.graphs();
      },
      values: (frame) => this.#attached.get(frame.target)?.take(frame),
      figures: (figures) => {
        this.figures = figures;
        events.figures();
      },
      log: (level, driver, message) => log[level]({ process: name, driver }, message),
    };
    this.#supervisor = new Supervisor(
      { ...parts, listeners: { reports, measurements } },
      {
        hello: (link, hello) => this.#greeted(link, hello),
        foreign: (major) => this.#change({ foreign: major }),
        targets: (list) => this.#takeTargets(list),
        lost: (reason) => this.#lost(reason),
        crashed: (crash, restartMs) => {
          this.lastCrash = { ...crash, atMs: time.monotonicMs() };
          log.error({ process: name, ...crash, restartMs }, 'a driver process ended');
          events.crashed(this, crash, restartMs);
        },
        stopped: (reason) => this.#change({ stopped: reason }),
        silent: (isSilent) => this.#change({ isSilent }),
        trouble: (trouble) => this.#change({ trouble }),
      },
    );
  }

  /** Without `mayLaunch` only a process that runs is attached to, until a call with it. */
  start(greeting: Greeting, mayLaunch = true): void {
    this.#greeting = greeting;
    this.#mayLaunch ||= mayLaunch;
    this.#supervisor.start(mayLaunch);
  }

  /** It may not start a process so far: one that runs is attached to. */
  get isHeld(): boolean {
    return !this.#mayLaunch;
  }

  /** No process was started so far, and none that another started is there. */
  get isDormant(): boolean {
    return this.isHeld && !this.isLinked;
  }

  leave(): void {
    this.#supervisor.leave();
  }

  /** Gives up a process that crashes too often. */
  abandon(): void {
    this.#supervisor.abandon();
  }

  /** A process that belongs to a terminal or a service manager is left alone. */
  async stop(reason: string, soundEnds: boolean): Promise<void> {
    if (this.hello?.foreground) this.#supervisor.leave();
    else await this.#supervisor.stop(reason, soundEnds);
  }

  /** At every heartbeat. */
  beat(): void {
    this.#supervisor.beat();
  }

  get isLinked(): boolean {
    return this.#link !== undefined;
  }

  /** The number of the plan that was sent last. */
  get planNumber(): number {
    return this.#planNumber;
  }

  get targets(): readonly LinkTarget[] {
    return [...this.#attached.values()];
  }

  /** Sends a plan that differs from the last one. */
  plan(plan: Omit<ProcessPlan, 'number'>): void {
    const text = JSON.stringify(plan);
    if (!this.#link || text === this.#sentPlan) return;
    this.#sentPlan = text;
    this.#planNumber += 1;
    this.#link.send({ type: 'plan', plan: { ...plan, number: this.#planNumber } });
  }

  openOutputs(): void {
    this.#link?.send({ type: 'open' });
  }

  read(metersMs: number | null, figuresMs: number | null): void {
    this.#link?.send({ type: 'read', metersMs, figuresMs });
  }

  analyse({ spectra, alignments }: AnalysisOrder): void {
    this.#link?.send({ type: 'analyse', spectra: [...spectra], alignments: [...alignments] });
  }

  tryAgain(driver: string): void {
    this.#link?.send({ type: 'tryAgain', driver });
  }

  /** Loads packages that the greeting left out. */
  load(packages: readonly LoadOrder[]): void {
    this.#link?.send({ type: 'load', packages: [...packages] });
  }

  discover(): void {
    this.#link?.send({ type: 'discover' });
  }

  call(target: string, method: string, args: Fields): Promise<Fields> {
    if (!this.#link) throw new Error('the process is not there');
    return this.#link.call(target, method, args);
  }

  #greeted(link: ControlLink, hello: ProcessHello): void {
    this.#link = link;
    this.#sentPlan = '';
    const greeting = this.#greeting as Greeting;
    if (hello.storeId !== '' && hello.storeId !== greeting.storeId) {
      this.#log.warn({ process: this.name }, 'it served another desk before; it gets the state of this one');
    }
    const out = this.#events.notLoaded(hello);
    const packages = this.#packages.filter(({ name }) => !out.has(name));
    link.greet({ ...greeting, lingerS: this.#lingerS, packages });
    this.#change({ hello, foreign: undefined, stopped: '', status: undefined });
  }

  #takeTargets(list: readonly { readonly number: number; readonly name: string }[]): void {
    for (const [number, target] of this.#attached) {
      if (!list.some((each) => each.number === number)) this.#detach(number, target, 'it was closed');
    }
    for (const { number, name } of list) {
      if (this.#attached.has(number) || !this.#link) continue;
      const target = this.#targets.get(name);
      this.#attached.set(number, target);
      target.attach(this.#link, number).catch((error: unknown) => {
        this.#log.error({ err: error, process: this.name, target: name }, 'a target that came is not followed');
      });
    }
    this.#events.changed();
  }

  #lost(reason: string): void {
    this.#link = undefined;
    this.graphs = [];
    for (const [number, target] of this.#attached) this.#detach(number, target, reason);
    this.#change({ hello: undefined, status: undefined, figures: undefined });
  }

  #detach(number: number, target: LinkTarget, reason: string): void {
    this.#attached.delete(number);
    target.detach(reason);
  }

  #change(
    what: Partial<Pick<ProcessClient, 'hello' | 'status' | 'figures' | 'foreign' | 'stopped' | 'isSilent' | 'trouble'>>,
  ): void {
    Object.assign(this, what);
    this.#events.changed();
  }
}
