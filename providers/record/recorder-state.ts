// What the recorder and the mixer report of /record.
import type { Drivers, FieldsOf, ObservedReader } from 'rowdesk/provider';
import { ofMixer, ofRecorder, recordPath, type reported } from './contract.ts';

export type Reported = FieldsOf<typeof reported>;
export interface RecorderState extends Reported {
  readonly state: 'absent' | 'off' | 'ready' | 'recording';
  readonly fault: string;
}

const nothing: Reported = {
  ...{ takeId: '', elapsedS: 0, freeSpaceMb: 0, remainingS: 0, bufferFillPercent: 0, dropouts: 0 },
  ...{ bytesPerSecond: 0, reserveS: 0 },
};

/** `absentReason`: why there is no recorder. */
export function recorderState(observed: ObservedReader, absentReason: () => string): RecorderState {
  const value = (field: string) => observed.read(recordPath, field)?.value;
  const state = value('state') as RecorderState['state'] | undefined;
  if (state === undefined) return { ...nothing, state: 'absent', fault: absentReason() };
  const facts = Object.fromEntries(
    Object.entries(nothing).map(([field, otherwise]) => [field, value(field) ?? otherwise]),
  );
  const fault = (value('fault') as string | undefined) || refusals(observed);
  return { ...(facts as unknown as Reported), state, fault };
}

/** Settings that mixer or recorder refuse, with their reasons. */
function refusals(observed: ObservedReader): string {
  const reasons = [...ofMixer, ...ofRecorder].flatMap((field) => {
    const reading = observed.read(recordPath, field);
    return reading?.state === 'refused' ? [`${field}: ${reading.reason}`] : [];
  });
  return [...new Set(reasons)].join('; ');
}

/** Why no recorder reports, in words. */
export function whyAbsent({ choices }: Pick<Drivers, 'choices'>): string {
  const recorder = choices.find(({ kind, chosen }) => kind === 'recorder' && chosen);
  const other = recorder ?? choices.find(({ kind }) => kind === 'recorder');
  if (other === undefined) return 'There is no recorder: its driver is not switched on in providers.config.json.';
  if (other.state === 'starting' || other.state === 'running') return 'The recorder is starting.';
  return `The recorder is absent: ${other.reason || other.state}`;
}
