// Fields whose change makes noise: `settlesMs: 3000` in a schema says how long the sound of the row is unfit after it.
import type { TSchema } from '../base/typebox.ts';
import type { Schemas } from './definitions.ts';

const longestSettlingMs = 60_000;

/** Milliseconds, 0 to 60,000; 0 for a schema without a usable `settlesMs`. */
export function settlesMsOf(schema: TSchema): number {
  const { settlesMs } = schema as { readonly settlesMs?: unknown };
  return isUsable(settlesMs) ? settlesMs : 0;
}

/** What is wrong with `settlesMs` of the fields of a row, in words. */
export function settlingErrors(fields: Schemas): readonly string[] {
  return Object.entries(fields).flatMap(([name, schema]) => {
    const { settlesMs } = (schema ?? {}) as { readonly settlesMs?: unknown };
    if (settlesMs === undefined || isUsable(settlesMs)) return [];
    return [`settlesMs of ${name} must be a number of milliseconds from 0 to ${longestSettlingMs}`];
  });
}

function isUsable(settlesMs: unknown): settlesMs is number {
  return typeof settlesMs === 'number' && settlesMs >= 0 && settlesMs <= longestSettlingMs;
}
