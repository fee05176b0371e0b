// The bands of a strip's equaliser and its high-pass as the page shows them: where a finger has them, else as the desk has.
import { controlKind } from '../../control/control-kind.ts';
import type { Scale } from '../../control/scale.ts';
import { contractOf } from '../../desk/contracts.ts';
import { field } from '../../desk/field.ts';
import { fieldOf, isThere, rowOf } from '../../desk/rows.ts';
import { processorPath, rowsBelow } from '../parts.ts';
import { type Band, type BandType, bandDb, frequencies, highPassDb } from './response.ts';

export interface Handle {
  /** `H`, or the number of the band. */
  readonly name: string;
  readonly path: string;
  readonly isBand: boolean;
}

export const sampleRate = () => fieldOf<number>('/console', 'sampleRate').value || 48000;

/** The high-pass first, where the strip has one. */
export function handlesOf(path: string): readonly Handle[] {
  const highPass = `${processorPath(path, 'hpf')}/values`;
  const bands = rowsBelow(path, '/eq/bands/').filter((row) => /\d$/.test(row));
  return [
    ...(isThere(highPass) ? [{ name: 'H', path: highPass, isBand: false }] : []),
    ...bands.map((row) => ({ name: row.slice(row.lastIndexOf('/') + 1), path: row, isBand: true })),
  ];
}

const shown = <T>(path: string, name: string, otherwise: T): T => field<T>(path, name).shown.value ?? otherwise;

export const frequencyOf = ({ path }: Handle) => shown(path, 'frequencyHz', 1000);
export const typeOf = ({ path, isBand }: Handle): BandType =>
  isBand ? shown<BandType>(path, 'type', 'peak') : 'lowCut';
export const hasGain = (handle: Handle) => ['peak', 'lowShelf', 'highShelf'].includes(typeOf(handle));
export const gainOf = (handle: Handle) => (hasGain(handle) ? shown(handle.path, 'gainDb', 0) : 0);
export const qOf = ({ path, isBand }: Handle) => (isBand ? shown(path, 'q', 1) : 1);

export function isOn({ path, isBand }: Handle): boolean {
  if (isBand) return shown(path, 'enabled', false);
  return shown(path.slice(0, -'/values'.length), 'enabled', false);
}

/** dB of one handle at a frequency. */
export function handleDb(handle: Handle, hz: number): number {
  if (!isOn(handle)) return 0;
  if (!handle.isBand) return highPassDb(frequencyOf(handle), Number(shown(handle.path, 'slope', 18)), hz, sampleRate());
  return bandDb(bandOf(handle), hz, sampleRate());
}

/** A flat equaliser that is off goes on with the first gain of a band; one that was set and switched off stays off. */
export function switchOnFlat({ path, isBand }: Handle): void {
  const strip = path.slice(0, path.indexOf('/eq/'));
  if (!isBand || shown(`${strip}/eq`, 'enabled', true)) return;
  const changes = (handle: Handle) => handle.isBand && isOn(handle) && (!hasGain(handle) || gainOf(handle) !== 0);
  if (!handlesOf(strip).some(changes)) field<boolean>(`${strip}/eq`, 'enabled').move(true);
}

const bandOf = (handle: Handle): Band => ({
  ...{ enabled: isOn(handle), type: typeOf(handle), q: qOf(handle) },
  ...{ frequencyHz: frequencyOf(handle), gainDb: gainOf(handle) },
});

const points = 240;

/** dB of all that is switched on, from 20 Hz to 20 kHz. */
export function curveOf(path: string, handles: readonly Handle[]): readonly number[] {
  const isEqOn = shown(`${path}/eq`, 'enabled', false);
  const heard = handles.filter((handle) => isEqOn || !handle.isBand);
  return frequencies(points).map((hz) => heard.reduce((sum, handle) => sum + handleDb(handle, hz), 0));
}

/** Undefined while OPTIONS is unknown, or where the field is no number. */
export function scaleOf({ path }: Handle, name: string): Scale | undefined {
  const kind = controlKind(
    name,
    contractOf(path).value?.fields[name],
    {},
    {
      ...rowOf(path).value.row,
      type: field(path, 'type').shown.value,
    },
  );
  return kind.kind === 'knob' ? kind.scale : undefined;
}
