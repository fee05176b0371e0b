// A connection of a control process: `hello`, the desired state, then steady work.
import type { Socket } from 'node:net';
import type { AnalysisOrder, Convergent, Reading } from '../../driver.ts';
import type { Time } from '../../services.ts';
import { type ControlMessage, type ProcessHello, type ProcessMessage, readControlMessage } from '../link/messages.ts';
import type { ValuesFrame } from '../link/values.ts';
import { Wire } from '../link/wire.ts';
import { AnalysisSender } from './analysis-sender.ts';
import type { AudioHost } from './audio-host.ts';
import { GraphSender } from './graph-sender.ts';
import { LocalChanges } from './local-changes.ts';
import { MeterSender } from './meter-sender.ts';
import { type Report, StateReporter } from './state-reporter.ts';
import { checkedObservation, messageOf, plainResult, ReportedAddresses } from './untrusted.ts';

export interface ControlConnectionEvents {
  /** `hello`, `plan`, `discover` and `stop`, which concern more than this connection. */
  message(message: ControlMessage, connection: ControlConnection): void;
  closed(connection: ControlConnection, reason: string): void;
  log(words: string): void;
}

export class ControlConnection {
  readonly #wire: Wire<ControlMessage, ProcessMessage>;
  readonly #host: AudioHost;
  readonly #time: Time;
  readonly #events: ControlConnectionEvents;
  readonly #localChanges: LocalChanges;
  #reports = new Map<string, StateReporter>();
  #meters: MeterSender | undefined;
  #analysis: AnalysisSender | undefined;
  #graphs: GraphSender | undefined;
  /** The readings that the control process asked for, possibly before `begin`. */
  #asked: { readonly metersMs: number | null; readonly figuresMs: number | null } = { metersMs: null, figuresMs: null };
  #analysed: AnalysisOrder = { spectra: [], alignments: [] };
  /** From `begin` to the end. */
  #hasBegun = false;
  #isOver = false;

