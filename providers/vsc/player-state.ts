// What the player in the recorder's process reports.
import type { ObservedReader } from 'rowdesk/provider';
import { type Settings, settingsPath, transportPath } from './contract.ts';

export interface PlayerState {
  readonly transport: 'play' | 'pause' | 'stop';
  readonly positionS: number;
  readonly lengthS: number;
  readonly loaded: boolean;
  readonly underruns: number;
  readonly fault: string;
}

const absent: PlayerState = { transport: 'stop', positionS: 0, lengthS: 0, loaded: false, underruns: 0, fault: '' };
/** Reports come at each heartbeat, and at once where anything else changes. */
const mostSinceMs = 3_000;

/** `nowMs`: since 1970. The position of a play that goes on is that of the last report, and the time since. */
export function playerState(
  observed: ObservedReader,
  { loop }: Pick<Settings, 'loop'>,
  nowMs: number,
  absentReason: () => string,
): PlayerState {
  const value = (field: string) => observed.read(transportPath, field)?.value;
  if (value('transport') === undefined) return { ...absent, fault: absentReason() };
  const facts = Object.fromEntries(
    Object.entries(absent).map(([field, otherwise]) => [field, value(field) ?? otherwise]),
  ) as unknown as PlayerState;
  const soundsAtMs = Number(value('soundsAtMs') ?? 0);
  const sinceMs = soundsAtMs === 0 ? 0 : Math.min(Math.max(0, nowMs - soundsAtMs), mostSinceMs);
  const fault = facts.fault || refusals(observed);
  return { ...facts, fault, positionS: carriedOn(facts, sinceMs / 1000, loop) };
}

function carriedOn({ positionS, lengthS }: PlayerState, sinceS: number, loop: Settings['loop']): number {
  const now = positionS + sinceS;
  const toS = loop === null ? Number.POSITIVE_INFINITY : Math.min(loop.fromS + loop.lengthS, lengthS);
  const isPastJoint = loop !== null && positionS < toS && now >= toS;
  const at = isPastJoint ? loop.fromS + ((now - toS) % Math.max(toS - loop.fromS, 0.001)) : Math.min(now, lengthS);
  return Math.round(at * 1000) / 1000;
}

/** Settings that mixer or recorder refuse, with their reasons. */
function refusals(observed: ObservedReader): string {
  const reasons = ['engaged', 'play', 'live', 'takeId', 'loop'].flatMap((field) => {
    const reading = observed.read(settingsPath, field);
    return reading?.state === 'refused' && reading.reason !== undefined ? [reading.reason] : [];
  });
  return [...new Set(reasons)].join('; ');
}
