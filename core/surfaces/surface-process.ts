// Keeps one surface running while it is enabled: starts its process, and starts it again after its end, later and later.
// What crashes three times within five minutes is set aside until the surface is switched off and on.
import { CrashCounter } from '../audio/discovery/crash-counter.ts';
import { Backoff } from '../audio/processes/backoff.ts';
import type { Log, SurfaceStatus, Time } from '../services.ts';
import type { AllowedRequests, SurfaceReport, SurfaceSettings } from '../surface.ts';
import type { LaunchSurface, SurfaceChild } from './launch.ts';
import type { FromSurface, ToSurface } from './messages.ts';
import type { SurfacePackage } from './packages.ts';

/** Between two questions whether the process answers. */
const pingMs = 1000;
/** A process that does not answer for so long, in time that it was granted, is ended. */
const silentMs = 10_000;
/** One that answers and has not opened after so long is said to be in trouble, and goes on. */
const openingMs = 20_000;
/** Between two tries to open a surface whose port is in use. */
const retryMs = 5000;
/** A process that is asked to close ends within this time, or is ended. */
const closeMs = 2000;

const nothing: SurfaceReport = { port: null, peers: [], strangers: [], reason: '', lastSeenAt: null };

export interface SurfaceProcessParts extends AllowedRequests {
  readonly surface: SurfacePackage;
  readonly url: string;
  readonly mappingsFolder: string;
  readonly time: Time;
  readonly log: Log;
  readonly launch: LaunchSurface;
  /** The key of its process, with the role of its row. */
  readonly key: string;
  readonly changed: () => void;
}

export class SurfaceProcess {
  readonly #parts: SurfaceProcessParts;
  readonly #granted: Pick<Time, 'monotonicMs'>;
  #backoff = new Backoff();
  #crashes = new CrashCounter();
  #settings: SurfaceSettings | undefined;
  #child: SurfaceChild | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #startedMs = 0;
  #heardMs = 0;
  #stopTimer = () => {};
  #state: SurfaceStatus['state'] = 'off';
  #report = nothing;
  /** Why it does not run, or why its settings are not in effect. */
  #trouble = '';

  constructor(parts: SurfaceProcessParts) {
    this.#parts = parts;
    this.#granted = parts.time.granted?.with(() => this.#child?.processId ?? 0) ?? parts.time;
  }

  get status(): SurfaceStatus {
    const isAbsent = this.#state === 'running' && this.#report.isAbsent;
    return {
      ...this.#report,
      state: isAbsent ? 'absent' : this.#state,
      reason: this.#trouble || this.#report.reason,
    };
  }

  get role(): SurfaceSettings['role'] | 'none' {
    return this.#settings?.role ?? 'none';
  }

  use(settings: SurfaceSettings | undefined): void {
    const before = this.#settings;
    this.#settings = settings;
    if (settings === undefined) this.#end();
    else if (before === undefined) {
      this.#backoff = new Backoff();
      this.#crashes = new CrashCounter();
      this.#start();
    } else if (JSON.stringify(before) !== JSON.stringify(settings)) this.#child?.send({ type: 'settings', settings });
  }

  /** Resolves once its process has ended. */
  async stop(): Promise<void> {
    this.use(undefined);
    await this.#ended;
  }

  #start(): void {
    const { surface, url, key, mappingsFolder, hostNames, trustedOrigins, launch, time } = this.#parts;
    const settings = this.#settings;
    this.#stopTimer();
    if (settings === undefined) return;
    if (surface.problem !== '') {
      this.#become('failed', surface.problem);
      return;
    }
    this.#become('starting', this.#trouble);
    this.#backoff.started(time.monotonicMs());
    const child = launch((message) => {
      if (this.#child === child) this.#take(message);
    });
    this.#child = child;
    this.#startedMs = this.#granted.monotonicMs();
    this.#heardMs = this.#startedMs;
    this.#ended = child.ended.then((how) => {
      if (this.#child === child) this.#crashed(how);
    });
    const { module, id, config } = surface;
    const order: ToSurface = {
      type: 'open',
      module,
      id,
      config,
      url,
      key,
      actor: `surface:${id}`,
      settings,
      mappingsFolder,
      hostNames,
      trustedOrigins,
    };
    child.send(order);
    this.#stopTimer = time.every(pingMs, () => this.#ask(child));
  }

  #ask(child: SurfaceChild): void {
    const nowMs = this.#granted.monotonicMs();
    if (nowMs - this.#heardMs > silentMs) child.kill();
    else child.send({ type: 'ping' });
    const isLate = this.#state === 'starting' && nowMs - this.#startedMs > openingMs;
    if (isLate && this.#trouble === '') {
      this.#become('starting', `it answers, and has not opened after ${openingMs / 1000} s`);
    }
  }

  #take(message: FromSurface): void {
    this.#heardMs = this.#granted.monotonicMs();
    const { log, surface } = this.#parts;
    if (message.type === 'opened') this.#become('running', '');
    else if (message.type === 'report') {
      this.#report = message.report;
      this.#parts.changed();
    } else if (message.type === 'settled') this.#become(this.#state, message.problem);
    else if (message.type === 'failed') this.#failed(message.reason, message.isFinal);
    else if (message.type === 'log') log[message.level]({ surface: surface.id }, message.message);
  }

  #failed(reason: string, isFinal: boolean): void {
    this.#letGo();
    this.#become('failed', reason);
    if (!isFinal) this.#stopTimer = this.#parts.time.after(retryMs, () => this.#start());
  }

  #crashed(how: string): void {
    const { time, log, surface } = this.#parts;
    this.#letGo();
    const now = time.monotonicMs();
    const restartMs = this.#backoff.ended(now);
    log.error({ surface: surface.id, how, restartMs }, 'the process of a surface ended');
    if (this.#crashes.count(surface.id, `by ${how}`, now)) {
      this.#become('failed', `${this.#crashes.reason(surface.id)}; switch it off and on to try again`);
      return;
    }
    this.#become('starting', `its process ended by ${how}; it starts again`);
    this.#stopTimer = time.after(restartMs, () => this.#start());
  }

  #end(): void {
    this.#letGo();
    this.#become('off', '');
  }

  /** The child closes by itself, or is ended. */
  #letGo(): void {
    this.#stopTimer();
    const child = this.#child;
    this.#child = undefined;
    this.#report = { ...nothing, lastSeenAt: this.#report.lastSeenAt };
    if (child === undefined) return;
    child.send({ type: 'close' });
    const stopWaiting = this.#parts.time.after(closeMs, () => child.kill());
    this.#ended = child.ended.then(stopWaiting);
  }

  #become(state: SurfaceStatus['state'], trouble: string): void {
    this.#state = state;
    this.#trouble = trouble;
    this.#parts.changed();
  }
}
