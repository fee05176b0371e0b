// A driver's figures of its stream, in the shape of the link. A value that is no finite number becomes 0.
import type { AudioDevice } from '../../driver.ts';

type Figures = ReturnType<AudioDevice['figures']>;

/** The last moment of a Date, epoch milliseconds. */
const lastMs = 8.64e15;
const longestPolicy = 64;

export function plainFigures(said: Figures): Figures {
  return {
    rate: figure(said.rate),
    quantum: figure(said.quantum),
    xruns: figure(said.xruns),
    lastXrunMs: Math.min(lastMs, figure(said.lastXrunMs)),
    blockUs: figure(said.blockUs),
    blockMaxUs: figure(said.blockMaxUs),
    wakeupJitterUs: figure(said.wakeupJitterUs),
    policy: String(said.policy).slice(0, longestPolicy),
    priority: figure(said.priority),
  };
}

function figure(said: unknown): number {
  return typeof said === 'number' && Number.isFinite(said) ? said : 0;
}