  constructor(
    socket: Socket,
    hello: Omit<ProcessHello, 'table'>,
    host: AudioHost,
    time: Time,
    events: ControlConnectionEvents,
  ) {
    this.#host = host;
    this.#time = time;
    this.#events = events;
    this.#localChanges = new LocalChanges(time, (target, values) => this.#sendLocalChanges(target, values));
    this.#wire = new Wire(socket, readControlMessage, {
      message: (message) => this.#take(message),
      values: (frame) => this.#takeValues(frame),
      meters: () => {},
      closed: (reason) => {
        this.stop();
        events.closed(this, reason);
      },
    });
    for (const { convergent } of host.targets.list()) this.#number(convergent);
    this.#wire.send({ ...hello, table: this.#wire.takeUnsent() });
  }

  /** Numbers the addresses of a target. Those of an unreadable target get numbers with their first report. */
  #number(convergent: Convergent): void {
    const addresses = new ReportedAddresses();
    try {
      for (const { path, field } of checkedObservation(convergent.observe()).values) {
        addresses.add(path, field);
        this.#wire.number(path, field);
      }
    } catch (error) {
      this.#events.log(`${convergent.target} can not be read: ${messageOf(error)}`);
    }
  }

  /** The other side is the control process: sends targets, meters and changes from now on. */
  begin(): void {
    this.#meters = new MeterSender(this.#host, this.#time, this.#wire);
    this.#meters.start(this.#asked.metersMs, this.#asked.figuresMs);
    this.#analysis = new AnalysisSender(this.#host, this.#time, this.#wire);
    this.#analysis.read(this.#analysed);
    this.#graphs = new GraphSender(
      () => this.#host.graphs(),
      this.#time,
      (message) => this.#wire.send(message),
    );
    this.#graphs.look();
    this.#hasBegun = true;
    this.#sendTargets();
  }

  targetsChanged(): void {
    if (this.#hasBegun) this.#sendTargets();
  }

  send(message: ProcessMessage): void {
    this.#wire.send(message);
  }

  changedOnDevice(target: string, values: readonly Reading[]): void {
    const report = this.#reports.get(target);
    // A value that is none is no change.
    const changed = report?.checked(values).filter(({ state }) => state !== 'refused') ?? [];
    if (changed.length > 0) this.#localChanges.add(target, changed);
  }

  #sendLocalChanges(target: string, values: readonly Reading[]): void {
    const number = this.#reports.get(target)?.number;
    if (number === undefined) return;
    const frame = { purpose: 'changedOnDevice', complete: false, target: number, sequence: 0, revision: 0 } as const;
    this.#wire.sendValues({ ...frame, values });
  }

  /** Observed values of targets may have changed (`mutedBy`). */
  look(): void {
    for (const report of this.#reports.values()) report.look();
    this.#graphs?.look();
  }

  /** Ends the work for this connection; the socket closes once all is sent. */
  end(): void {
    this.stop();
    this.#wire.end();
  }

  stop(): void {
    this.#isOver = true;
    this.#hasBegun = false;
    this.#meters?.stop();
    this.#analysis?.stop();
    this.#graphs?.stop();
    this.#localChanges.stop();
    for (const report of this.#reports.values()) report.stop();
    this.#reports.clear();
  }

  #take(message: ControlMessage): void {
    if (this.#isOver) return;
    if (message.type === 'hello') this.#wire.addTable(message.table);
    if (message.type === 'observe') this.#observe(message);
    else if (message.type === 'call') this.#call(message);
    else if (message.type === 'open') this.#host.openOutputs();
    else if (message.type === 'read') this.#read(message);
    else if (message.type === 'analyse') this.#analyse(message);
    else this.#events.message(message, this);
  }

  #read(asked: { readonly metersMs: number | null; readonly figuresMs: number | null }): void {
    this.#asked = asked;
    this.#meters?.start(asked.metersMs, asked.figuresMs);
  }

  #analyse({ spectra, alignments }: AnalysisOrder): void {
    this.#analysed = { spectra, alignments };
    this.#analysis?.read(this.#analysed);
  }

  #takeValues(frame: ValuesFrame): void {
    if (this.#isOver || frame.purpose !== 'apply') return;
    const name = this.#host.targets.numbered(frame.target)?.name ?? '';
    this.#reports.get(name)?.apply(frame.sequence, frame.revision, frame.complete, frame.values);
  }

  #observe({ id, target, what = 'full' }: Extract<ControlMessage, { type: 'observe' }>): void {
    try {
      const report = this.#reports.get(target);
      if (!report) throw new Error(`the target ${target} is not here`);
      report.observe(id, what);
    } catch (error) {
      this.send({ type: 'answer', id, error: messageOf(error) });
    }
  }

  #call({ id, target, ...call }: Extract<ControlMessage, { type: 'call' }>): void {
    try {
      const convergent = this.#host.targets.named(target)?.convergent;
      if (!convergent) throw new Error(`the target ${target} is not here`);
      const result = callTarget(convergent, call, this.#reports.get(target), (error) =>
        this.#events.log(`${target} can not be read: ${messageOf(error)}`),
      );
      this.send({ type: 'answer', id, result });
    } catch (error) {
      this.send({ type: 'answer', id, error: messageOf(error) });
    }
  }

  #sendTargets(): void {
    const targets = this.#host.targets.list();
    const reports = new Map<string, StateReporter>();
    for (const target of targets) {
      const known = this.#reports.get(target.name);
      reports.set(target.name, known?.number === target.number ? known : this.#reporting(target.number, target.name));
    }
    for (const [name, report] of this.#reports) if (reports.get(name) !== report) report.end();
    this.#reports = reports;
    this.send({ type: 'targets', targets: targets.map(({ number, name }) => ({ number, name })) });
  }

  #reporting(number: number, name: string): StateReporter {
    const target = this.#host.targets.named(name);
    if (!target) throw new Error(`the target ${name} is not here`);
    const send = (report: Report) => {
      this.#wire.sendValues({ ...report, target: number });
      if (this.#host.concernsLinks(report.values)) this.#graphs?.look();
    };
    return new StateReporter(target, this.#time, send, this.#host.noticeOf(name));
  }
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Calls a method of a target. Unless the method only reads, the target's state is reported before the answer, so that the
 * client reads the effect at once, and looked at again soon. Throws Error for the client; `failed` gets the error of a target
 * that can't be read.
 */
export function callTarget(
  convergent: Convergent,
  { method, args }: { readonly method: string; readonly args: Fields },
  reporter: Pick<StateReporter, 'report' | 'look'> | undefined,
  failed: (error: unknown) => void,
): Fields {
  if (!convergent.call) throw new Error(`the target ${convergent.target} takes no calls`);
  if (convergent.reads?.includes(method)) return plainResult(convergent.call(method, args));
  try {
    const result = plainResult(convergent.call(method, args));
    reportEffect(reporter, failed);
    return result;
  } finally {
    reporter?.look();
  }
}

function reportEffect(reporter: Pick<StateReporter, 'report'> | undefined, failed: (error: unknown) => void): void {
  try {
    reporter?.report();
  } catch (error) {
    failed(error);
  }
}
