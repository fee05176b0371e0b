import { type Audio, type Desk, Refusal, type Row, task } from 'rowdesk/provider';
import { kindLabels, type Layout, type StripRef, stripName, stripPath } from '../../console/index.ts';
import { params } from '../contract.ts';
import { howlReset, mostNotches } from '../howl-contract.ts';
import { type FixedNotch, fixedWith, howlPath, howlReportOf } from '../howl-reports.ts';
import { describe } from '../kinds.ts';
import type { Links } from '../links.ts';
import { stripAddresses } from '../strips.ts';
import { busOf } from '../writers.ts';

export interface HowlTasksNeeds {
  readonly layout: Layout;
  readonly links: Links;
  readonly audio: Audio;
  readonly desk: Desk;
}

/** The tasks of the protection against howling. Of a linked pair both strips are meant. */
export function howlTasks({ layout, links, audio, desk }: HowlTasksNeeds): readonly Row[] {
  const labels = { ...kindLabels, hrp: 'feedback protection' };
  const pairOf = (ref: StripRef) => [ref, links.linkedTo(ref, desk)].filter((each) => each !== undefined);
  const fixedOf = (ref: StripRef) => desk.read(howlPath(ref)).fixed as readonly FixedNotch[];
  const liveOf = (ref: StripRef) => howlReportOf(ref, desk.observed).notches.filter(({ fixed }) => !fixed).length;
  const lift = async (ref: StripRef) => {
    if (describe(ref.kind).hasInserts) await audio.call('mixer', 'resetHowl', { path: stripPath(ref) });
  };
  const writeFixed = (ref: StripRef, fixed: readonly FixedNotch[], actor: string, what: string) => {
    const name = stripName(ref);
    return desk.commit({
      actor,
      label: `${name} ${what}`,
      changes: [{ path: howlPath(ref), field: 'fixed', value: fixed }],
    });
  };
  return [
    task('/channel/{kind}/{index}/hrp/reset', {
      writers: 'bus',
      busOf,
      summary: 'Takes notches of a strip off: those placed by the detector, the fixed ones, or all',
      labels,
      params,
      addresses: stripAddresses(layout),
      extra: howlReset,
      run: async ({ kind, index }, { scope }, { actor }) => {
        const ref = { kind, index };
        const fixed = scope === 'live' ? 0 : fixedOf(ref).length;
        if (fixed > 0) await writeFixed(ref, [], actor, 'fixed notches off');
        let live = 0;
        for (const strip of scope === 'fixed' ? [] : pairOf(ref)) {
          live += liveOf(strip);
          await lift(strip);
        }
        return { outcome: 'applied', live, fixed };
      },
    }),
    task('/channel/{kind}/{index}/hrp/fix', {
      writers: 'bus',
      busOf,
      summary: 'Turns the live notches of a strip into fixed ones, in one commit: after a ring-out, before the show',
      labels,
      params,
      addresses: stripAddresses(layout),
      continuous: false,
      run: async ({ kind, index }, _extra, { actor }) => {
        const ref = { kind, index };
        const pair = pairOf(ref);
        const before = fixedOf(ref);
        const fixed = fixedWith(
          before,
          pair.map((strip) => howlReportOf(strip, desk.observed)),
        );
        if (fixed.length > mostNotches) {
          const detail = `${stripName(ref)} would have ${fixed.length} fixed notches; it has room for ${mostNotches}.`;
          throw new Refusal('conflict', detail, { reason: 'no-room', notches: fixed.length, most: mostNotches });
        }
        if (fixed.length > before.length) await writeFixed(ref, fixed, actor, 'live notches fixed');
        for (const strip of pair) if (liveOf(strip) > 0) await lift(strip);
        return {
          outcome: fixed.length > before.length ? 'applied' : 'unchanged',
          added: fixed.length - before.length,
          fixed,
        };
      },
    }),
  ];
}
