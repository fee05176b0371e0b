// One rack as the plugin host has it: its process, its unanswered commands, and whether it lives.
import { eventOf, lineOf, type RackEvent } from './rack-line.ts';
import type { RackProcess, StartRack } from './rack-process.ts';
import { RackTalk } from './rack-talk.ts';
import type { Timers } from './timers.ts';

type Fault = Extract<RackEvent, { event: 'fault' }>;
export type Answer = Extract<RackEvent, { event: 'done' | 'refused' | 'saved' }>;

/** A place in a rack; all names are those of slots. */
export interface Guest {
  readonly name: string;
  readonly uri: string;
  /** A `refused` is no answer: the plugin does not fit into another slot of its place. */
  take(event: Exclude<RackEvent, { event: 'done' | 'saved' | 'ready' }>): void;
}

export interface RackEnd {
  /** In words: `exit code 1`, `SIGSEGV`, `no sign of life for 2 s`. */
  readonly how: string;
  /** What the rack said before its end; '' as its place where it could not say. */
  readonly fault: Pick<Fault, 'place' | 'kind' | 'detail'> | undefined;
  /** A slot of it was overwritten, by one of its plugins. */
  readonly isSpoilt: boolean;
  /** It has taken commands before. */
  readonly wasReady: boolean;
  readonly aliveMs: number;
  readonly guests: readonly Guest[];
}

export interface RackEvents {
  ended(rack: Rack, end: RackEnd): void;
  log(level: 'debug' | 'info' | 'warn', message: string): void;
}

interface Asked {
  readonly place: string;
  readonly atMs: number;
  readonly answer: (answer: Answer) => void;
}

/** A rack says its load every 500 ms. */
const silentMs = 2000;
/** So long a plugin may take to be made, or to read its state, while the rack says nothing. */
const busyMs = 10_000;
const lookMs = 250;
/** From `stop` to the end. */
const stopMs = 2000;

export class Rack {
  readonly number: number;
  readonly #timers: Timers;
  readonly #events: RackEvents;
  readonly #process: RackProcess;
  readonly #talk: RackTalk;
  readonly #guests = new Map<string, Guest>();
  readonly #asked = new Map<number, Asked>();
  readonly #beganMs: number;
  readonly #stopLooking: () => void;
  #fault: Fault | undefined;
  #heardMs: number;
  #lookedMs: number;
  #isReady = false;
  #isStopping = false;
  #isSpoilt = false;
  /** No other rack reaches its slots. */
  #isHeld = false;
  #killed = '';
  #ids = 0;
  /** Of the audio thread's time between two blocks, as the rack says it. */
  loadPercent = 0;

