// Whether the desk is paced as its owner wants: the row /clock/ownership/reference.
import type { FieldsOf } from 'rowdesk/provider';
import type { ownership, referenceState } from './contract.ts';
import { type ClockView, listReferences, ratesOf, synthetic } from './references.ts';

export type Ownership = FieldsOf<typeof ownership>;
export type Pace = FieldsOf<typeof referenceState>;

/** Ids of references that may be designated: clocks whose device is there. */
export function eligibleReferences(audio: ClockView): readonly string[] {
  return listReferences(audio)
    .filter((reference) => reference.id !== synthetic && reference.grade !== 'lost')
    .map((reference) => reference.id);
}

export function paceOf(ownership: Ownership, audio: ClockView): Pace {
  const references = listReferences(audio);
  const reference = references.find((each) => each.id === ownership.designatedReference) ?? null;
  const owner = references.find((each) => each.driving);
  const reason = unlockedReason(ownership, owner?.id ?? '', eligibleReferences(audio));
  return {
    designated: ownership.designatedReference !== '',
    eligible: eligibleReferences(audio).includes(ownership.designatedReference),
    flagged: reason !== '' && !(ownership.role === 'follower' && ownership.freeRunOverride),
    lockDetail: owner ? `Paced by ${owner.label} at ${audio.clock.rate} Hz.` : 'Nothing paces the desk.',
    override: ownership.freeRunOverride,
    paceLocked: reason === '',
    paceOwner: owner?.id ?? '',
    rates: ratesOf(audio.devices, ownership.designatedReference),
    reason,
    reference,
  };
}

/** Why the pace is not as it should be, in words; '' when it is. */
function unlockedReason({ role, designatedReference }: Ownership, owner: string, eligible: readonly string[]): string {
  if (role === 'follower' && designatedReference === '')
    return 'The desk is to follow, and no reference is designated.';
  if (role === 'follower' && !eligible.includes(designatedReference))
    return `The designated reference ${designatedReference} is absent.`;
  if (owner === '') return 'No device gives a clock.';
  if (owner === synthetic) return 'No device gives a clock; the internal timer stands in.';
  if (role === 'follower' && owner !== designatedReference)
    return `${designatedReference} is designated, and ${owner} paces the desk.`;
  return '';
}
