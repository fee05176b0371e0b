// The strips of the desk.
import {
  Areas,
  Audio,
  Desk,
  Drivers,
  defineProvider,
  Faults,
  Graph,
  Listeners,
  type Row,
  Rows,
  stopAll,
  Time,
  Validators,
  Warnings,
} from 'rowdesk/provider';
import { Layout } from '../console/index.ts';
import { PatchEdges } from '../patch/index.ts';
import { HostedPlugins } from '../plugins/index.ts';
import { warnOfReferences } from './align-references.ts';
import { warnOfDryPlugins } from './dry-plugins.ts';
import { warnOfGoneParameters } from './gone-parameters.ts';
import { warnOfHowling } from './howl-warnings.ts';
import { InsertChoices } from './insert-choices.ts';
import { Links } from './links.ts';
import { ChannelMeters } from './meters.ts';
import { warnOfMissingPlugins } from './missing-plugins.ts';
import { pairValidator } from './pair-validator.ts';
import { Preamps } from './preamps.ts';
import { Processors } from './processors.ts';
import { alignRow } from './rows/align.ts';
import { capabilityRow } from './rows/capability.ts';
import { chainRow } from './rows/chain.ts';
import { channelRow } from './rows/channel.ts';
import { clipRow } from './rows/clip.ts';
import { colourRow } from './rows/colour.ts';
import { equaliserRows } from './rows/equaliser.ts';
import { howlRows } from './rows/howl.ts';
import { howlTasks } from './rows/howl-tasks.ts';
import { insertLatencyRow } from './rows/insert-latency.ts';
import { insertStatusRow } from './rows/insert-status.ts';
import { keyRow } from './rows/key.ts';
import { measurementRow } from './rows/measurement.ts';
import { meterRow } from './rows/meter.ts';
import { parameterRow } from './rows/parameter.ts';
import { preampRow } from './rows/preamp.ts';
import { presetRow } from './rows/preset.ts';
import { processorRow } from './rows/processor.ts';
import { propertyRow } from './rows/property.ts';
import { readingsRow } from './rows/readings.ts';
import { sendRow } from './rows/send.ts';
import { sortBandsRow } from './rows/sort-bands.ts';
import { speakerAlignRow } from './rows/speaker-align.ts';
import { spectrumRow } from './rows/spectrum.ts';
import { stateRow } from './rows/state.ts';
import { stripRow } from './rows/strip.ts';
import { valuesRow } from './rows/values.ts';
import { warnOfSilentHardware } from './silent-hardware.ts';
import { StripMoves } from './strip-moves.ts';
import { StripSettings } from './strip-settings.ts';
import { Swaps } from './swaps.ts';

export { carriesSound, legsOf, partnerOf } from './kinds.ts';
export type { Levels, StripLevels } from './levels.ts';
export { ChannelMeters } from './meters.ts';
export { type Preamp, Preamps } from './preamps.ts';
export { Processors } from './processors.ts';
export { sendPath, sendsOf } from './sends.ts';
export { type LeftOut, type MovesPlan, type StripMove, StripMoves } from './strip-moves.ts';
export { mutedByOf } from './strips.ts';

export default defineProvider({
  name: 'channel',
  needs: {
    ...{ layout: Layout, areas: Areas, audio: Audio, desk: Desk, drivers: Drivers, faults: Faults, graph: Graph },
    ...{ rows: Rows, time: Time, validators: Validators, warnings: Warnings },
  },
  // Without plugins of others the inserts stay empty.
  optionalNeeds: { plugins: HostedPlugins.token },
  offers: { inserts: InsertChoices.token, meters: ChannelMeters.token, moves: StripMoves.token },
  services: ({ areas, audio, desk, drivers, faults, layout, plugins, time }) => ({
    inserts: new InsertChoices({
      ...{ layout, desk, drivers, faults, plugins },
      listeners: new Listeners(faults, 'a listener of inserts'),
    }),
    meters: new ChannelMeters(audio, { time, faults }),
    moves: new StripMoves(areas, layout),
  }),
  rows: ({ layout, audio, desk, drivers, faults, graph, rows, time, offered: { inserts, meters } }) => {
    const settings = new StripSettings(layout, drivers);
    const processors = new Processors(drivers.processors, inserts);
    const preamps = new Preamps(audio, rows);
    const links = new Links(layout, processors, settings);
    const ofStrips: readonly Row[] = [
      stripRow(layout, settings, links, { audio, graph, patch: new PatchEdges({ audio, graph, layout }) }),
      sendRow(layout, links, drivers),
      preampRow(layout, preamps, audio),
      capabilityRow({ layout, settings, processors, preamps, audio, rows, siblings: () => ofStrips }),
      chainRow(layout, processors, audio),
      processorRow(layout, processors, links, new Swaps(processors, links)),
      valuesRow(layout, processors, links),
      stateRow(layout, processors),
      keyRow(layout, processors, links, drivers),
      parameterRow(layout, processors, desk),
      propertyRow(layout, processors, desk, audio),
      insertStatusRow(layout, processors, audio, drivers),
      insertLatencyRow(layout, processors, links),
      readingsRow(layout, processors),
      presetRow({ layout, links, processors, audio, desk }),
      ...equaliserRows(layout, processors),
      sortBandsRow(layout, processors, desk),
      alignRow(layout, links, drivers),
      measurementRow(layout, audio, desk),
      speakerAlignRow(layout, links, drivers),
      ...howlRows(layout, links),
      ...howlTasks({ layout, links, audio, desk }),
      meterRow(layout, processors, meters),
      spectrumRow(layout, audio, { time, faults }),
      clipRow(layout, audio, desk),
      colourRow(layout),
    ];
    return [channelRow(layout, settings, desk), ...ofStrips];
  },
  start: ({ audio, desk, layout, offered: { inserts }, rows, time, validators, warnings }) => {
    return stopAll(
      inserts.start(),
      warnOfMissingPlugins(inserts, desk, warnings),
      warnOfGoneParameters(inserts, desk, warnings),
      warnOfDryPlugins({ inserts, desk, rows, audio, time, warnings }),
      warnOfSilentHardware({ desk, rows, warnings }),
      validators.use(pairValidator(layout)),
      warnOfReferences(layout, desk, warnings),
      warnOfHowling(layout, desk, rows, warnings),
    );
  },
});
