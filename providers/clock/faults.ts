// The warnings about the clock: pure, from what is wanted and what drives. That a forced rate is refused is said by
// convergence, as of every value that a target refuses.
import type { Audio, Warning } from 'rowdesk/provider';
import { type Ownership, paceOf } from './pace.ts';

export type Fault = Omit<Warning, 'since'>;

/** True while a rate is asked for and what drives runs at another; the applied rate is never taken from the request. */
export function rateNotApplied(rate: number | null, appliedHz: number): boolean {
  return rate !== null && rate !== 0 && rate !== appliedHz;
}

/** What an operator should know now; nothing while there is no sound at all, which is a warning of its own. */
export function clockFaults(ownership: Ownership, audio: Audio): readonly Fault[] {
  if (audio.state === 'starting' || audio.state === 'stopped') return [];
  const { grade } = audio.clock;
  const pace = paceOf(ownership, audio);
  if (grade === 'lost') {
    const detail = `${pace.reason} The outputs are closed.`;
    return [fault('clock-lost', 'The clock is lost', 'alarm', detail, '/clock', { driving: audio.clock.driving })];
  }
  if (grade === 'synthetic')
    return [fault('clock-synthetic', 'No device gives a clock', 'alarm', pace.reason, '/clock', {})];
  if (!pace.flagged) return [];
  const params = { designated: ownership.designatedReference, owner: pace.paceOwner };
  const title = 'The designated reference is not followed';
  return [fault('clock-not-followed', title, 'warning', pace.reason, '/clock/ownership/reference', params)];
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
