// The delay of a strip behind its reference, once the desk's estimate has settled.
import type { Client } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { watchRow } from '../events.ts';

export interface Delay {
  /** Of the round trip, with fractions of a frame. */
  readonly delayMs: number;
  readonly confidencePercent: number;
}

interface Measurement {
  readonly at: number;
  readonly reference: string;
  readonly offsetMs: number;
  readonly confidencePercent: number;
}

const leastConfidencePercent = 60;
/** Two estimates in a row that differ by less are the same delay. */
const sameMs = 0.02;
/** The desk estimates about once a second, the first time after two. */
const withinMs = 15_000;

/**
 * Resolves once two estimates in a row agree. Rejects with CommandError refused where none does within 15 s, or on an
 * interruption.
 */
export async function listen(
  client: Client,
  row: string,
  reference: string,
  options: { readonly talk: (text: string) => void; readonly interrupted: AbortSignal },
): Promise<Delay> {
  const { talk, interrupted } = options;
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), withinMs);
  const end = () => enough.abort();
  interrupted.addEventListener('abort', end);
  if (interrupted.aborted) end();
  let oldest = Number.NaN;
  let last: Measurement | undefined;
  let found: Delay | undefined;
  let best = 0;
  try {
    await watchRow(client, row, {
      signal: enough.signal,
      talk,
      event: ({ event, data }) => {
        if (event !== 'snapshot' && event !== 'change') return;
        const now = JSON.parse(data) as Measurement;
        if (now.reference !== reference || found !== undefined) return;
        // What an earlier watcher measured is no news.
        if (Number.isNaN(oldest)) oldest = now.at;
        if (now.at <= oldest) return;
        best = Math.max(best, now.confidencePercent);
        if (last !== undefined) found = agreed(last, now);
        if (now.at !== last?.at) last = now;
        if (found !== undefined) enough.abort();
      },
    });
  } finally {
    clearTimeout(timer);
    interrupted.removeEventListener('abort', end);
  }
  if (found !== undefined) return found;
  if (interrupted.aborted) throw new CommandError('refused', 'Interrupted; the rows are as before.');
  const why = `no clear answer within ${withinMs / 1000} s (confidence at most ${Math.round(best)} %, least ${leastConfidencePercent} %)`;
  throw new CommandError('refused', why);
}

function agreed(last: Measurement, now: Measurement): Delay | undefined {
  const confidencePercent = Math.min(last.confidencePercent, now.confidencePercent);
  const isSame = now.at !== last.at && Math.abs(now.offsetMs - last.offsetMs) < sameMs;
  if (!isSame || confidencePercent < leastConfidencePercent || now.offsetMs < 0) return undefined;
  return { delayMs: now.offsetMs, confidencePercent };
}
