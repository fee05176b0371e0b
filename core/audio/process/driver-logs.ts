// Log lines of drivers, limited per driver: a driver that logs without end fills no disk, and hides no other driver's lines.
import type { DriverContext } from '../../driver.ts';
import type { Time } from '../../services.ts';
import { plainLine } from './untrusted.ts';

type Level = Parameters<DriverContext['log']>[0];

/** Lines of a driver within `withinMs`; further lines are counted. */
const mostLines = 100;
const withinMs = 10_000;

interface Period {
  readonly beganMs: number;
  lines: number;
  leftOut: number;
}

export class DriverLogs {
  readonly #time: Pick<Time, 'monotonicMs'>;
  readonly #write: (driver: string, level: Level, message: string) => void;
  readonly #periods = new Map<string, Period>();

  constructor(time: Pick<Time, 'monotonicMs'>, write: (driver: string, level: Level, message: string) => void) {
    this.#time = time;
    this.#write = write;
  }

  /** `level` and `message` may be anything. */
  add(driver: string, givenLevel: Level, givenMessage: unknown): void {
    const period = this.#periodOf(driver);
    if (period.lines >= mostLines) {
      period.leftOut++;
      return;
    }
    const { level, message } = plainLine(givenLevel, givenMessage);
    period.lines++;
    this.#write(driver, level, message);
  }

  #periodOf(driver: string): Period {
    const nowMs = this.#time.monotonicMs();
    const before = this.#periods.get(driver);
    if (before !== undefined && nowMs - before.beganMs < withinMs) return before;
    const period = { beganMs: nowMs, lines: 0, leftOut: 0 };
    this.#periods.set(driver, period);
    if (before !== undefined && before.leftOut > 0) {
      this.#write(
        driver,
        'warn',
        `${before.leftOut} lines were left out: it says more than ${mostLines} in ${withinMs / 1000} s`,
      );
    }
    return period;
  }
}
