import { type Audio, type Limits, type Row, setting } from 'rowdesk/provider';
import { type Layout, type StripKind, stripKinds } from '../../console/index.ts';
import {
  params,
  restingLevelDb,
  type StripSetting,
  settingsOf,
  startsInMain,
  strip,
  stripSettings,
} from '../contract.ts';
import { isPresent, mutedByOf, stripAddresses, stripPath } from '../strips.ts';

const all = Object.keys(stripSettings) as StripSetting[];

const absentOf = Object.fromEntries(
  stripKinds.map((kind) => {
    const absent = all.filter((field) => !settingsOf[kind].includes(field));
    return [kind, Object.fromEntries(absent.map((field) => [field, false]))];
  }),
) as Readonly<Record<StripKind, Limits>>;

/** The strip itself: fader, mute, pan and what comes before them. */
export function stripRow(layout: Layout, audio: Audio): Row {
  return setting('/channel/{kind}/{index}', {
    summary: 'A strip',
    params,
    addresses: stripAddresses(layout),
    fields: strip,
    writable: all,
    defaults: ({ kind }) => ({ levelDb: restingLevelDb[kind], mainAssigned: startsInMain(kind) }),
    limits: ({ kind }) => absentOf[kind],
    computed: (at, desk, seen) => ({
      kind: at.kind,
      index: at.index,
      present: isPresent(desk.read(stripPath(at)).sourceId, audio),
      mutedBy: mutedByOf(at, desk, seen),
    }),
    watch: (_at, changed) => audio.onChange(changed),
    target: {
      levelDb: 'mixer',
      muted: 'mixer',
      pan: 'mixer',
      trimDb: 'mixer',
      polarityInverted: 'mixer',
      mainAssigned: 'mixer',
      sourceId: 'mixer',
    },
    area: {
      name: 'name',
      colour: 'name',
      levelDb: 'fader',
      muted: 'mute',
      pan: 'pan',
      trimDb: 'trim',
      polarityInverted: 'trim',
      mainAssigned: 'routing',
      sourceId: 'patch',
    },
    // A lock never keeps anyone from muting.
    lockable: { muted: false },
  });
}
