// Warnings about the sound and its drivers, for the operator. Pure: warnings come and go with the snapshot.
import type { Box } from '../../services.ts';
import { withinMs } from '../../system/package-record.ts';
import {
  type AudioSnapshot,
  audioName,
  audioProcess,
  type ProcessSnapshot,
  statuses,
} from '../processes/audio-snapshot.ts';
import type { MemoryUse } from '../processes/process-memory.ts';
import { ofBoxes } from './box-warnings.ts';
import { ofDevices } from './device-warnings.ts';
import { type Raised, warning } from './raised-warning.ts';

/** `memory`: the use of processes near their limit, by name. */
export function warningsOf(
  snapshot: AudioSnapshot,
  monotonicMs: number,
  boxes: readonly Box[] = [],
  memory: ReadonlyMap<string, MemoryUse> = new Map(),
): readonly Raised[] {
  return [
    ...[...memory].map(([name, use]) => ofMemory(name, use)),
    ...snapshot.processes.flatMap((process) => ofProcess(process, monotonicMs)),
    ...ofPackages(snapshot),
    ...ofVersions(snapshot),
    ...ofDevices(snapshot, boxes),
    ...ofBoxes(snapshot, boxes),
    ...ofSound(snapshot),
    ...statuses(snapshot).flatMap(({ warnings }) =>
      warnings.map(({ id, driver, text }) => {
        return warning(`driver-${driver}-${id}`, 'driver-notice', `${driver}: ${text}`, text, { driver });
      }),
    ),
  ];
}

function ofMemory(name: string, { usedMb, limitMb }: MemoryUse): Raised {
  const id = name === audioName ? 'audio-process-memory' : `${name}-memory`;
  const detail = `It uses ${usedMb} of the ${limitMb} MB that its service may have; at the limit the system ends it. A driver or a large file in media/ may take it.`;
  const title = `The process '${name}' runs out of memory`;
  return warning(id, 'process-memory', title, detail, { process: name, usedMb, limitMb });
}

function ofProcess(
  { name, lastCrash, isLinked, isSilent, trouble, foreign }: ProcessSnapshot,
  monotonicMs: number,
): Raised[] {
  const what = name === audioName ? 'audio process' : `process of ${name.replace(/^driver-/, '')}`;
  const id = name === audioName ? 'audio-process' : name;
  const raised: Raised[] = [];
  // The warning stands for as long as the crash counts.
  if (lastCrash && (!isLinked || monotonicMs - lastCrash.atMs < withinMs)) {
    const { how, driver, thread } = lastCrash;
    const where = driver === '' ? '' : ` It was in ${driver}${thread === '' ? '' : ` (thread ${thread})`}.`;
    const after = isLinked ? 'It runs again, and has got all settings.' : 'It is started again.';
    const detail = `It ended by ${how}.${where} ${after}`;
    const title = isLinked ? `The ${what} ended and was started again` : `The ${what} ended`;
    const severity = isLinked ? 'warning' : 'alarm';
    raised.push({ ...warning(id, 'process-ended', title, detail, { process: name, how, driver }), severity });
  }
  if (isSilent) {
    const isAudio = name === audioName;
    const detail = `It has not answered for two heartbeats: it hangs, or was stopped. ${isAudio ? 'The sound may have stopped with it.' : 'What it drives stays as it is.'}`;
    const severity = isAudio ? 'alarm' : 'warning';
    const title = `The ${what} does not answer`;
    raised.push({ ...warning(`${id}-silent`, 'process-silent', title, detail, { process: name }), severity });
  }
  if (trouble !== '') {
    raised.push(
      warning(`${id}-trouble`, 'process-trouble', `The ${what} can not be reached`, trouble, { process: name }),
    );
  }
  if (foreign !== undefined) {
    const detail = `It speaks version ${foreign} of the link and plays on untouched. To restart it: rowdesk stop, then rowdesk start.`;
    raised.push(
      warning('audio-incompatible', 'audio-incompatible', `The ${what} is of another version`, detail, { foreign }),
    );
  }
  return raised;
}

