// Tries plugins, some at once. What takes too long is tried again by itself at the end, when the machine is quieter.
import type { PluginDescription } from 'rowdesk/driver';
import type { Alarm } from './alarm.ts';
import type { ScanCache } from './cache.ts';
import type { BundleOnDisk } from './folders.ts';
import { type ProbeResult, probe } from './probe.ts';

export interface Described {
  readonly description: PluginDescription;
  readonly origin: BundleOnDisk;
}

export interface ProbesOptions {
  readonly cache: ScanCache;
  readonly program: string;
  readonly alarm: Alarm;
  readonly signal: AbortSignal;
  progress(done: number, total: number, phase: string): void;
  /** A plugin passed, now or in an earlier scan. */
  passed(described: Described, result: ProbeResult): void;
}

/** Of those that took too long. */
export const triedAgain = 'The next scan tries it again.';

export class Probes {
  readonly #options: ProbesOptions;
  readonly #results = new Map<string, ProbeResult>();
  readonly #late: Described[] = [];
  #done = 0;
  #total = 0;

  constructor(options: ProbesOptions) {
    this.#options = options;
  }

  /** Undefined for a plugin that was not tried, as it is not supported anyway. */
  resultOf(described: Described): ProbeResult | undefined {
    return this.#results.get(keyOf(described));
  }

  /** Those that were not tried before, in this order. */
  async run(described: readonly Described[], atOnce: number): Promise<void> {
    const waiting: Described[] = [];
    for (const each of described) {
      if (!each.description.supported || this.resultOf(each) !== undefined || this.#late.some(isSame(each))) continue;
      const kept = this.#options.cache.probe(each.description.uri, each.origin);
      if (kept === undefined) waiting.push(each);
      else this.#take(each, kept);
    }
    this.#total += waiting.length;
    if (waiting.length > 0) this.#progress();
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await this.#try(next, false);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  /** Those that took too long, each by itself. */
  async runLate(): Promise<void> {
    const { alarm, signal } = this.#options;
    if (this.#late.length > 0) await alarm.quieter(signal);
    for (const each of this.#late) await this.#try(each, true);
  }

  async #try(each: Described, isLast: boolean): Promise<void> {
    const { cache, program, alarm, signal } = this.#options;
    const { description, origin } = each;
    const result = await probe(description, { program, alarm, signal });
    const isLate = !result.ok && result.isLate === true;
    if (isLate && !isLast) {
      this.#late.push(each);
      return;
    }
    if (!isLate) cache.keepProbe(description.uri, origin, result);
    this.#take(each, isLate ? { ...result, reason: `${result.reason} ${triedAgain}` } : result);
    this.#done++;
    this.#progress();
  }

  #take(each: Described, result: ProbeResult): void {
    this.#results.set(keyOf(each), result);
    if (result.ok) this.#options.passed(each, result);
  }

  #progress(): void {
    this.#options.progress(this.#done, this.#total, 'probe');
  }
}

const keyOf = ({ description: { uri }, origin: { path } }: Described) => `${uri}\0${path}`;
const isSame = (one: Described) => (other: Described) => keyOf(one) === keyOf(other);
