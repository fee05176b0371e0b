// Racks without a program: they answer as rack-line.ts says, at once or not at all, and end when a test says so.
import { readFileSync, writeFileSync } from 'node:fs';
import type { RackProcessEvents, StartRack } from './rack-process.ts';
import type { FakeTimers } from './timers-double.ts';

const lifeMs = 500;

export class RackDouble {
  readonly number: number;
  readonly processId = 0;
  /** What the plugin host said: words, without numbers of questions. */
  readonly said: string[] = [];
  /** What is answered with `refused`, by verb. */
  readonly refuses = new Map<string, string>();
  /** Verbs that are not answered. */
  readonly ignores = new Set<string>();
  /** What `save` writes; undefined: no file. */
  state: string | undefined;
  /** The texts of the state files of `load`, '' for none. */
  readonly loaded: string[] = [];
  isAlive = true;
  /** What the kernel granted. */
  holds: readonly string[] = ['landlock', 'seccomp'];
  /** Places whose slots it may write. */
  readonly given = new Set<string>();
  /** False: it hangs, and says nothing. */
  speaks = true;
  readonly #events: RackProcessEvents;
  readonly #stopLife: () => void;

  constructor(number: number, events: RackProcessEvents, timers: FakeTimers) {
    this.number = number;
    this.#events = events;
    this.#stopLife = timers.every(lifeMs, () => this.tell({ event: 'load', percent: 1, places: {} }));
  }

  begin(): void {
    this.tell({ event: 'ready', pid: 1, sandbox: this.holds, realTime: true });
  }

  take(line: string): void {
    const words = line.trimEnd().split('\t');
    const [verb = ''] = words;
    const isAsked = ['load', 'commit', 'preset', 'unload', 'save'].includes(verb);
    this.said.push((isAsked ? [verb, ...words.slice(2)] : words).join(' '));
    if (verb === 'load') this.loaded.push(words[6] === '-' ? '' : readFileSync(words[6] as string, 'utf8'));
    if (verb === 'save' && this.state !== undefined) writeFileSync(words[3] as string, this.state);
    if (verb === 'stop') this.end('exit code 0');
    if (!isAsked || this.ignores.has(verb)) return;
    const [, id, place] = words;
    const reason = this.refuses.get(verb);
    const event = reason === undefined ? (verb === 'save' ? 'saved' : 'done') : 'refused';
    const latency = verb === 'commit' ? { latencyFrames: 64, instances: 1 } : {};
    this.tell({ event, id: Number(id), place, ...latency, ...(reason === undefined ? {} : { reason }) });
  }

  tell(event: object): void {
    if (this.isAlive && this.speaks) this.#events.line(JSON.stringify(event));
  }

  /** A line that may be no event. */
  babble(line: string): void {
    this.#events.line(line);
  }

  /** The mixer found a slot of it overwritten. */
  damage(place: string): void {
    this.#events.damaged(place);
  }

  end(how: string): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.#stopLife();
    this.#events.ended(how);
  }

  /** As by a handler of a signal: it names the place, and ends. */
  crash(place: string, kind = 'crash', detail = 'SIGSEGV'): void {
    this.tell({ event: 'fault', place, kind, detail });
    this.end(detail);
  }
}

export class RackDoubles {
  readonly all: RackDouble[] = [];
  /** Called for each new rack before it is told anything. */
  prepare: (rack: RackDouble) => void = () => {};
  readonly #timers: FakeTimers;

  constructor(timers: FakeTimers) {
    this.#timers = timers;
  }

  readonly start: StartRack = (number, events) => {
    const queue: (() => void)[] = [];
    // A process answers after the call, never within it.
    const later = (run: () => void) => {
      queue.push(run);
      if (queue.length === 1) this.#timers.after(0, () => queue.splice(0).forEach((each) => void each()));
    };
    const rack = new RackDouble(
      number,
      { ...events, line: (text) => later(() => events.line(text)), ended: (how) => later(() => events.ended(how)) },
      this.#timers,
    );
    this.prepare(rack);
    rack.begin();
    this.all.push(rack);
    return {
      processId: 0,
      send: (line) => rack.isAlive && rack.take(line),
      give: (place) => void rack.given.add(place),
      take: (place) => void rack.given.delete(place),
      forget: () => rack.given.clear(),
      kill: () => rack.end('SIGKILL'),
    };
  };

  /** The newest one of a number. */
  rack(number: number): RackDouble {
    const rack = this.all.findLast((each) => each.number === number);
    if (!rack) throw new Error(`rack ${number} was not started`);
    return rack;
  }

  get alive(): readonly number[] {
    return this.all.flatMap(({ isAlive, number }) => (isAlive ? [number] : [])).sort((a, b) => a - b);
  }
}
