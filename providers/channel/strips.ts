// The addresses of strips and of the rows below them, and what every row of a strip asks of them.
import type { Addresses, Audio, DeskReader, Fields, ObservedReader } from 'rowdesk/provider';
import { type Layout, type StripKind, type StripRef, stripPath } from '../console/index.ts';
import type { PatchEdges } from '../patch/index.ts';
import { carriesSound } from './kinds.ts';

/** The strip that an address below /channel is of, and the rest of it: `/sends/mix/1`, or nothing. */
export function stripOf(path: string): { readonly ref: StripRef; readonly rest: string } {
  const [, , kind, index, ...rest] = path.split('/');
  return {
    ref: { kind: kind as StripKind, index: Number(index) },
    rest: rest.map((segment) => `/${segment}`).join(''),
  };
}

/** The addresses of a row below strips: those of each strip, so that a strip can be asked for its own. */
export interface StripAddresses<A extends StripRef = StripRef> extends Addresses<A> {
  of(ref: StripRef): readonly A[];
}

/** `of` lists what one strip has; `has` is asked for strips that exist only. */
export function belowStrips<A extends StripRef>(
  layout: Layout,
  of: (ref: StripRef) => readonly A[],
  has: (at: A) => boolean,
  watch?: (changed: () => void) => () => void,
): StripAddresses<A> {
  return {
    of,
    has: (at) => layout.has(at.kind, at.index) && has(at),
    list: () => layout.all().flatMap(of),
    ...(watch === undefined ? {} : { watch }),
  };
}

/** Rows that every strip has; a DCA's meter has no leg, and its clip light is never on. */
export const stripAddresses = (layout: Layout): StripAddresses =>
  belowStrips(
    layout,
    (ref) => [ref],
    () => true,
  );

/** Rows of strips of some kinds. */
export const addressesOfKinds = (layout: Layout, isOne: (kind: StripKind) => boolean): StripAddresses =>
  belowStrips(
    layout,
    (ref) => (isOne(ref.kind) ? [ref] : []),
    ({ kind }) => isOne(kind),
  );

/** Without a report of the mixer: what the strip itself says, and that outputs are not open. */
const whileMuted = { ownOnly: Object.freeze(['mute']), andNotOpen: Object.freeze(['mute', 'startup']) };
const whileOpen = { ownOnly: Object.freeze([]), andNotOpen: Object.freeze(['startup']) };

/**
 * Why a strip is silent: as the mixer reports, and the stageboxes at both ends. A mixer that has not reported has not opened its outputs either; of a DCA
 * and of a mute group, which have no sound of their own, it reports nothing.
 */
export function mutedByOf(
  ref: StripRef,
  patch: PatchEdges,
  desk: DeskReader,
  observed: ObservedReader,
): readonly string[] {
  const path = stripPath(ref);
  const reported = observed.read(path, 'mutedBy')?.value as readonly string[] | undefined;
  if (reported === undefined) {
    const { ownOnly, andNotOpen } = desk.read(path).muted ? whileMuted : whileOpen;
    return carriesSound(ref.kind) ? andNotOpen : ownOnly;
  }
  const isHeld = reported.includes('stagebox');
  return !isHeld && patch.isSilencedByBox(ref, desk, observed) ? [...reported, 'stagebox'] : reported;
}

/** The port that a strip hears, '' for none. */
const heardSource = ({ sourceSelected, sourceId, spareSourceId }: Fields): string =>
  ((sourceSelected === 'spare' ? spareSourceId : sourceId) as string | undefined) ?? '';

/** True when the mixer runs and the port that the strip hears, if any, is there; a take needs no port. */
export function isPresent(
  ref: StripRef,
  patch: PatchEdges,
  audio: Audio,
  desk: DeskReader,
  observed: ObservedReader,
): boolean {
  if (audio.state !== 'running' && audio.state !== 'degraded') return false;
  const heard = heardSource(desk.read(stripPath(ref)));
  return heard === '' || patch.isPlayed(ref, observed) || patch.isThere(heard);
}