  constructor(number: number, start: StartRack, timers: Timers, events: RackEvents) {
    this.number = number;
    this.#timers = timers;
    this.#events = events;
    this.#beganMs = this.#heardMs = this.#lookedMs = timers.nowMs();
    this.#talk = new RackTalk(timers, (line) => events.log('info', `rack ${number}: ${line}`));
    this.#process = start(number, {
      line: (line) => this.#hear(line),
      said: (line) => this.#talk.take(line),
      damaged: (place) => this.#damaged(place),
      ended: (how) => this.#ended(how),
    });
    this.#stopLooking = timers.every(lookMs, () => this.#look());
  }

  get processId(): number {
    return this.#process.processId;
  }

  get guests(): readonly Guest[] {
    return [...this.#guests.values()];
  }

  enter(guest: Guest): void {
    this.#guests.set(guest.name, guest);
    this.#process.give(guest.name);
  }

  /** Answers for the guest are heard no more. */
  leave(guest: Guest): void {
    this.#guests.delete(guest.name);
    this.#process.take(guest.name);
    for (const [id, { place }] of this.#asked) if (place === guest.name) this.#asked.delete(id);
  }

  tell(verb: string, ...words: readonly (string | number)[]): void {
    this.#process.send(lineOf([verb, ...words]));
  }

  /** A command that is answered. `answer` is not called after the rack's end, nor after the guest has left. */
  ask(verb: string, place: string, words: readonly (string | number)[], answer: (answer: Answer) => void): void {
    const id = ++this.#ids;
    this.#asked.set(id, { place, atMs: this.#timers.nowMs(), answer });
    this.tell(verb, id, place, ...words);
  }

  /** The rack ends by itself: the slots are cleared first. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.tell('stop');
    this.#timers.after(stopMs, () => this.#process.kill());
  }

  /** After its end: this process ends, too. */
  forget(): void {
    this.#process.forget();
  }

  #hear(line: string): void {
    const event = eventOf(line);
    if (event === undefined) {
      this.#events.log('debug', `rack ${this.number} said ${line.slice(0, 200)}`);
      return;
    }
    this.#heardMs = this.#timers.nowMs();
    if (event.event === 'ready') {
      this.#isReady = true;
      this.#isHeld = event.sandbox.includes('landlock');
      const held = event.sandbox.length === 0 ? 'nothing' : event.sandbox.join(', ');
      const thread = event.realTime ? 'a real-time thread' : 'a thread without real time';
      this.#events.log(event.realTime ? 'info' : 'warn', `rack ${this.number} has ${thread}, held by ${held}`);
    } else if (event.event === 'done' || event.event === 'refused' || event.event === 'saved') {
      const asked = this.#asked.get(event.id);
      this.#asked.delete(event.id);
      if (asked) asked.answer(event);
      else if (event.event === 'refused' && event.id === 0) this.#guests.get(event.place)?.take(event);
    } else if (event.event === 'load') {
      this.loadPercent = event.percent;
      for (const guest of this.guests) guest.take(event);
    } else {
      if (event.event === 'fault' && (event.kind === 'hang' || event.kind === 'crash')) this.#fault = event;
      else this.#guests.get(event.place)?.take(event);
    }
  }

  /** Its memory can't be trusted any more: it ends. Of several plugins in it each may have done it, and none is to blame. */
  #damaged(place: string): void {
    if (this.#killed !== '') return;
    this.#killed = `the slot of ${place} was overwritten`;
    this.#isSpoilt = true;
    const isAlone = new Set(this.guests.map(({ uri }) => uri)).size === 1;
    this.#fault =
      isAlone && this.#isHeld ? { event: 'fault', place, kind: 'crash', detail: 'it wrote over its slot' } : undefined;
    this.#process.kill();
  }

  #look(): void {
    if (this.#killed !== '') return;
    const nowMs = this.#timers.nowMs();
    // This process stood still itself: what the rack said meanwhile is not read yet.
    if (nowMs - this.#lookedMs >= silentMs / 2) this.#heardMs = nowMs;
    this.#lookedMs = nowMs;
    const oldest = [...this.#asked.values()][0];
    const isBusy = oldest !== undefined || !this.#isReady;
    const mayBeSilentMs = isBusy ? busyMs : silentMs;
    const silence = nowMs - this.#heardMs >= mayBeSilentMs;
    const unanswered = oldest !== undefined && nowMs - oldest.atMs >= busyMs;
    if (!silence && !unanswered) return;
    this.#killed = silence ? `no sign of life for ${mayBeSilentMs / 1000} s` : `no answer for ${busyMs / 1000} s`;
    const blamed = oldest?.place ?? '';
    if (blamed !== '') this.#fault ??= { event: 'fault', place: blamed, kind: 'hang', detail: this.#killed };
    this.#process.kill();
  }

  #ended(how: string): void {
    this.#stopLooking();
    this.#talk.end();
    const { guests } = this;
    this.#guests.clear();
    this.#asked.clear();
    const aliveMs = this.#timers.nowMs() - this.#beganMs;
    const { place, kind, detail } = this.#fault ?? {};
    const fault = place === undefined || kind === undefined ? undefined : { place, kind, detail: detail ?? '' };
    const end = { how: this.#killed || how, fault, isSpoilt: this.#isSpoilt, wasReady: this.#isReady, aliveMs, guests };
    this.#events.ended(this, end);
  }
}
