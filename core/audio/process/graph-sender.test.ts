import { expect, test } from 'vitest';
import { FakeTime } from '../../testing/fake-time.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import { GraphSender } from './graph-sender.ts';

test('changes within 20 ms are sent once, and equal graphs are not sent again', () => {
  const time = new FakeTime();
  const sent: string[] = [];
  let rate = 48000;
  let reads = 0;
  const graph = { reason: '', nodes: [], links: [], driving: '', quantum: 64, forcedRate: null };
  const reading = new GraphSender(
    (): GraphReports => {
      reads += 1;
      return [{ device: '', driver: 'mixer', snapshot: { ...graph, rate } }];
    },
    time,
    ({ graphs }) => sent.push(graphs.map(({ snapshot }) => snapshot.rate).join()),
  );
  for (let change = 0; change < 100; change++) reading.look();
  expect(sent).toEqual([]);
  time.advance(50);
  expect([sent, reads]).toEqual([['48000'], 1]);
  reading.look();
  time.advance(50);
  expect([sent, reads]).toEqual([['48000'], 2]);
  rate = 96000;
  reading.look();
  reading.stop();
  time.advance(50);
  expect(sent).toEqual(['48000']);
  reading.look();
  time.advance(50);
  expect(sent).toEqual(['48000', '96000']);
});
