import { type Audio, type DeskReader, follow, type Row, type Rows, view } from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../../console/index.ts';
import { processorPath } from '../chain-addresses.ts';
import { capability, params } from '../contract.ts';
import { carriesSound, describe } from '../kinds.ts';
import type { Preamp, Preamps } from '../preamps.ts';
import type { Processors } from '../processors.ts';
import { sendsOf } from '../sends.ts';
import type { StripSetting, StripSettings } from '../strip-settings.ts';
import { type StripAddresses, stripAddresses } from '../strips.ts';

const noRange = { min: 0, max: 0, step: 0, unit: 'dB' } as const;
const preampTemplate = '/channel/{kind}/{index}/preamp';

export interface CapabilityNeeds {
  readonly layout: Layout;
  readonly settings: StripSettings;
  readonly processors: Processors;
  readonly preamps: Preamps;
  readonly audio: Audio;
  readonly rows: Rows;
  /** All rows below strips, this one among them. */
  readonly siblings: () => readonly Row[];
}

/** What a strip can do: all of it is derived from the rows that it has and their contracts. */
export function capabilityRow(needs: CapabilityNeeds): Row {
  const { layout, processors, preamps, audio, rows, siblings } = needs;
  return view('/channel/{kind}/{index}/capability', {
    summary: 'What a strip can do now',
    params,
    addresses: stripAddresses(layout),
    fields: capability,
    get: (at, desk) => {
      // What stands in the places of its chain decides which rows there are, and its source which preamp.
      for (const { processorId } of processors.chain(at.kind)) desk.read(processorPath({ ...at, processorId }));
      const preamp = preampAt(at, desk, preamps);
      const known = siblings()
        .filter(({ template }) => template !== preampTemplate || preamp !== undefined)
        .flatMap((row) => addressesAt(row, at));
      const writable = known.flatMap((path) =>
        Object.entries(rows.options(path).fields)
          .filter(([, { access }]) => access === 'rw')
          .map(([field]) => `${path}.${field}`),
      );
      return { features: featuresAt(at, needs, preamp, desk), known, writable, gainRange: rangeOf(preamp) };
    },
    watch: follow(audio, (changed) => processors.onHosted(changed)),
  });
}

function preampAt(ref: StripRef, desk: DeskReader, preamps: Preamps): Preamp | undefined {
  return describe(ref.kind).hasSource ? preamps.of(desk.read(stripPath(ref)).sourceId, desk) : undefined;
}

/** The addresses that a row has below one strip. */
function addressesAt({ template, addresses }: Row, ref: StripRef): readonly string[] {
  const places = (addresses as StripAddresses | undefined)?.of(ref) ?? [];
  return places.map((at) => template.replace(/\{(\w+)\}/g, (_all, name) => String(at[name as keyof StripRef])));
}

function featuresAt(
  ref: StripRef,
  { layout, processors, settings }: Pick<CapabilityNeeds, 'layout' | 'processors' | 'settings'>,
  preamp: Preamp | undefined,
  desk: DeskReader,
): readonly string[] {
  const has = (setting: StripSetting) => settings.of(ref.kind).includes(setting);
  // A place where nothing may stand is no feature.
  const places = processors
    .chain(ref.kind)
    .filter((slot) => processors.choicesAt(ref.kind, slot).some((plugin) => plugin !== ''));
  const chain = [...new Set(places.map(({ kind }) => kind))];
  const isSounding = carriesSound(ref.kind);
  const features = {
    delay: isSounding,
    hrp: describe(ref.kind).hasInserts,
    sends: sendsOf(ref, layout).length > 0,
    pan: has('pan'),
    preamp: preamp !== undefined,
    phantom: preamp?.names.phantom !== undefined,
    pad: preamp?.names.pad !== undefined,
    meter: isSounding,
    spectrum: isSounding,
    record: isSounding && desk.has('/record'),
  };
  const own = Object.entries(features).flatMap(([feature, isThere]) => (isThere ? [feature] : []));
  return [...(has('trimDb') ? ['trim'] : []), ...chain, ...own];
}

function rangeOf(preamp: Preamp | undefined) {
  const { minimum, maximum, multipleOf } = preamp?.gain ?? {};
  if (minimum === undefined || maximum === undefined) return noRange;
  return { min: Number(minimum), max: Number(maximum), step: Number(multipleOf ?? 0), unit: 'dB' as const };
}
