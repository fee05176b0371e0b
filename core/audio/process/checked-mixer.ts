// The mixer as this process uses it: what the driver says is checked by untrusted-mixer.ts. Its observations and the results of
// its calls are checked with those of every target (state-reporter.ts, control-connection.ts).

import type { AnalysisOrder, AnalysisResults, BandsPerOctave, ConnectedPorts, Mixer } from '../../driver.ts';
import type { MeterFormat } from '../link/meter-frame.ts';
import { messageOf } from './untrusted.ts';
import {
  initialState,
  type MixerState,
  plainAnalysis,
  plainFrequencies,
  plainLinkFields,
  plainMeterFormat,
  plainState,
  setFinite,
} from './untrusted-mixer.ts';

export class CheckedMixer implements Omit<Mixer, 'state' | 'meterPaths' | 'meterLegs' | 'meterColumns'> {
  readonly target = 'mixer';
  readonly processor: Mixer['processor'];
  readonly reads: readonly string[];
  readonly linkFields: readonly string[];
  /** The same object for as long as the mixer is open. */
  readonly meterFormat: MeterFormat;
  readonly #mixer: Mixer;
  readonly #warn: (id: string, text: string) => void;
  /** Parts with a fault since the mixer was opened. */
  readonly #faulty = new Set<string>();
  readonly #strips: ReadonlySet<unknown>;
  #state = initialState;

  /**
   * `warn`: as in DriverContext; gets the first fault of the mixer's state, meters, analyses and bands, until `close`. Throws
   * Error for a mixer that can't be used.
   */
  constructor(mixer: Mixer, warn: (id: string, text: string) => void) {
    this.#mixer = mixer;
    this.#warn = warn;
    if (mixer.target !== this.target) throw new Error(`its target must be '${this.target}'`);
    this.processor = mixer.processor;
    this.reads = [...(mixer.reads ?? [])];
    this.linkFields = plainLinkFields(mixer.linkFields);
    this.meterFormat = plainMeterFormat(mixer);
    this.#strips = new Set(this.meterFormat.paths);
  }

  /** A wrong member has its last valid value. Never throws. */
  state(): MixerState {
    this.#guard('state', () => {
      const { state, wrong } = plainState({ ...this.#mixer.state() }, this.#state, this.#strips);
      this.#state = state;
      if (wrong.length > 0) throw new Error(`its state() gave a wrong ${wrong.join(', ')}`);
    });
    return this.#state;
  }

  /** A meter that is no finite number reads 0; so do all of them where the mixer's function throws. Never throws. */
  readMeters(reader: number, into: Float32Array, clips: Uint32Array): void {
    const isRead = this.#guard('meters', () => this.#mixer.readMeters(reader, into, clips));
    if (!isRead) into.fill(0);
    if (setFinite(into) > 0) this.#raise('meters', 'its readMeters() gave values that are no numbers');
  }

  /** The valid results. Never throws. */
  readAnalysis(): AnalysisResults {
    let valid: AnalysisResults = { spectra: [], alignments: [] };
    this.#guard('analysis', () => {
      const { results, wrong } = plainAnalysis(this.#mixer.readAnalysis?.() ?? valid);
      valid = results;
      if (wrong > 0) throw new Error('its readAnalysis() gave wrong results');
    });
    return valid;
  }

  /** Empty where the mixer gives none. Never throws. */
  bandFrequenciesHz(bandsPerOctave: BandsPerOctave): readonly number[] {
    let frequenciesHz: readonly number[] = [];
    this.#guard('bands', () => {
      frequenciesHz = plainFrequencies(this.#mixer.bandFrequenciesHz?.(bandsPerOctave) ?? []);
    });
    return frequenciesHz;
  }

  analyse(order: AnalysisOrder): void {
    this.#mixer.analyse?.(order);
  }

  apply(...block: Parameters<Mixer['apply']>): ReturnType<Mixer['apply']> {
    return this.#mixer.apply(...block);
  }

  observe(): ReturnType<Mixer['observe']> {
    return this.#mixer.observe();
  }

  call(...call: Parameters<NonNullable<Mixer['call']>>): ReturnType<NonNullable<Mixer['call']>> {
    if (!this.#mixer.call) throw new Error('the mixer takes no calls');
    return this.#mixer.call(...call);
  }

  connect(ports: ConnectedPorts): void {
    this.#mixer.connect(ports);
  }

  nodes(): ReturnType<Mixer['nodes']> {
    return this.#mixer.nodes();
  }

  links(ports: ConnectedPorts): ReturnType<Mixer['links']> {
    return this.#mixer.links(ports);
  }

  open(...how: Parameters<Mixer['open']>): void {
    this.#mixer.open(...how);
  }

  close(): void {
    for (const part of this.#faulty) this.#warn(part, '');
    this.#mixer.close();
  }

  /** False for a `run` that throws. */
  #guard(part: string, run: () => void): boolean {
    try {
      run();
      return true;
    } catch (error) {
      this.#raise(part, messageOf(error));
      return false;
    }
  }

  #raise(part: string, text: string): void {
    if (this.#faulty.has(part)) return;
    this.#faulty.add(part);
    this.#warn(part, text);
  }
}
