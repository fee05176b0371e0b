// The control process's end of the link to one driver process: connect, `hello`, desired state, steady.
import type { Socket } from 'node:net';
import type { Value } from '../../driver.ts';
import type { Fields } from '../../rows/definitions.ts';
import type { Time } from '../../services.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import {
  type ControlHello,
  type ControlMessage,
  type ForeignHello,
  type ProcessHello,
  type ProcessMessage,
  protocol,
  readProcessMessage,
} from '../link/messages.ts';
import { decodeMeters, type MeterFormat, type MeterFrame } from '../link/meter-frame.ts';
import type { Figures, Status } from '../link/shapes.ts';
import { decodeSpectrum, type SpectrumFrame } from '../link/spectrum-frame.ts';
import type { ObservedFrame, ValuesFrame } from '../link/values.ts';
import { Wire } from '../link/wire.ts';

/** A driver's JavaScript answers within milliseconds; what takes longer than this is a driver that hangs. */
const answerMs = 5000;

export interface LinkEvents {
  /** The process is there; `link` may be used from now on. */
  hello(link: ControlLink, hello: ProcessHello): void;
  /** It speaks another version: its sound plays on, nothing else can be done. */
  foreign(major: number): void;
  targets(targets: readonly { readonly number: number; readonly name: string }[]): void;
  status(status: Status): void;
  graphs(graphs: GraphReports): void;
  values(frame: ObservedFrame): void;
  figures(figures: Figures): void;
  meters(frame: MeterFrame): void;
  analysis(update: AnalysisUpdate): void;
  log(level: 'debug' | 'info' | 'warn' | 'error', driver: string, message: string): void;
  /** Once. `bye` is set when the process said that it ends; `fault` when it spoke nonsense. */
  closed(bye: { readonly reason: string; readonly asked: boolean } | undefined, fault: string): void;
}

/** What comes of an `analyse`. */
export type AnalysisUpdate =
  | Extract<ProcessMessage, { type: 'bands' | 'alignment' }>
  | (SpectrumFrame & { readonly type: 'spectrum' });

interface Question {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly stopWaiting: () => void;
}

export class ControlLink {
  readonly #wire: Wire<ProcessMessage | ForeignHello, ControlMessage>;
  readonly #events: LinkEvents;
  readonly #time: Time;
  readonly #questions = new Map<number, Question>();
  #lastId = 0;
  #wasHeard = false;
  #meterFormat: MeterFormat | undefined;
  #bye: { readonly reason: string; readonly asked: boolean } | undefined;

  constructor(socket: Socket, time: Time, events: LinkEvents) {
    this.#time = time;
    this.#events = events;
    this.#wire = new Wire(socket, readProcessMessage, {
      message: (message) => {
        this.#wasHeard = true;
        this.#take(message);
      },
      values: (frame) => {
        this.#wasHeard = true;
        this.#takeValues(frame);
      },
      meters: (body) => {
        this.#wasHeard = true;
        events.meters(decodeMeters(body, this.#meterFormat));
      },
      spectrum: (body) => events.analysis({ type: 'spectrum', ...decodeSpectrum(body) }),
      closed: (fault) => {
        for (const { reject, stopWaiting } of this.#questions.values()) {
          stopWaiting();
          reject(new Error('the process ended'));
        }
        this.#questions.clear();
        events.closed(this.#bye, fault);
      },
    });
  }

  /** Since it was last asked for: whether the process said anything, and whether it owes an answer. */
  takeSigns(): { readonly wasHeard: boolean; readonly isDue: boolean } {
    const wasHeard = this.#wasHeard;
    this.#wasHeard = false;
    return { wasHeard, isDue: this.#questions.size > 0 };
  }

  greet(hello: Omit<ControlHello, 'type' | 'major' | 'minor' | 'table'>): void {
    this.#wire.send({ type: 'hello', ...protocol, ...hello, table: [] });
  }

  send(message: Exclude<ControlMessage, { type: 'hello' | 'table' | 'observe' | 'call' }>): void {
    this.#wire.send(message);
  }

  apply(target: number, sequence: number, revision: number, complete: boolean, values: readonly Value[]): void {
    this.#wire.sendValues({ purpose: 'apply', complete, target, sequence, revision, values });
  }

  /** What the target really has. Rejects when the process ends, or its driver fails or hangs. */
  observe(target: string, what: 'full' | 'delta'): Promise<ObservedFrame> {
    return this.#ask((id) => ({ type: 'observe', id, target, what })) as Promise<ObservedFrame>;
  }

  /** Rejects with the driver's words. */
  call(target: string, method: string, args: Fields): Promise<Fields> {
    return this.#ask((id) => ({ type: 'call', id, target, method, args })) as Promise<Fields>;
  }

  /** Whether its JavaScript answers within so many milliseconds; true, too, when the link closes before. */
  async answers(ms: number): Promise<boolean> {
    let isSilent = false;
    // Any answer will do, and each version has one to this: there is no such target.
    const question = this.#ask(
      (id) => ({ type: 'observe', id, target: '' }),
      ms,
      () => {
        isSilent = true;
      },
    );
    await question.catch(() => {});
    return !isSilent;
  }

  close(): void {
    this.#wire.end();
  }

  #take(message: ProcessMessage | ForeignHello): void {
    const events = this.#events;
    switch (message.type) {
      case 'hello':
        this.#wire.addTable(message.table);
        events.hello(this, message);
        break;
      case 'foreign':
        this.#wire.deafen();
        events.foreign(message.major);
        break;
      case 'targets':
        events.targets(message.targets);
        break;
      case 'status':
        events.status(message.status);
        break;
      case 'graph':
        events.graphs(message.graphs);
        break;
      case 'figures':
        events.figures(message.figures);
        break;
      case 'meterFormat':
        this.#meterFormat = message;
        break;
      case 'bands':
      case 'alignment':
        events.analysis(message);
        break;
      case 'log':
        events.log(message.level, message.driver, message.message);
        break;
      case 'answer':
        this.#answer(message.id, message.result, message.error);
        break;
      case 'bye':
        this.#bye = { reason: message.reason, asked: message.asked };
        break;
    }
  }

  #takeValues(frame: ValuesFrame): void {
    if (frame.purpose === 'apply') return;
    if (frame.complete || frame.purpose === 'delta') this.#answer(frame.sequence, frame, undefined);
    else this.#events.values(frame);
  }

  #ask(message: (id: number) => ControlMessage, ms = answerMs, silent = () => {}): Promise<unknown> {
    this.#lastId = (this.#lastId + 1) >>> 0;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const stopWaiting = this.#time.after(ms, () => {
        silent();
        this.#answer(id, undefined, 'the driver does not answer');
      });
      this.#questions.set(id, { resolve, reject, stopWaiting });
      this.#wire.send(message(id));
    });
  }

  #answer(id: number, result: unknown, error: string | undefined): void {
    const question = this.#questions.get(id);
    if (!question) return;
    this.#questions.delete(id);
    question.stopWaiting();
    if (error === undefined) question.resolve(result ?? {});
    else question.reject(new Error(error));
  }
}

type Passed = Omit<LinkEvents, 'closed' | 'hello' | 'foreign' | 'targets'>;

/** What goes through as it comes. */
export function forwarded(events: Passed): Passed {
  return {
    status: (status) => events.status(status),
    graphs: (graphs) => events.graphs(graphs),
    values: (frame) => events.values(frame),
    figures: (figures) => events.figures(figures),
    meters: (frame) => events.meters(frame),
    analysis: (update) => events.analysis(update),
    log: (level, driver, message) => events.log(level, driver, message),
  };
}
