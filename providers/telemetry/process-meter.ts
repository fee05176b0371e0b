// What this process uses. Measuring runs only between start and stop; a sample is the time since the sample before it.
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { FieldsOf, Time } from 'rowdesk/provider';
import type { process as fields } from './contract.ts';

export type ProcessFigures = FieldsOf<typeof fields>;

const resolutionMs = 10;
const mb = (bytes: number) => Math.round((bytes / 1024 / 1024) * 100) / 100;
const round = (value: number) => Math.round(value * 100) / 100;
/** The monitor counts nanoseconds from one wake-up to the next, the wanted time between them included. */
const lagMs = (ns: number) => (Number.isFinite(ns) ? round(Math.max(0, ns / 1e6 - resolutionMs)) : 0);

export class ProcessMeter {
  readonly #time: Time;
  readonly #delay: IntervalHistogram;
  #cpu: NodeJS.CpuUsage;
  #sinceMs: number;

  /** Starts measuring. */
  constructor(time: Time) {
    this.#time = time;
    this.#delay = monitorEventLoopDelay({ resolution: resolutionMs });
    this.#delay.enable();
    this.#cpu = process.cpuUsage();
    this.#sinceMs = time.monotonicMs();
  }

  /** Figures since the last sample, or since the start; all over an interval of the clock, in percent of one core. */
  sample(): ProcessFigures {
    const nowMs = this.#time.monotonicMs();
    const used = process.cpuUsage(this.#cpu);
    const lag = this.#delay;
    const percent = (microseconds: number) => {
      const intervalMs = nowMs - this.#sinceMs;
      return intervalMs > 0 ? round(microseconds / 10 / intervalMs) : 0;
    };
    const memory = process.memoryUsage();
    const figures = {
      activeResources: process.getActiveResourcesInfo().length,
      cpuPercent: percent(used.user + used.system),
      cpuSystemPercent: percent(used.system),
      cpuUserPercent: percent(used.user),
      eventLoopLagMaxMs: lag.count === 0 ? 0 : lagMs(lag.max),
      eventLoopLagMeanMs: lag.count === 0 ? 0 : lagMs(lag.mean),
      eventLoopLagP99Ms: lag.count === 0 ? 0 : lagMs(lag.percentile(99)),
      externalMb: mb(memory.external),
      heapTotalMb: mb(memory.heapTotal),
      heapUsedMb: mb(memory.heapUsed),
      rssMb: mb(memory.rss),
      uptimeS: round(process.uptime()),
    };
    this.#cpu = process.cpuUsage();
    this.#sinceMs = nowMs;
    lag.reset();
    return figures;
  }

  stop(): void {
    this.#delay.disable();
  }
}
