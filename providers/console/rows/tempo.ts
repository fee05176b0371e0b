import { type Desk, type Drivers, Refusal, type Row, setting, type Time, task } from 'rowdesk/provider';
import { tempo } from '../contract.ts';
import { MixerRow } from '../mixer-row.ts';
import { Taps } from '../taps.ts';

const tempoPath = '/console/bpm';

/** The tempo, and how it is tapped. */
export function tempoRows(desk: Desk, drivers: Drivers, time: Time): readonly Row[] {
  const mixer = new MixerRow(drivers, tempoPath);
  const range = mixer.range('bpm');
  const taps = new Taps(range);
  return [
    setting(tempoPath, {
      writers: 'mix',
      summary: 'The tempo',
      labels: { bpm: 'BPM' },
      fields: tempo(mixer),
      writable: ['bpm'],
      ...mixer.limits(['bpm']),
      target: 'mixer',
      area: 'tempo',
    }),
    task('/console/bpm/tap', {
      writers: 'mix',
      summary: 'Each run is a tap; from the second on the tempo is that of the taps',
      run: async (_at, _extra, { actor }) => {
        const tapped = taps.tap(time.monotonicMs());
        if (tapped === undefined) {
          throw new Refusal('conflict', `This tap comes sooner than ${range.maximum} bpm allow; it does not count.`, {
            reason: 'too-soon',
          });
        }
        const { bpm, taps: count } = tapped;
        if (bpm === undefined) return { bpm: desk.read(tempoPath).bpm, taps: count };
        const changes = [{ path: tempoPath, field: 'bpm', value: bpm }];
        const { durable } = await desk.commit({ actor, label: 'Tempo', changes });
        return { outcome: 'applied', bpm, taps: count, durable };
      },
    }),
  ];
}
