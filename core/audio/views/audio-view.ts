// The state of the sound, its clock and its devices, as providers see them. Pure.
import { type DeviceDescription, type DiscoveredModel, type DriverManifest, isWithoutPorts } from '../../driver.ts';
import type { Audio, ClockState, Device, RealTimeFigures } from '../../services.ts';
import { scoreOf } from '../discovery/choice.ts';
import { virtualTransport } from '../discovery/models.ts';
import type { Status } from '../link/shapes.ts';
import { type AudioSnapshot, audioProcess, statuses } from '../processes/audio-snapshot.ts';

export function stateOf(snapshot: AudioSnapshot): Pick<Audio, 'state' | 'reason'> {
  const process = audioProcess(snapshot);
  if (snapshot.isStopped) return { state: 'stopped', reason: 'the desk stops' };
  if (!process) return { state: 'stopped', reason: 'no mixer is switched on' };
  if (process.stopped !== '') return { state: 'stopped', reason: `the audio process was ended: ${process.stopped}` };
  if (process.foreign !== undefined) {
    return { state: 'degraded', reason: `the audio process speaks version ${process.foreign} of the link` };
  }
  if (process.trouble !== '') return { state: 'degraded', reason: `the audio process: ${process.trouble}` };
  if (process.isSilent) return { state: 'degraded', reason: 'the audio process does not answer' };
  const { status } = process;
  if (!status || status.plan === 0) {
    if (process.lastCrash) return { state: 'degraded', reason: 'the audio process is started again' };
    return { state: 'starting', reason: 'the audio process starts' };
  }
  const { mixer, clock, devices } = status;
  if (mixer.state === 'failed') return { state: 'degraded', reason: `the mixer can not be opened: ${mixer.reason}` };
  if (mixer.state === 'none') return { state: 'degraded', reason: 'there is no mixer' };
  if (clock.driving === '') return { state: 'degraded', reason: 'no device drives the mixer' };
  if (mixer.clock === 'lost') return { state: 'degraded', reason: `${clock.driving} gives no clock` };
  const driving = devices.find(({ id }) => id === clock.driving);
  if (driving?.fallback)
    return { state: 'degraded', reason: `${clock.driving} stands in for a device that is not there` };
  if (!mixer.isOpen) return { state: 'starting', reason: 'the outputs are not open yet' };
  return { state: 'running', reason: '' };
}

export function clockOf(snapshot: AudioSnapshot): ClockState {
  const status = audioProcess(snapshot)?.status;
  if (!status) return { rate: 0, quantum: 0, supportedRates: [], driving: '', grade: 'lost' };
  return { ...status.clock, grade: gradeOf(status) };
}

function gradeOf({ mixer, clock, devices }: Status): ClockState['grade'] {
  if (mixer.state !== 'open') return 'lost';
  const driving = devices.find(({ id }) => id === clock.driving);
  if (!driving || mixer.clock === 'lost' || driving.fallback) return 'synthetic';
  const { transport, clockGrade } = driving.description ?? {};
  if (clockGrade !== undefined) return clockGrade;
  if (transport === virtualTransport) return 'internal';
  return transport === 'netaudio' ? 'network' : 'device';
}

