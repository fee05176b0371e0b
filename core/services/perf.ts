import { type Token, token } from '../base/token.ts';

/** Durations of named operations, for /telemetry/perf. */
export interface Perf {
  readonly ops: readonly {
    readonly op: string;
    readonly count: number;
    readonly meanMs: number;
    readonly p99Ms: number;
    readonly maxMs: number;
  }[];
  record(op: string, ms: number): void;
}
export const Perf: Token<Perf> = token<Perf>('core.perf');
