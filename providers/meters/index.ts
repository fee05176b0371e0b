// The levels of all strips at once.
import { defineProvider, view } from 'rowdesk/provider';
import { ChannelMeters, type Levels, type StripLevels } from '../channel/index.ts';
import { Layout, type StripRef, stripPath } from '../console/index.ts';
import { fields } from './contract.ts';

export default defineProvider({
  name: 'meters',
  needs: { layout: Layout, meters: ChannelMeters.token },
  rows: ({ layout, meters }) => {
    const shown = (levels: Levels) => ({
      levels: layout.all().flatMap((strip) => {
        const own = levels.of(stripPath(strip));
        return own === undefined ? [] : [levelOf(strip, own)];
      }),
      at: levels.at,
    });
    return [
      view('/meters', {
        summary: 'The levels of all strips, the highest since the last event',
        fields,
        onDemand: true,
        continuous: true,
        counts: 'meters',
        get: () => {
          const levels = meters.read();
          return levels instanceof Promise ? levels.then(shown) : shown(levels);
        },
        watch: (_at, changed) => meters.watch(changed),
      }),
    ];
  },
});

/** A hundredth of a dB is more than anybody sees, and a third of the bytes. */
const round = (level: number) => Math.round(level * 100) / 100;

function levelOf({ kind, index }: StripRef, levels: StripLevels) {
  return {
    kind,
    index,
    preDb: levels.preDb.map(round),
    postDb: levels.postDb.map(round),
    grDb: round(levels.reductionDb),
    clip: levels.clipped,
  };
}
