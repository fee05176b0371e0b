// How long the way through the hardware of inserts takes: as it was measured, else as the drivers of its devices say.
import type { Audio, DeskReader } from 'rowdesk/provider';
import type { InsertItem, InsertLatency, MeasuredInsert } from './insert-contract.ts';
import { type InsertPlace, insertsOf, isSamePlace } from './inserts.ts';
import { resolved } from './ports.ts';

export const latenciesPath = '/patch/insertLatencies';

type Ways = Pick<Audio, 'clock' | 'devices'>;

export const measuredIn = (desk: DeskReader): readonly MeasuredInsert[] =>
  desk.has(latenciesPath) ? (desk.read(latenciesPath).measured as readonly MeasuredInsert[]) : [];

/** Of each place that is patched, once. */
export function insertLatencies(desk: DeskReader, audio: Audio): readonly InsertLatency[] {
  const items = insertsOf(desk).filter(({ leg = 'left' }) => leg === 'left');
  const measured = measuredIn(desk);
  return items.map((item) => {
    const own = measured.find((each) => isSamePlace(each, item) && isStillTrue(each, item, audio));
    const { strip, insert } = item;
    const devices = framesOfDevices(item, audio);
    const frames = own?.frames ?? devices ?? 0;
    return { strip, insert, frames, by: own !== undefined ? 'measured' : devices !== undefined ? 'devices' : 'none' };
  });
}

/** What was measured in place of what was measured there before. */
export function withMeasured(desk: DeskReader, own: MeasuredInsert): readonly MeasuredInsert[] {
  return [...measuredIn(desk).filter((each) => !isSamePlace(each, own)), own];
}

/** As it has to be noted to be known again. */
export function measuredAt(desk: DeskReader, place: InsertPlace, frames: number, { clock }: Ways): MeasuredInsert {
  const {
    strip,
    insert,
    sendPortId = '',
    returnPortId = '',
  } = {
    ...insertsOf(desk).find((item) => isSamePlace(item, place) && (item.leg ?? 'left') === 'left'),
    ...place,
  };
  return { strip, insert, sendPortId, returnPortId, frames, rate: clock.rate, quantum: clock.quantum };
}

/** Other ports, another rate and other blocks make another way. */
function isStillTrue(measured: MeasuredInsert, item: InsertItem, { clock }: Ways): boolean {
  return (
    measured.sendPortId === item.sendPortId &&
    measured.returnPortId === item.returnPortId &&
    measured.rate === clock.rate &&
    measured.quantum === clock.quantum
  );
}

/** Undefined where a device is not known. A block is full before it is computed. */
function framesOfDevices({ sendPortId, returnPortId }: InsertItem, audio: Audio): number | undefined {
  const deviceOf = (portId: string) => audio.devices.find(({ ports }) => ports.some(({ id }) => id === portId));
  const [out, back] = [deviceOf(resolved(sendPortId, audio)), deviceOf(returnPortId)];
  if (out === undefined || back === undefined) return undefined;
  return out.outputLatencyFrames + audio.clock.quantum + back.inputLatencyFrames;
}
