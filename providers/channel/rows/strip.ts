import { type Audio, follow, type Graph, type Limits, type Row, setting } from 'rowdesk/provider';
import { kindLabels, type Layout, type StripRef } from '../../console/index.ts';
import type { PatchEdges } from '../../patch/index.ts';
import { params, strip } from '../contract.ts';
import { exclusiveSolo } from '../exclusive-solo.ts';
import type { Links } from '../links.ts';
import { areas, labels, type StripSettings } from '../strip-settings.ts';
import { isPresent, mutedByOf, stripAddresses } from '../strips.ts';
import { busOf, writers } from '../writers.ts';

/** The strip itself: fader, mute, pan, what comes before them, and what it belongs to. */
export function stripRow(
  layout: Layout,
  settings: StripSettings,
  links: Links,
  { audio, graph, patch }: { readonly audio: Audio; readonly graph: Graph; readonly patch: PatchEdges },
): Row {
  const absent = absentSettings(settings);
  const soloed = exclusiveSolo(layout, links);
  return setting('/channel/{kind}/{index}', {
    writers,
    busOf,
    summary:
      'A strip: an input, a stereo input (aux), a monitor bus (mix), an effect, a matrix, the cue, a main or a group',
    labels: { ...kindLabels, ...labels },
    params,
    addresses: stripAddresses(layout),
    fields: strip(settings.schemas),
    writable: settings.all,
    defaults: ({ kind }) => settings.defaults(kind),
    limits: absent,
    computed: (at, desk, observed) => ({
      kind: at.kind,
      index: at.index,
      present: isPresent(at, patch, audio, desk, observed),
      mutedBy: mutedByOf(at, patch, desk, observed),
    }),
    implies: (change, desk, before) =>
      change.field === 'soloed'
        ? [...links.ofStrip(change, desk, before), ...soloed(change, desk, before)]
        : links.ofStrip(change, desk, before),
    watch: follow(audio, graph),
    target: Object.fromEntries(settings.ofMixer.map((setting) => [setting, 'mixer'])),
    area: areas,
    life: { soloed: 'momentary' },
    // A lock never keeps anyone from muting.
    lockable: { muted: false },
  });
}

/** What strips do not have, made once for all that lack the same. */
function absentSettings(settings: StripSettings): (ref: StripRef) => Limits {
  const made = new Map<string, Limits>();
  return (ref) => {
    const has = settings.at(ref);
    const key = `${ref.kind} ${has.length}`;
    let absent = made.get(key);
    if (absent === undefined) {
      const missing = settings.all.filter((field) => !has.includes(field));
      absent = Object.freeze(Object.fromEntries(missing.map((field) => [field, false as const])));
      made.set(key, absent);
    }
    return absent;
  };
}
