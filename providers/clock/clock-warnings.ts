// What is wrong with the clock, from what is wanted and what drives. A refused rate and a lost clock are said where they
// are noticed: by convergence, and by the audio side.
import type { Audio, Warning } from 'rowdesk/provider';
import { type ClockView, clockFaultOf, devicesOf, synthetic } from './clock-view.ts';
import { type Ownership, type Pace, paceOf } from './pace.ts';
import { listReferences } from './references.ts';

export type ClockWarning = Omit<Warning, 'since'>;

/** True while a rate is asked for and what drives runs at another; the applied rate is never taken from the request. */
export function rateNotApplied(rate: number | null, appliedHz: number): boolean {
  return rate !== null && rate !== 0 && rate !== appliedHz;
}

/**
 * Clocks in holdover, whether the desk follows the reference that it should follow, and whether what is designated is there; nothing while no
 * sound runs that could follow one.
 */
export function clockWarnings(ownership: Ownership, state: Audio['state'], view: ClockView): readonly ClockWarning[] {
  if (state === 'starting' || state === 'stopped') return [];
  return [...holdovers(view), ...ofOwnership(ownership, view)];
}

/** Clocks that do not follow what they should, while sound goes on. */
function holdovers(view: ClockView): readonly ClockWarning[] {
  return listReferences(view).flatMap(({ id, label }): ClockWarning[] => {
    const fault = clockFaultOf(devicesOf(view.devices, id));
    if (fault === '') return [];
    return [
      {
        id: `clock-holdover-${id}`,
        title: `The clock of ${label} is lost; its sound goes on by holdover`,
        titleCode: { code: 'clock-holdover', params: { reference: id, label } },
        severity: 'warning',
        detail: fault,
        path: '/clock/references',
      },
    ];
  });
}

function ofOwnership(ownership: Ownership, view: ClockView): readonly ClockWarning[] {
  const pace = paceOf(ownership, view);
  const { designatedReference } = ownership;
  if (ownership.role === 'master' || !pace.flagged) {
    if (!pace.designated) return [];
    if (!pace.eligible) return [absent(designatedReference)];
    const isOther = ![designatedReference, synthetic, ''].includes(pace.paceOwner);
    return isOther ? [notDriving(designatedReference, pace)] : [];
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

/** A master runs by whatever drives: no fault, and not what was designated. */
function notDriving(designated: string, { paceOwner, lockDetail }: Pace): ClockWarning {
  return {
    id: 'clock-reference-not-driving',
    title: 'Another reference than the designated one drives',
    titleCode: { code: 'clock-reference-not-driving', params: { designated, owner: paceOwner } },
    severity: 'info',
    detail: lockDetail,
    path: '/clock/ownership/reference',
  };
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
