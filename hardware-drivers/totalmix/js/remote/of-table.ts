// The channels of a device by its register table: TotalMix FX counts them alike.
import type { DeviceTable } from '../sysex/table.ts';
import type { RemoteChannels } from './channels.ts';

/** As TotalMix FX shows gains. */
const gainStepDb = 0.5;

export function channelsOfTable({ name, inputs, outputs, mix }: DeviceTable): RemoteChannels {
  return {
    model: name,
    // TotalMix FX has a playback channel for each output, also where the registers have no mix.
    playbacks: mix?.playbacks ?? outputs.channels.length,
    inputs: inputs.channels.map(({ label, connector, gainDb, has = [], referenceLevels }) => ({
      label,
      connector,
      ...(gainDb && { gainDb: { minimum: gainDb[0], maximum: gainDb[1], step: gainStepDb } }),
      hasPhantom: has.includes('phantom'),
      hasPad: (has as readonly string[]).includes('pad'),
      hasInstrument: has.includes('hiZ'),
      hasAutoset: has.includes('autoset'),
      ...(referenceLevels && { referenceLevels }),
    })),
    outputs: outputs.channels.map(({ label, connector, referenceLevels }) => ({
      label,
      connector,
      ...(referenceLevels && { referenceLevels }),
    })),
  };
}
