// Ends links of others at what `/patchbay/exclusive` reserves on audio servers. The mixer's own graph keeps that itself.
import { type Audio, type Convergence, type Desk, stopAll, type Time } from 'rowdesk/provider';
import { askEnd } from './ending-links.ts';
import { type ExclusiveAccess, type ExclusiveLevel, exclusivePath } from './exclusive-access.ts';
import type { ExternalEdges } from './external-edges.ts';

/** A link that another client makes again is ended again, later and later: no two programmes fight all day. */
const firstPauseMs = 250;
const longestPauseMs = 60_000;
/** Links whose history is kept, at most. */
const mostRemembered = 1024;

export interface KeepingNeeds {
  readonly audio: Audio;
  readonly convergence: Convergence;
  readonly desk: Desk;
  readonly time: Time;
  readonly external: ExternalEdges;
  readonly holding: ExclusiveAccess;
}

interface Ended {
  readonly times: number;
  /** Monotonic milliseconds. */
  readonly notBeforeMs: number;
}

export function keepExclusive({ audio, convergence, desk, time, external, holding }: KeepingNeeds): () => void {
  const history = new Map<string, Ended>();
  const keep = () => {
    const nowMs = time.monotonicMs();
    for (const [edgeId, { notBeforeMs }] of history) {
      if (nowMs - notBeforeMs > longestPauseMs) history.delete(edgeId);
    }
    const { wanted } = desk.read(exclusivePath) as { readonly wanted: ExclusiveLevel };
    for (const edge of holding.breaking(wanted, desk)) {
      const before = history.get(edge.edgeId);
      if (before === undefined && history.size >= mostRemembered) continue;
      const { times, notBeforeMs } = before ?? { times: 0, notBeforeMs: 0 };
      if (nowMs < notBeforeMs) continue;
      const pauseMs = Math.min(firstPauseMs * 2 ** times, longestPauseMs);
      history.set(edge.edgeId, { times: times + 1, notBeforeMs: nowMs + pauseMs });
      // A link that stays is in the row `held` and in the warning.
      askEnd(edge, { audio, external }).catch(() => {});
    }
  };
  return stopAll(holding.onChange(keep), convergence.onBeat(keep));
}
