// Keeps one driver process alive: attaches to a running process, launches a missing one, and relaunches it after its end.
// First start, restart and reconnection are one path.
import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Time } from '../../services.ts';
import { checkRuntimeFolder } from '../../system/runtime-folder.ts';
import { readLock } from '../link/process-lock.ts';
import { Backoff } from './backoff.ts';
import { ControlLink } from './control-link.ts';
import { crashOf, type End, type Killed } from './crash.ts';
import { readCrashPage } from './crash-page.ts';
import { type Launched, terminate } from './launch.ts';
import { LinkAbsence } from './link-absence.ts';
import type { LinkEvents } from './link-events.ts';
import { Pulse } from './pulse.ts';
import type { SupervisorEvents, SupervisorParts } from './supervisor-parts.ts';
import { endTimeoutMs, lockedMs, nowAndThenMs, serviceManagerMs, soonMs, timeoutMs } from './supervisor-times.ts';

/** The exit code of a process that found the lock held (process/run.ts). */
const alreadyRuns = 3;

interface Child extends Launched {
  end?: End;
}

export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #events: SupervisorEvents;
  readonly #backoff = new Backoff();
  readonly #pulse: Pulse;
  /** Time of which the process, and this one, were granted a processor. */
  readonly #granted: Pick<Time, 'monotonicMs' | 'after'>;
  readonly #absence: LinkAbsence;
  #link: ControlLink | undefined;
  /** Launched here and not known to have ended. */
  #child: Child | undefined;
  /** A link was there, and the process has not announced its end. */
  #wasLinked = false;
  #isForeground = false;
  #isWatching = false;
  #connecting: Socket | undefined;
  /** The process has loaded its packages. */
  #hasLoaded = false;
  #killed: Killed | undefined;
  #mayLaunch = true;
  /** Another one may start the process: each heartbeat looks, which takes no timer of a desk at rest. */
  #looksAtBeats = false;
  #launchAtMs = 0;
  #stopWaiting = () => {};
  #onClosed: (() => void)[] = [];

  constructor(parts: SupervisorParts, events: SupervisorEvents) {
    this.#parts = parts;
    this.#events = events;
    const { time } = parts;
    this.#granted = time.granted?.with(() => this.#processId) ?? time;
    this.#absence = new LinkAbsence(time, this.#granted);
    this.#pulse = new Pulse(parts, {
      silent: (isSilent) => events.silent(isSilent),
      held: (words) => events.trouble(words),
      dead: (driver) => {
        this.#killed = { driver, isFinal: !this.#hasLoaded };
        this.#kill();
      },
    });
  }

  /** Without `mayLaunch` a process is attached to and none is started, until a call with it. */
  start(mayLaunch = true): void {
    if (this.#isWatching) {
      if (this.#mayLaunch || !mayLaunch) return;
      this.#mayLaunch = true;
      this.#looksAtBeats = false;
      if (!this.#link && !this.#connecting?.connecting) this.#after(0);
      return;
    }
    this.#isWatching = true;
    this.#mayLaunch = mayLaunch;
    this.#absence.begin();
    this.#attempt();
  }

  /** Closes the link; the process runs on. */
  leave(): void {
    this.#isWatching = false;
    this.#child = undefined;
    this.#stopWaiting();
    this.#pulse.stop();
    this.#link?.close();
  }

  /** At every heartbeat. */
  beat(): void {
    this.#pulse.beat();
    if (!this.#looksAtBeats) return;
    this.#looksAtBeats = false;
    this.#attempt();
  }

  /** Gives up a process that has ended, and removes its files. */
  abandon(): void {
    this.leave();
    const { socket, crashPage } = this.#parts.files;
    for (const file of [socket, crashPage]) rmSync(file, { force: true });
  }

  /** Ends the process in order; kills one that does not answer. `soundEnds`: the audio process ends too. */
  async stop(reason: string, soundEnds: boolean): Promise<void> {
    const link = this.#link;
    const child = this.#child;
    this.#isWatching = false;
    this.#stopWaiting();
    this.#pulse.stop();
    if (!link) {
      // it is about to start, and ends before its first message
      if (child && !child.end) await terminate(child, this.#granted, timeoutMs);
      return;
    }
    const hasEnded = await new Promise<boolean>((resolve) => {
      const { graceMs } = this.#parts;
      const stopWaiting = this.#granted.after(Math.max(graceMs, timeoutMs), () => resolve(false));
      this.#onClosed.push(stopWaiting, () => resolve(true));
      link.send({ type: 'stop', reason, soundEnds });
      void link.answers(Math.max(graceMs, endTimeoutMs)).then((isThere) => isThere || resolve(false));
    });
    if (!hasEnded) this.#kill(child);
  }

  /** Also a process that an earlier control process launched. */
  #kill(child = this.#child): void {
    const processId = this.#processId;
    try {
      if (child) child.kill('SIGKILL');
      else if (processId > 0) process.kill(processId, 'SIGKILL');
    } catch {
      // it has ended
    }
  }

  /** 0 while it is unknown. */
  get #processId(): number {
    return readCrashPage(this.#parts.files.crashPage)?.processId ?? this.#child?.processId ?? 0;
  }

  #attempt(): void {
    if (!this.#isWatching) return;
    const { files } = this.#parts;
    const path = readLock(files)?.socket ?? files.socket;
    try {
      checkRuntimeFolder(dirname(path));
    } catch (error) {
      this.#events.trouble((error as Error).message);
      this.#after(nowAndThenMs);
      return;
    }
    const socket = connect(path);
    this.#connecting = socket;
    const failed = () => this.#nobodyThere();
    socket.once('error', failed);
    socket.once('connect', () => {
      socket.removeListener('error', failed);
      this.#linked(socket);
    });
  }

  #nobodyThere(): void {
    if (!this.#isWatching) return;
    const { time } = this.#parts;
    const now = time.monotonicMs();
    const end = this.#child?.end;
    if (end?.code === alreadyRuns) {
      this.#child = undefined;
      this.#launchAtMs = now + Math.max(lockedMs, this.#backoff.ended(now));
    } else if (end || (this.#wasLinked && !this.#child)) {
      this.#crashed(end, now);
    }
    if (!this.#child && this.#mayLaunch && now >= this.#launchAtMs) this.#launch(now);
    if (this.#child && this.#absence.isLonger(timeoutMs)) this.#unanswered();
    if (!this.#child && !this.#mayLaunch) {
      this.#looksAtBeats = true;
      return;
    }
    const untilLaunchMs = Math.min(nowAndThenMs, Math.max(soonMs, this.#launchAtMs - now));
    this.#after(this.#child ? soonMs : untilLaunchMs);
  }

  #unanswered(): void {
    this.#events.trouble(`it does not answer; its log is ${this.#child?.log || this.#parts.files.log}`);
  }

  #launch(now: number): void {
    const { launch, stateFolder, name, files, lingerS } = this.#parts;
    this.#backoff.started(now);
    this.#absence.begin();
    rmSync(files.crashPage, { force: true });
    try {
      const child: Child = { ...launch({ stateFolder, name, files, lingerS }) };
      this.#child = child;
      void child.ended.then((end) => {
        child.end = end;
      });
    } catch (error) {
      this.#launchAtMs = now + this.#backoff.ended(now);
      this.#events.trouble(`it can not be started: ${(error as Error).message}`);
    }
  }

  #linked(socket: Socket): void {
    if (!this.#isWatching) {
      socket.destroy();
      return;
    }
    const { listeners } = this.#parts;
    const events = this.#events;
    const stopWaiting = this.#granted.after(timeoutMs, () => this.#unanswered());
    let isGreeted = false;
    this.#wasLinked = true;
    this.#hasLoaded = false;
    const listening: LinkEvents = {
      targets: (targets) => {
        this.#hasLoaded = true;
        events.targets(targets);
      },
      hello: (hello) => {
        stopWaiting();
        isGreeted = true;
        this.#isForeground = hello.foreground;
        events.trouble('');
        this.#pulse.greeted();
        events.hello(link, hello);
      },
      foreign: (major) => {
        stopWaiting();
        isGreeted = true;
        this.#pulse.stop();
        events.foreign(major);
      },
      closed: (bye, fault) => {
        stopWaiting();
        const silence = isGreeted ? '' : 'it ends the connection before it says who it is';
        this.#closed(bye, fault === '' ? silence : `it speaks nonsense: ${fault}`);
      },
    };
    const link = new ControlLink(socket, this.#granted, listening, listeners);
    this.#link = link;
    this.#pulse.connected(link);
  }

  /** `fault`: how the process broke the protocol; it may do so again. */
  #closed(bye: Parameters<LinkEvents['closed']>[0], fault: string): void {
    this.#link = undefined;
    this.#pulse.stop();
    this.#absence.begin();
    for (const tell of this.#onClosed.splice(0)) tell();
    this.#events.lost(bye?.reason ?? (fault || 'the process ended'));
    if (!this.#isWatching) return;
    if (fault !== '') {
      this.#events.trouble(fault);
      this.#after(nowAndThenMs);
      return;
    }
    if (bye && (bye.asked || this.#isForeground)) {
      // it may be started again elsewhere; the supervisor then attaches
      this.#mayLaunch = false;
      this.#wasLinked = false;
      this.#child = undefined;
      this.#events.stopped(bye.reason);
    }
    this.#attempt();
  }

  /** Also for a process that was launched elsewhere: its crash page gives the cause. */
  #crashed(end: Child['end'], now: number): void {
    const crash = crashOf(end, readCrashPage(this.#parts.files.crashPage), this.#killed);
    this.#killed = undefined;
    const restartMs = Math.max(this.#backoff.ended(now), this.#isForeground ? serviceManagerMs : 0);
    this.#child = undefined;
    this.#wasLinked = false;
    this.#isForeground = false;
    this.#launchAtMs = now + restartMs;
    this.#events.crashed(crash, restartMs);
  }

  #after(ms: number): void {
    this.#stopWaiting();
    this.#stopWaiting = this.#parts.time.after(ms, () => this.#attempt());
  }
}
