// What gives sound: the inputs of all devices, by names of one's own, and who hears them.
import {
  Audio,
  Desk,
  type DeskReader,
  defineProvider,
  Faults,
  follow,
  Graph,
  Listeners,
  setting,
  Time,
  view,
} from 'rowdesk/provider';
import { PatchEdges } from '../patch/index.ts';
import { meter, source, sourceId, sources as sourcesFields } from './contract.ts';
import { type HotInput, InputLevels } from './input-levels.ts';
import { SourceNames } from './source-names.ts';
import { type Source, Sources } from './sources.ts';

export { type HotInput, InputLevels } from './input-levels.ts';
export { type NamesOfSources, SourceNames } from './source-names.ts';

const silenceDb = -144;
/** A converter's highest number is a little below 0 dBFS. */
const fullScaleDb = -0.01;

export default defineProvider({
  name: 'source',
  needs: { audio: Audio, desk: Desk, faults: Faults, graph: Graph, time: Time, edges: PatchEdges.token },
  offers: { levels: InputLevels.token, names: SourceNames.token },
  services: ({ audio, faults, time }) => ({
    levels: new InputLevels(audio, time, faults),
    names: new SourceNames(new Listeners(faults, 'a listener of names of sources')),
  }),
  rows: ({ audio, desk: committed, time, graph, edges, offered: { levels, names } }) => {
    const sources = new Sources({ audio, desk: committed, time, graph, edges, names });
    const addresses = sources.addresses();
    const listed = (desk: DeskReader, hot: readonly HotInput[]) => {
      const users = sources.users(desk);
      return {
        sources: sources.kept(desk, users).map((each) => ({
          ...factsOf(each),
          label: labelOf(each, desk),
          usedBy: users.get(each.id) ?? [],
          hot: hot.some(({ portId }) => portId === each.id),
        })),
      };
    };
    return [
      view('/source', {
        summary:
          'What gives sound, and which strips hear it; what is absent stays while a strip hears it or it has a label or a colour',
        fields: sourcesFields,
        atMostEveryMs: 100,
        get: (_at, desk) => {
          const hot = levels.read();
          return hot instanceof Promise ? hot.then((later) => listed(desk, later)) : listed(desk, hot);
        },
        watch: follow(sources, (changed) => levels.watch(changed)),
      }),
      setting('/source/{id}', {
        summary: 'A source, and what it is called here',
        params: { id: sourceId },
        addresses,
        fields: source,
        writable: ['label', 'colour'],
        life: 'site',
        computed: ({ id }, desk) => ({
          ...factsOf(sources.get(id) as Source),
          usedBy: sources.users(desk).get(id) ?? [],
        }),
        watch: follow(sources),
      }),
      view('/source/{id}/meter', {
        summary: 'How loud a source is, whether a strip hears it or not',
        params: { id: sourceId },
        addresses,
        fields: meter,
        onDemand: true,
        counts: 'meters',
        get: ({ id }) => {
          const peaks = levels.peaks();
          return peaks instanceof Promise ? peaks.then((later) => meterOf(later.get(id))) : meterOf(peaks.get(id));
        },
        watch: (_at, changed) => levels.watchPeaks(changed),
      }),
    ];
  },
});

/** Of the mixer, as a meter shows it. */
function meterOf(levelDb = silenceDb) {
  const shownDb = Math.round(Math.max(silenceDb, levelDb) * 100) / 100;
  return { levelDb: shownDb, clip: shownDb >= fullScaleDb };
}

function factsOf({ id, device, port, connector, present, kind }: Source) {
  return { id, device, port, connector, present, kind };
}

function labelOf({ id, name }: Source, desk: DeskReader): string {
  return (desk.read(`/source/${id}`).label as string) || name;
}
