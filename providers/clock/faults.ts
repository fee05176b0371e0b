// The warnings about the clock: pure, from what is wanted and what drives.
import type { Audio, SeenValue, Warning } from 'rowdesk/provider';
import { type Ownership, paceOf } from './pace.ts';

export type Fault = Omit<Warning, 'since'>;

export interface Wanted {
  /** Hz; 0 and null ask for none. */
  readonly rate: number | null;
  readonly ownership: Ownership;
}

/** True while a rate is asked for and what drives runs at another; the applied rate is never taken from the request. */
export function rateNotApplied(rate: number | null, appliedHz: number): boolean {
  return rate !== null && rate !== 0 && rate !== appliedHz;
}

/**
 * What an operator should know now. `forced` is what the clock's target reported of the forced rate: a rate that is
 * merely on its way is no fault, a refused one is.
 */
export function clockFaults(wanted: Wanted, audio: Audio, forced: SeenValue | undefined): readonly Fault[] {
  if (audio.state === 'starting' || audio.state === 'stopped') return [];
  return [...paceFaults(wanted, audio), ...rateFaults(wanted.rate, audio, forced)];
}

function paceFaults({ ownership }: Wanted, audio: Audio): readonly Fault[] {
  const { grade } = audio.clock;
  const pace = paceOf(ownership, audio);
  if (grade === 'lost')
    return [fault('clock.lost', 'The clock is lost', 'alarm', `${pace.reason} The outputs are closed.`, '/clock', {})];
  if (grade === 'synthetic')
    return [fault('clock.synthetic', 'No device gives a clock', 'alarm', pace.reason, '/clock', {})];
  if (!pace.flagged) return [];
  const params = { designated: ownership.designatedReference, owner: pace.paceOwner };
  const path = '/clock/ownership/reference';
  return [
    fault('clock.not-followed', 'The designated reference is not followed', 'warning', pace.reason, path, params),
  ];
}

function rateFaults(rate: number | null, audio: Audio, forced: SeenValue | undefined): readonly Fault[] {
  const appliedHz = audio.clock.rate;
  if (!rateNotApplied(rate, appliedHz) || forced?.state !== 'refused') return [];
  const detail = `${rate} Hz is asked for, and the desk runs at ${appliedHz} Hz: ${forced.reason ?? 'it was refused'}.`;
  const params = { wantedHz: rate, appliedHz };
  return [fault('clock.rate-not-applied', 'The forced rate is not applied', 'warning', detail, '/clock/force', params)];
}

function fault(
  id: string,
  title: string,
  severity: Fault['severity'],
  detail: string,
  path: string,
  params: Readonly<Record<string, unknown>>,
): Fault {
  return { id, title, titleCode: { code: id, params }, severity, detail, path };
}
