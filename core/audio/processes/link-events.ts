// The events of the link to one driver process. The link calls each listener itself: no class passes on an event that it
// does not act on.
import type { GraphReports } from '../link/graph-shapes.ts';
import type { ProcessHello, ProcessMessage } from '../link/messages.ts';
import type { MeterFrame } from '../link/meter-frame.ts';
import type { Figures, Status } from '../link/shapes.ts';
import type { SpectrumFrame } from '../link/spectrum-frame.ts';
import type { ObservedFrame } from '../link/values.ts';

/** The life of a connection. */
export interface LinkEvents {
  /** The process is there; its link may be used from now on. */
  hello(hello: ProcessHello): void;
  /** The process speaks another version: its sound plays on, nothing else can be done. */
  foreign(major: number): void;
  /** The packages are loaded, and these targets are open. */
  targets(targets: readonly { readonly number: number; readonly name: string }[]): void;
  /** Once. `bye` is set when the process announced its end; `fault` when it broke the protocol. */
  closed(bye: { readonly reason: string; readonly asked: boolean } | undefined, fault: string): void;
}

/** What a process reports of itself and of its targets. */
export interface ProcessReports {
  status(status: Status): void;
  graphs(graphs: GraphReports): void;
  values(frame: ObservedFrame): void;
  figures(figures: Figures): void;
  log(level: 'debug' | 'info' | 'warn' | 'error', driver: string, message: string): void;
}

/** Where the measurements of the audio process go. */
export interface MeasurementSinks {
  readonly meters: { take(frame: MeterFrame): void };
  readonly analyses: { take(update: AnalysisUpdate): void };
}

/** The answers to an `analyse`. */
export type AnalysisUpdate =
  | Extract<ProcessMessage, { type: 'bands' | 'alignment' }>
  | (SpectrumFrame & { readonly type: 'spectrum' });

/** The listeners that outlive a connection. */
export interface LinkListeners {
  readonly reports: ProcessReports;
  readonly measurements: MeasurementSinks;
}
