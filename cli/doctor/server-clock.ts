// The clock of a PipeWire server beside what the desk asks for.
import { type Diagnosis, fine, problem } from './finding.ts';
import type { ServerState } from './server-state.ts';

/** What the desk's configuration asks of the server's clock. */
export interface AskedClock {
  /** Hz */
  readonly rate: number;
  readonly blockFrames: number;
}

const set = (key: string, value: string | number) => `pw-metadata -n settings 0 ${key} ${value}`;

export function serverClock({ settings }: ServerState, { rate, blockFrames }: AskedClock): Diagnosis | undefined {
  const number = (key: string) => Number(settings.get(key) ?? 0);
  const [usualRate, usual, least, most] = ['rate', 'quantum', 'min-quantum', 'max-quantum'].map((key) =>
    number(`clock.${key}`),
  ) as [number, number, number, number];
  if (usualRate === 0) return undefined;
  const forced = number('clock.force-quantum');
  const forcedRate = number('clock.force-rate');
  const rates = [...String(settings.get('clock.allowed-rates') ?? '').matchAll(/\d+/g)].map(([found]) => Number(found));
  const clock = `${forced || usual} frames at ${forcedRate || usualRate} Hz${forced + forcedRate > 0 ? ' are forced' : ''}`;
  const asked = `the desk asks for ${blockFrames} frames at ${rate} Hz`;
  const detail = `${clock}, blocks of ${least} to ${most} frames; ${asked}`;
  if (forced > 0 && forced !== blockFrames) return problem('quantum', detail, set('clock.force-quantum', 0));
  if (forcedRate > 0 && forcedRate !== rate) return problem('quantum', detail, set('clock.force-rate', 0));
  if (forced === 0 && least > blockFrames) return problem('quantum', detail, set('clock.min-quantum', blockFrames));
  if (forced === 0 && most < blockFrames) return problem('quantum', detail, set('clock.max-quantum', blockFrames));
  if (forcedRate === 0 && rate !== usualRate && !rates.includes(rate)) {
    const allowed = [...new Set([...(rates.length > 0 ? rates : [usualRate]), rate])].join(', ');
    return problem('quantum', detail, set('clock.allowed-rates', `'[ ${allowed} ]'`));
  }
  return fine('quantum', detail);
}
