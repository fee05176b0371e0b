// What is wrong with the clock, from what is wanted and what drives. A refused rate and a lost clock are said where they
// are noticed: by convergence, and by the audio side.
import type { Audio, Warning } from 'rowdesk/provider';
import { type Ownership, paceOf } from './pace.ts';

export type Fault = Omit<Warning, 'since'>;

/** True while a rate is asked for and what drives runs at another; the applied rate is never taken from the request. */
export function rateNotApplied(rate: number | null, appliedHz: number): boolean {
  return rate !== null && rate !== 0 && rate !== appliedHz;
}

/** Whether the desk follows the reference that it should follow; nothing while no sound runs that could follow one. */
export function clockFaults(ownership: Ownership, audio: Audio): readonly Fault[] {
  if (audio.state === 'starting' || audio.state === 'stopped' || ownership.role === 'master') return [];
  const pace = paceOf(ownership, audio);
  if (!pace.flagged) return [];
  return [
    {
      id: 'clock-not-followed',
      title: 'The designated reference is not followed',
      titleCode: {
        code: 'clock-not-followed',
        params: { designated: ownership.designatedReference, owner: pace.paceOwner },
      },
      severity: 'warning',
      detail: pace.reason,
      path: '/clock/ownership/reference',
    },
  ];
}
