// What the device has beside what the desk wants of it.
import type { DeskReader, ObservedReader } from 'rowdesk/provider';
import type { ControlArea } from './contract.ts';
import { rootPath } from './paths.ts';
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

const areaOfField: Readonly<Record<string, ControlArea>> = {
  ...{ gainDb: 'gain', sensDb: 'gain', pad: 'gain', autoset: 'gain', hiZ: 'gain', referenceLevel: 'gain' },
  phantom: 'phantom',
  clockSource: 'clock',
};
/** Names are no sound, and what the device does not control is not its own. */
const routing = ['levelDb', 'pan', 'muted', 'polarityInverted', 'stereo', 'msProcessing', 'loopback'];

/** Undefined for a field that drifts nowhere: a name, the policy itself. */
export function areaOf(path: string, field: string): ControlArea | undefined {
  if (routing.includes(field)) return path === rootPath ? undefined : 'routing';
  return Object.hasOwn(areaOfField, field) ? areaOfField[field] : undefined;
}

/** Every value of the device that was set, beside its last report. Reads are recorded where the readers record. */
export function compare(totalMix: TotalMix, desk: DeskReader, observed: ObservedReader): readonly Compared[] {
  if (totalMix.device?.present !== true) return [];
  return totalMix.paths().flatMap((path) => comparedAt(path, desk, observed));
}

function comparedAt(path: string, desk: DeskReader, observed: ObservedReader): readonly Compared[] {
  if (!desk.has(path)) return [];
  const found: Compared[] = [];
  for (const [field, wanted] of Object.entries(desk.read(path))) {
    const area = areaOf(path, field);
    if (area === undefined || !isSet(wanted)) continue;
    const reading = observed.read(path, field);
    if (reading === undefined) continue;
    found.push({
      ...{ path, field, area, wanted, observed: reading.value ?? null },
      readable: reading.state !== 'unverified',
      agrees: observed.matches(path, field),
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
