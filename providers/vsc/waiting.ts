import type { Time } from 'rowdesk/provider';

const lookMs = 20;

/** Resolves once `holds`, after `mostMs` at the latest. */
export function waitUntil(time: Time, mostMs: number, holds: () => boolean): Promise<void> {
  const sinceMs = time.monotonicMs();
  const isOver = () => holds() || time.monotonicMs() - sinceMs >= mostMs;
  if (isOver()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = time.every(lookMs, () => {
      if (!isOver()) return;
      stop();
      resolve();
    });
  });
}