function ofPackages({ packages, refused, setAside, switchedOff, unbuilt, planned }: AudioSnapshot): Raised[] {
  const out = packages.flatMap(({ name }) => {
    const reason = setAside.get(name);
    const isAsMeant = switchedOff?.has(name) || unbuilt?.get(name)?.state === 'building';
    return reason === undefined || isAsMeant ? [] : [{ name, reason }];
  });
  const raised = [...refused, ...out].map(({ name, reason }) =>
    warning(`driver-${name}`, 'driver-set-aside', `The driver ${name} is set aside`, reason, { driver: name }),
  );
  if (planned.tiedMixers.length > 0) {
    const names = planned.tiedMixers.join(' and ');
    raised.push(warning('mixer-tie', 'mixer-tie', 'There are several mixers', `${names}: switch on one of them.`, {}));
  }
  return raised;
}

/** The desk attached to a process that runs earlier versions of packages: it plays on with what it has loaded. */
function ofVersions({ packages, processes, version }: AudioSnapshot): Raised[] {
  const older = processes.flatMap(({ hello, status }) => {
    const loaded = status?.packages.flatMap(({ name, version: running }) => {
      const installed = packages.find((each) => each.name === name)?.version;
      return installed === undefined || installed === running ? [] : [`${name} ${running}, installed is ${installed}`];
    });
    const own = hello && hello.version !== version ? [`rowdesk ${hello.version}, installed is ${version}`] : [];
    return [...own, ...(loaded ?? [])];
  });
  if (older.length === 0) return [];
  const detail = `Running: ${older.join('; ')}. To change over: rowdesk stop, then rowdesk start.`;
  return [
    { ...warning('audio-older', 'audio-older', 'The sound runs on earlier versions', detail, {}), severity: 'info' },
  ];
}

function ofSound(snapshot: AudioSnapshot): Raised[] {
  const status = audioProcess(snapshot)?.status;
  if (!status || status.plan === 0) return [];
  const { mixer, clock, devices, realTime } = status;
  const raised: Raised[] = [];
  if (mixer.state === 'failed') {
    raised.push({
      ...warning('audio-mixer', 'mixer-failed', 'The mixer can not be opened', mixer.reason, {}),
      severity: 'alarm',
    });
  }
  if (mixer.state === 'open' && mixer.clock === 'lost' && clock.driving !== '') {
    const detail = `${clock.driving} calls the mixer no more. The outputs are closed; they open when it has been steady for a second.`;
    raised.push({
      ...warning('audio-clock', 'clock-lost', 'The clock is lost', detail, { driving: clock.driving }),
      severity: 'alarm',
    });
  }
  if (mixer.state === 'open' && clock.driving === '') {
    const detail = 'Nothing is heard: no device is there that a driver, switched on, can use. /hardware says why.';
    raised.push({
      ...warning('audio-no-device', 'no-device', 'No device drives the mixer', detail, {}),
      severity: 'alarm',
    });
  }
  const driving = devices.find(({ id }) => id === clock.driving);
  if (driving?.fallback) {
    const detail = `No real device can be used, so ${clock.driving} keeps the desk running; nothing is heard.`;
    raised.push({
      ...warning('audio-stand-in', 'stand-in', 'A virtual stagebox stands in', detail, {}),
      severity: 'alarm',
    });
  }
  if (mixer.faultyStrips.length > 0) {
    const strips = mixer.faultyStrips.join(', ');
    const detail = `Their signal was not finite, and they are silent: ${strips}. To hear one again: mute it, then unmute it.`;
    raised.push(
      warning('audio-faulty-strips', 'faulty-strips', 'Strips with a fault', detail, { strips: mixer.faultyStrips }),
    );
  }
  const excess = (mixer.alignmentExcess ?? []).map(({ path, ms }) => ({ path, ms: Math.round(ms * 1000) / 1000 }));
  if (excess.length > 0) {
    const strips = excess.map(({ path, ms }) => `${path} by ${ms} ms`).join(', ');
    const detail = `Their longest path is longer than the others may wait: ${strips}. The others come early by as much. A higher limit of alignment, or less latency of processors on the longest path, aligns them.`;
    raised.push(warning('audio-alignment', 'alignment-excess', 'Strips are not aligned', detail, { excess }));
  }
  if (realTime.length > 0) {
    raised.push({
      ...warning('audio-real-time', 'real-time', 'Real-time set-up is incomplete', realTime.join('; '), {}),
      severity: 'info',
    });
  }
  return raised;
}
