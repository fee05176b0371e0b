// Exceptions of packages that nobody caught: in a timer, in an event of a socket, in a promise that nobody waits for. Each
// is counted against its package, and the desk goes on.
import type { Log, Warnings } from '../services.ts';

export class PackageFaults {
  readonly #log: Pick<Log, 'error'>;
  readonly #counts = new Map<string, number>();
  #warnings: Pick<Warnings, 'raise'> | undefined;

  constructor(log: Pick<Log, 'error'>) {
    this.#log = log;
  }

  /** From now on it is a warning, too. */
  warnBy(warnings: Pick<Warnings, 'raise'>): void {
    this.#warnings = warnings;
  }

  /** The first ones and then ever fewer are told of: a timer may fail a thousand times a second. */
  note(name: string, err: unknown): void {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    if (count > 3 && !Number.isInteger(Math.log2(count))) return;
    this.#log.error(
      { err, provider: name, count },
      `the package ${name} failed, and did not catch it; the desk goes on`,
    );
    const words = err instanceof Error ? err.message : String(err);
    this.#warnings?.raise({
      // An npm name may hold what an id may not.
      id: `provider-fails-${name}`.replace(/[^A-Za-z0-9._~-]/g, '-').slice(0, 64),
      title: `Provider ${name} fails`,
      titleCode: { code: 'provider-fails', params: { provider: name, count } },
      detail: `${count} ${count === 1 ? 'fault' : 'faults'} that nobody caught, the last: ${words.slice(0, 500)} The desk goes on.`,
      severity: 'warning',
      path: '',
    });
  }
}
