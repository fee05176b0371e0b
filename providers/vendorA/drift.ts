// What the device has beside what the desk wants of it.
import type { DeskReader, ObservedReader, OwnFields } from 'rowdesk/provider';
import type { ControlArea } from './contract.ts';
import { isSet } from './settings.ts';
import type { TotalMix } from './total-mix.ts';

/** One value that was set, and what the device says of it. */
export interface Compared {
  readonly path: string;
  readonly field: string;
  readonly area: ControlArea;
  readonly wanted: unknown;
  /** As the device said it last; null where it says nothing. */
  readonly observed: unknown;
  readonly readable: boolean;
  readonly agrees: boolean;
  /** Why the device refuses it, '' where it does not. */
  readonly refusal: string;
}

/** Names are no sound, and a policy is the desk's own: they drift nowhere. */
const areaOfField = new Map<string, ControlArea>([
  ...['gainDb', 'sensDb', 'pad', 'autoset', 'hiZ', 'referenceLevel'].map((field) => [field, 'gain'] as const),
  ['phantom', 'phantom'],
  ['clockSource', 'clock'],
  ...['levelDb', 'pan', 'muted', 'polarityInverted', 'stereo', 'msProcessing', 'loopback'].map(
    (field) => [field, 'routing'] as const,
  ),
]);

/** Every value of the device that was set, beside its last report. Reads are recorded where the readers record. */
export function compare(totalMix: TotalMix, desk: DeskReader, observed: ObservedReader): readonly Compared[] {
  // What a device had before it went is no news of it.
  if (totalMix.reason !== '') return [];
  return totalMix.paths().flatMap((path) => comparedAt(path, totalMix.own, desk, observed));
}

function comparedAt(path: string, own: OwnFields, desk: DeskReader, observed: ObservedReader): readonly Compared[] {
  if (!desk.has(path)) return [];
  const found: Compared[] = [];
  const values = desk.read(path);
  for (const field in values) {
    const wanted = values[field];
    const area = isSet(wanted) ? areaOfField.get(field) : undefined;
    if (area === undefined || own.has(path, field)) continue;
    const reading = observed.read(path, field);
    if (reading === undefined) continue;
    found.push({
      ...{ path, field, area, wanted, observed: reading.value ?? null },
      readable: reading.state !== 'unverified',
      // Equal values need no tolerance, and most are.
      agrees: (reading.state === 'applied' && wanted === reading.value) || observed.matches(path, field),
      refusal: reading.state === 'refused' ? (reading.reason ?? 'the device refuses it') : '',
    });
  }
  return found;
}

/** What is not as wanted, or can't be read; first what can. */
export function driftIn(compared: readonly Compared[]): readonly Compared[] {
  const open = compared.filter(({ agrees }) => !agrees);
  return [...open.filter(({ readable }) => readable), ...open.filter(({ readable }) => !readable)];
}
