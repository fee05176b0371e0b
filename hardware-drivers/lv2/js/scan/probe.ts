// Tries a plugin in a process of its own: instantiated, a second of noise, finite, in time (lv2-rack --probe).
import type { Alarm } from './alarm.ts';
import { runChild } from './child.ts';

export type ProbeResult =
  | {
      readonly ok: true;
      /** As the plugin tells. */
      readonly latencyFrames: number;
      /** Where an impulse says another one. */
      readonly measuredFrames?: number;
      readonly meanUs: number;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      /** For its time alone, which is no verdict: another try may pass. */
      readonly isLate?: true;
    };

export interface ProbeOptions {
  readonly program: string;
  readonly alarm: Alarm;
  readonly signal: AbortSignal;
}

export interface ProbedPlugin {
  readonly format: 'lv2' | 'clap';
  readonly uri: string;
  readonly bundle: string;
}

const mostMs = 20_000;
const mostBytes = 1 << 20;

/** Rejects when the program can not be started. */
export async function probe({ format, uri, bundle }: ProbedPlugin, options: ProbeOptions): Promise<ProbeResult> {
  let result: ProbeResult | undefined;
  const line = (text: string) => {
    result = resultIn(text) ?? result;
    return false;
  };
  const { fault, cause } = await runChild(options.program, ['--probe', format, uri, bundle], {
    ...{ ...options, mostMs, mostBytes, line },
  });
  if (cause === 'silence') return { ok: false, reason: `Its probe ${fault}.`, isLate: true };
  // Plugins that pass and break at their end would take a rack with them at each change.
  if (fault !== '' && (cause !== 'exit' || result === undefined)) return { ok: false, reason: `Its probe ${fault}.` };
  return result ?? { ok: false, reason: 'Its probe ended without a result.' };
}

/** A plugin may print what it likes. */
function resultIn(text: string): ProbeResult | undefined {
  try {
    const { ok, reason, isLate, latencyFrames, measuredFrames, meanUs } = JSON.parse(text) ?? {};
    if (ok === false) return { ok, reason: String(reason), ...(isLate === true ? { isLate } : {}) };
    if (ok !== true || !Number.isInteger(latencyFrames) || latencyFrames < 0) return undefined;
    const measured = Number.isInteger(measuredFrames) && measuredFrames >= 0 ? { measuredFrames } : {};
    return { ok, latencyFrames, ...measured, meanUs: Number(meanUs) };
  } catch {
    return undefined;
  }
}