/** `remembered`: as devices described themselves when they were last open, in this run of the control process. */
export function devicesOf(
  snapshot: AudioSnapshot,
  remembered: ReadonlyMap<string, DeviceDescription>,
): readonly Device[] {
  const models = snapshot.planned.models.filter(
    ({ model }) => !isServer(snapshot, model) && !hasNoPorts(snapshot, model),
  );
  const servers = new Set(
    snapshot.planned.models.filter((each) => !models.includes(each)).map(({ model }) => model.id),
  );
  const reported = statuses(snapshot).flatMap(({ devices }) => devices.filter(({ id }) => !servers.has(id)));
  const open = reported.flatMap(({ id, driver, state, description }): Device[] =>
    description && (state === 'open' || state === 'driving' || state === 'joined')
      ? [{ ...asOfDesk(id, description), id, driver, present: !description.away, joined: state === 'joined' }]
      : [],
  );
  const ids = new Set(open.map(({ id }) => id));
  // A process that starts again has not opened its devices yet.
  const { audioDevices, controlDevices } = snapshot.planned;
  const plannedDevices = [...audioDevices, ...[...controlDevices.values()].flat()];
  const wasUsed = ({ id }: DiscoveredModel) =>
    remembered.has(id) && plannedDevices.some(({ model }) => model.id === id);
  const absent = models
    .filter(({ model, isConfigured, isThere }) => isConfigured || !isThere || wasUsed(model))
    .filter(({ model }) => !ids.has(model.id))
    .map(({ model }): Device => {
      const { id, label, transport, model: name } = model;
      const known = remembered.get(id);
      const driver = snapshot.planned.choices.find((choice) => choice.model.id === id)?.chosen?.driver ?? '';
      const unknown = { ports: [], inputLatencyFrames: 0, outputLatencyFrames: 0, clockId: '', supportedRates: [] };
      const described = known === undefined ? unknown : closed(asOfDesk(id, known));
      return { ...{ label, model: name, transport }, ...described, id, driver, present: false, joined: false };
    });
  return [...open, ...absent].sort((a, b) => rank(snapshot, a.id) - rank(snapshot, b.id));
}

/** Why no sound came from the open device, or its clock was at fault, says nothing of the closed one. */
function closed({ away: _, clockFault: _fault, ...description }: DeviceDescription): DeviceDescription {
  return description;
}

/** A model that is an audio server beside the mixer: a graph, and no device of the desk. */
export function isServer(snapshot: Pick<AudioSnapshot, 'packages'>, model: DiscoveredModel): boolean {
  return isOnlyFor(snapshot, model, ({ kind, audio }) => kind === 'graph' && !audio);
}

/** A model whose drivers give no sound: its device is one of preamps, or a server. */
export function hasNoSound(snapshot: Pick<AudioSnapshot, 'packages'>, model: DiscoveredModel): boolean {
  return isOnlyFor(snapshot, model, ({ audio }) => !audio);
}

/** A model of a recorder or a network: no device of the desk. */
export function hasNoPorts(snapshot: Pick<AudioSnapshot, 'packages'>, model: DiscoveredModel): boolean {
  return isOnlyFor(snapshot, model, ({ kind }) => isWithoutPorts(kind));
}

/** True when some drivers match the model, and all of them are of this sort. */
function isOnlyFor(
  { packages }: Pick<AudioSnapshot, 'packages'>,
  model: DiscoveredModel,
  isOfSort: (manifest: DriverManifest) => boolean,
): boolean {
  const matching = packages.filter(
    ({ manifest }) => manifest.kind !== 'mixer' && scoreOf(manifest.matches, model) !== undefined,
  );
  return matching.length > 0 && matching.every(({ manifest }) => isOfSort(manifest));
}

/** Within a device ports have ids of their own; the desk's are `device:port`. */
function asOfDesk(id: string, description: DeviceDescription): DeviceDescription {
  return { ...description, ports: description.ports.map((port) => ({ ...port, id: `${id}:${port.id}` })) };
}

/** In the order of the configuration, others after. */
function rank({ planned }: AudioSnapshot, id: string): number {
  const place = planned.models.findIndex(({ model }) => model.id === id);
  return place < 0 ? planned.models.length : place;
}

export function realTimeOf(snapshot: AudioSnapshot): RealTimeFigures | undefined {
  const process = audioProcess(snapshot);
  if (!process?.figures) return undefined;
  const { blockMaxUs: _, lastXrunMs, joined: _joined, ...figures } = process.figures;
  const lastXrunAt = lastXrunMs > 0 ? new Date(lastXrunMs).toISOString() : '';
  return { ...figures, lastXrunAt, processId: process.hello?.processId ?? 0 };
}
