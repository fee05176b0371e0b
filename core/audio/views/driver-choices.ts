// The table of drivers: who was chosen, who was not, and why. Pure.
import type { DriverChoice } from '../../services.ts';
import type { DriverPackage } from '../discovery/package.ts';
import type { Status } from '../link/shapes.ts';
import { type AudioSnapshot, statuses } from '../processes/audio-snapshot.ts';

export function choicesOf(snapshot: AudioSnapshot): readonly DriverChoice[] {
  const faulty = snapshot.refused.map(({ name, version, reason }): DriverChoice => {
    return { name, version, kind: '', chosen: false, score: 0, reason, state: 'failed', restarts: 0 };
  });
  return [...snapshot.packages.map((each) => choiceOf(each, snapshot)), ...faulty];
}

function choiceOf({ name, version, manifest }: DriverPackage, snapshot: AudioSnapshot): DriverChoice {
  const { kind } = manifest;
  const common = { name, version, kind, restarts: snapshot.restartsOf.get(name) ?? 0 };
  const out = snapshot.setAside.get(name);
  if (out !== undefined) {
    const unbuilt = snapshot.unbuilt?.get(name)?.state ?? 'failed';
    const state = snapshot.switchedOff?.has(name) ? stateOf(false, reportedOf(name, snapshot), false) : unbuilt;
    return { ...common, chosen: false, score: 0, reason: out, state };
  }
  if (kind === 'mixer') return { ...common, score: 0, ...mixerOf(name, snapshot) };
  const waitsFor = snapshot.waiting?.get(name);
  if (waitsFor !== undefined) {
    const reason = `its process starts with the first need: ${waitsFor}`;
    return { ...common, chosen: true, score: 0, reason, state: 'waiting' };
  }
  return { ...common, ...deviceDriverOf(name, snapshot) };
}

function mixerOf(name: string, snapshot: AudioSnapshot): Pick<DriverChoice, 'chosen' | 'reason' | 'state'> {
  const { mixer, tiedMixers } = snapshot.planned;
  if (mixer !== name) {
    const reason = tiedMixers.includes(name)
      ? `there are several mixers: ${tiedMixers.join(', ')}`
      : `${mixer} is preferred`;
    return { chosen: false, reason, state: 'absent' };
  }
  const own = statuses(snapshot).find((status) => status.mixer.driver === name)?.mixer;
  if (!own) return { chosen: true, reason: 'the only mixer', state: 'starting' };
  if (own.state !== 'open') return { chosen: true, reason: own.reason, state: 'failed' };
  if (own.faultyStrips.length > 0) {
    return { chosen: true, reason: `faults in ${own.faultyStrips.join(', ')}`, state: 'degraded' };
  }
  return { chosen: true, reason: 'the only mixer', state: 'running' };
}

/** Over all models: it is chosen when it is for one of them. */
function deviceDriverOf(
  name: string,
  snapshot: AudioSnapshot,
): Pick<DriverChoice, 'chosen' | 'score' | 'reason' | 'state'> {
  const reported = reportedOf(name, snapshot);
  const failures = statuses(snapshot).flatMap((status) => status.failures.filter(({ driver }) => driver === name));
  const failed = [...failures, ...serversLost(name, snapshot)].map(({ id, reason }) => `${id}: ${reason}`);
  const standsInFor = reported.filter(({ fallback }) => fallback).map(({ id }) => id);
  const { choices, taken, leftOut } = snapshot.planned;
  const verdicts = choices.flatMap(({ model, candidates, chosen, tied }) => {
    const own = candidates.find(({ driver }) => driver === name);
    if (!own) return [];
    const { id } = model;
    const isBest = chosen?.driver === name;
    const device = reported.find((each) => each.id === id);
    const why = isBest ? leftOut.get(id) : undefined;
    const match = words(id, own.score, isBest, chosen?.driver, tied, device);
    const because = isBest && taken.has(id) ? `${match}, and ${taken.get(id)}` : match;
    return [{ score: own.score, isChosen: isBest && why === undefined, words: why ? `${id}: ${why}` : because }];
  });
  const chosen = verdicts.filter(({ isChosen }) => isChosen);
  const isUsed = chosen.length > 0 || standsInFor.length > 0;
  const reasons = [...(isUsed ? chosen : verdicts).map((verdict) => verdict.words), ...failed];
  if (standsInFor.length > 0 && chosen.length === 0) reasons.unshift(`${standsInFor.join(', ')} as a stand-in`);
  return {
    chosen: isUsed,
    score: Math.max(0, ...(chosen.length > 0 ? chosen : verdicts).map(({ score }) => score)),
    reason: reasons.length > 0 ? reasons.join('; ') : 'nothing is there that it drives',
    state: stateOf(isUsed, reported, failed.length > 0),
  };
}

/** Audio servers that its devices stand for, and that do not answer. */
function serversLost(name: string, { processes }: AudioSnapshot): { readonly id: string; readonly reason: string }[] {
  const own = processes
    .flatMap(({ graphs }) => graphs)
    .filter(({ driver, device }) => driver === name && device !== '');
  return own.flatMap(({ device: id, snapshot: { reason } }) => (reason === '' ? [] : [{ id, reason }]));
}

function reportedOf(name: string, snapshot: AudioSnapshot): Status['devices'] {
  return statuses(snapshot).flatMap(({ devices }) => devices.filter(({ driver }) => driver === name));
}

function words(
  id: string,
  score: number,
  isChosen: boolean,
  winner: string | undefined,
  tied: readonly string[],
  device: Status['devices'][number] | undefined,
): string {
  if (tied.length > 0)
    return `${id}: ${tied.join(' and ')} match equally well; name one in preferDrivers of the configuration`;
  if (!isChosen) return `${id}: ${winner} matches better`;
  if (device?.state === 'different-clock') return `${id}: different-clock, ${device.reason}`;
  return `${id}: ${score === 3 ? 'matches its id' : score === 2 ? 'matches its model' : 'matches its kind'}`;
}

function stateOf(isUsed: boolean, reported: Status['devices'], hasFailed: boolean): DriverChoice['state'] {
  const isOpen = reported.some(({ state }) => state === 'open' || state === 'driving' || state === 'joined');
  if (isOpen) return hasFailed ? 'degraded' : 'running';
  if (hasFailed) return 'failed';
  return isUsed && reported.length === 0 ? 'starting' : 'absent';
}
