import { type Audio, type FieldsOf, type Limits, type Row, setting } from 'rowdesk/provider';
import { kindLabels, type Layout, type StripKind, type StripRef, stripKinds, stripPath } from '../../console/index.ts';
import type { PatchEdges } from '../../patch/index.ts';
import { params, type StripSetting, type StripSettings, strip } from '../contract.ts';
import { exclusiveSolo } from '../exclusive-solo.ts';
import { allSettings, describe } from '../kinds.ts';
import type { Links } from '../links.ts';
import { isPresent, mutedByOf, settingsAt, stripAddresses } from '../strips.ts';

const toMixer = Object.fromEntries(
  allSettings.filter((setting) => setting !== 'name' && setting !== 'colour').map((setting) => [setting, 'mixer']),
);

/** What a strip of each kind begins with: the same object for all of a kind, so that their contracts are made once. */
const resting = Object.fromEntries(
  stripKinds.map((kind) => {
    const { restingLevelDb, startsInMain = false } = describe(kind);
    return [kind, { levelDb: restingLevelDb, mainAssigned: startsInMain }];
  }),
) as Readonly<Record<StripKind, Partial<FieldsOf<Pick<StripSettings, StripSetting>>>>>;

/** The strip itself: fader, mute, pan, what comes before them, and what it belongs to. */
export function stripRow(
  layout: Layout,
  settings: StripSettings,
  links: Links,
  { audio, patch }: { readonly audio: Audio; readonly patch: PatchEdges },
): Row {
  const absent = absentSettings(layout);
  const soloed = exclusiveSolo(layout, links);
  return setting('/channel/{kind}/{index}', {
    summary:
      'A strip: an input, a stereo input (aux), a monitor bus (mix), an effect, a matrix, the cue, a main or a group',
    labels: {
      ...kindLabels,
      dcas: 'DCAs',
      mainAssigned: 'to main',
      muted: 'mute',
      polarityInverted: 'polarity',
      soloed: 'solo',
      sourceId: 'source',
      sourceSelected: 'main or spare source',
      spareSourceId: 'spare source',
    },
    params,
    addresses: stripAddresses(layout),
    fields: strip(settings),
    writable: allSettings,
    defaults: ({ kind }) => resting[kind],
    limits: absent,
    computed: (at, desk, observed) => ({
      kind: at.kind,
      index: at.index,
      present: isPresent(desk.read(stripPath(at)), audio),
      mutedBy: mutedByOf(at, patch, desk, observed),
    }),
    implies: (change, desk, before) =>
      change.field === 'soloed'
        ? [...links.ofStrip(change, desk, before), ...soloed(change, desk, before)]
        : links.ofStrip(change, desk, before),
    watch: (_at, changed) => audio.onChange(changed),
    target: toMixer,
    area: {
      name: 'name',
      colour: 'name',
      levelDb: 'fader',
      muted: 'mute',
      pan: 'pan',
      trimDb: 'trim',
      polarityInverted: 'trim',
      stereoLink: 'link',
      mainAssigned: 'routing',
      owner: 'routing',
      base: 'routing',
      dcas: 'groups',
      muteGroups: 'groups',
      sourceId: 'patch',
      spareSourceId: 'patch',
      sourceSelected: 'patch',
    },
    life: { soloed: 'momentary' },
    // A lock never keeps anyone from muting.
    lockable: { muted: false },
  });
}

/** What strips do not have, made once for all that lack the same. */
function absentSettings(layout: Layout): (ref: StripRef) => Limits {
  const made = new Map<string, Limits>();
  return (ref) => {
    const has = settingsAt(ref, layout);
    const key = `${ref.kind} ${has.length}`;
    let absent = made.get(key);
    if (absent === undefined) {
      const missing = allSettings.filter((field) => !has.includes(field));
      absent = Object.freeze(Object.fromEntries(missing.map((field) => [field, false as const])));
      made.set(key, absent);
    }
    return absent;
  };
}
