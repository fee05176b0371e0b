// The control process's end of the link to one driver process: connect, `hello`, desired state, steady.
import type { Socket } from 'node:net';
import type { Value } from '../../driver.ts';
import type { Fields } from '../../rows/definitions.ts';
import type { Time } from '../../services.ts';
import {
  type ControlHello,
  type ControlMessage,
  type ForeignHello,
  type ProcessMessage,
  protocol,
  readProcessMessage,
} from '../link/messages.ts';
import { decodeMeters, type MeterFormat } from '../link/meter-frame.ts';
import { decodeSpectrum } from '../link/spectrum-frame.ts';
import type { ObservedFrame, ValuesFrame } from '../link/values.ts';
import { Wire } from '../link/wire.ts';
import type { LinkEvents, LinkListeners } from './link-events.ts';

/** A driver's JavaScript answers within milliseconds; after this time the driver hangs. */
const answerMs = 5000;

interface Question {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly stopWaiting: () => void;
}

export class ControlLink {
  readonly #wire: Wire<ProcessMessage | ForeignHello, ControlMessage>;
  readonly #events: LinkEvents;
  readonly #listeners: LinkListeners;
  readonly #time: Pick<Time, 'after'>;
  readonly #questions = new Map<number, Question>();
  #lastId = 0;
  #wasHeard = false;
  #meterFormat: MeterFormat | undefined;
  #bye: { readonly reason: string; readonly asked: boolean } | undefined;

  /** Answers are due by `time`. */
  constructor(socket: Socket, time: Pick<Time, 'after'>, events: LinkEvents, listeners: LinkListeners) {
    const { meters, analyses } = listeners.measurements;
    this.#time = time;
    this.#events = events;
    this.#listeners = listeners;
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
        meters.take(decodeMeters(body, this.#meterFormat));
      },
      spectrum: (body) => analyses.take({ type: 'spectrum', ...decodeSpectrum(body) }),
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

  /** Whether the process sent anything since the last call, and whether a question is unanswered. */
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

  /** The observed values of a target. Rejects when the process ends, or its driver fails or hangs. */
  observe(target: string, what: 'full' | 'delta'): Promise<ObservedFrame> {
    return this.#ask((id) => ({ type: 'observe', id, target, what })) as Promise<ObservedFrame>;
  }

  /** Rejects with the driver's message. */
  call(target: string, method: string, args: Fields): Promise<Fields> {
    return this.#ask((id) => ({ type: 'call', id, target, method, args })) as Promise<Fields>;
  }

  /** Whether the JavaScript of the process answers within `ms`; true as well when the link closes before. */
  async answers(ms: number): Promise<boolean> {
    let isSilent = false;
    // Every version answers this question: there is no such target.
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
    const { reports, measurements } = this.#listeners;
    switch (message.type) {
      case 'hello':
        this.#wire.addTable(message.table);
        events.hello(message);
        break;
      case 'foreign':
        this.#wire.deafen();
        events.foreign(message.major);
        break;
      case 'targets':
        events.targets(message.targets);
        break;
      case 'status':
        reports.status(message.status);
        break;
      case 'graph':
        reports.graphs(message.graphs);
        break;
      case 'figures':
        reports.figures(message.figures);
        break;
      case 'meterFormat':
        this.#meterFormat = message;
        break;
      case 'bands':
      case 'alignment':
        measurements.analyses.take(message);
        break;
      case 'log':
        reports.log(message.level, message.driver, message.message);
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
    else this.#listeners.reports.values(frame);
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
