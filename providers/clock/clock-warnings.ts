// What is wrong with the clock, from what is wanted and what drives. A refused rate and a lost clock are said where they
// are noticed: by convergence, and by the audio side.
import type { Audio, Warning } from 'rowdesk/provider';
import { type Ownership, paceOf } from './pace.ts';

export type ClockWarning = Omit<Warning, 'since'>;

/** True while a rate is asked for and what drives runs at another; the applied rate is never taken from the request. */
export function rateNotApplied(rate: number | null, appliedHz: number): boolean {
  return rate !== null && rate !== 0 && rate !== appliedHz;
}

/**
 * Whether the desk follows the reference that it should follow, and whether what is designated is there; nothing while no
 * sound runs that could follow one.
 */
export function clockWarnings(ownership: Ownership, audio: Audio): readonly ClockWarning[] {
  if (audio.state === 'starting' || audio.state === 'stopped') return [];
  const pace = paceOf(ownership, audio);
  const { designatedReference } = ownership;
  if (ownership.role === 'master' || !pace.flagged) {
    return pace.designated && !pace.eligible ? [absent(designatedReference)] : [];
  }
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

function absent(designated: string): ClockWarning {
  return {
    id: 'clock-reference-absent',
    title: 'The designated reference is not there',
    titleCode: { code: 'clock-reference-absent', params: { designated } },
    severity: 'info',
    detail: `No reference of the id ${designated} can be followed now; /clock/references lists those there are.`,
    path: '/clock/ownership',
  };
}
