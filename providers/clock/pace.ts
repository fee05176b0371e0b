// Whether the desk is paced as its owner wants: the row /clock/ownership/reference.
import type { FieldsOf } from 'rowdesk/provider';
import {
  type ClockView,
  clockFaultOf,
  devicesAt,
  devicesOf,
  type Reference,
  serverWith,
  synthetic,
} from './clock-view.ts';
import type { ownership, referenceState } from './contract.ts';
import { listReferences, ratesOf } from './references.ts';
import { notChosen } from './server-drivers.ts';

export type Ownership = FieldsOf<typeof ownership>;
export type Pace = FieldsOf<typeof referenceState>;

/** Ids of references that may be designated: clocks whose device is there, and drivers of servers that the desk is at. */
export function eligibleReferences(view: ClockView): readonly string[] {
  return eligible(listReferences(view), view).map(({ id }) => id);
}

export function paceOf(ownership: Ownership, view: ClockView): Pace {
  const { designatedReference, role } = ownership;
  const references = listReferences(view);
  const reference = references.find(({ id }) => id === designatedReference) ?? null;
  const owner = references.find(({ driving }) => driving);
  const isEligible = eligible(references, view).some(({ id }) => id === designatedReference);
  const other =
    isEligible && owner && owner.id !== designatedReference ? otherOwner(designatedReference, owner, view) : '';
  const fault = clockFaultOf(devicesOf(view.devices, designatedReference));
  const reason = unlockedReason(ownership, owner, isEligible, fault, other);
  const paced = owner ? `Paced by ${owner.label} at ${view.clock.rate} Hz.` : 'Nothing paces the desk.';
  return {
    designated: designatedReference !== '',
    eligible: isEligible,
    flagged: reason !== '' && !(role === 'follower' && ownership.freeRunOverride),
    lockDetail: other === '' ? paced : `${paced} ${other}`,
    override: ownership.freeRunOverride,
    paceLocked: reason === '',
    paceOwner: owner?.id ?? '',
    rates: ratesOf(view, designatedReference),
    reason,
    reference,
  };
}

function eligible(references: readonly Reference[], { graph, devices }: ClockView): readonly Reference[] {
  return references.filter(({ id, grade }) => {
    const server = serverWith(graph, id);
    const isReachable = server === undefined || devicesAt(devices, server).some(({ present }) => present);
    return id !== synthetic && grade !== 'lost' && isReachable;
  });
}

/** In words: another reference than the designated one paces the desk, and why, where a server says. */
function otherOwner(designated: string, owner: Reference, { graph }: ClockView): string {
  const server = serverWith(graph, designated);
  const isOfServer = server?.drivers.some(({ node }) => node === owner.id);
  if (!server || !isOfServer) return `${designated} is designated, and ${owner.id} paces the desk.`;
  const own = server.drivers.find(({ node }) => node === designated)?.priority;
  const chosen = notChosen({ node: owner.id, priority: owner.priority });
  return `${designated} (priority ${own}) is designated, and ${server.label} chooses: ${chosen}.`;
}

/** Why the pace is not as it should be, in words; '' when it is. `fault`: of the designated reference. */
function unlockedReason(
  { role, designatedReference }: Ownership,
  owner: Reference | undefined,
  isEligible: boolean,
  fault: string,
  other: string,
): string {
  if (role === 'follower' && designatedReference === '')
    return 'The desk is to follow, and no reference is designated.';
  if (role === 'follower' && !isEligible) {
    return fault === ''
      ? `The designated reference ${designatedReference} is absent.`
      : `The designated reference ${designatedReference} is lost: ${fault}`;
  }
  if (owner === undefined) return 'No device gives a clock.';
  if (owner.id === synthetic) return 'No device gives a clock; the internal timer stands in.';
  if (owner.grade === 'lost') return `${owner.label} goes on by holdover: ${owner.reason}`;
  return role === 'follower' ? other : '';
}
