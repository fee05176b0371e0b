// Inputs in a row that are subscribed in one step.
import type { TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { announce, id, root, sessionOf, startDesk, streamOf, turns } from './netaudio-double.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startDesk({ providers: ['stagebox', 'history', 'netaudio'] });
});
afterEach(() => desk.close());

const own = `${root}/${id}`;

describe('many at once', () => {
  const start = async (order: object) => {
    const answer = await desk.patch(`${own}/subscribe`, { running: true, ...order });
    await turns();
    return answer;
  };
  const subscriptions = async () =>
    Promise.all([1, 2, 3, 4].map(async (n) => (await desk.get(`${own}/rx/${n}`)).body.subscription.txChannelLabel));

  test('inputs are subscribed in one step, and undone in one', async () => {
    await announce(desk, sessionOf({ streams: [streamOf(['Vox', 'Vox', 'Keys'])] }));
    expect((await start({ txDevice: 'stage-left', firstRx: 2, count: 3 })).status).toBe(200);
    expect(await subscriptions()).toEqual(['', 'Stage/1', 'Stage/2', 'Keys']);
    expect((await desk.get('/history')).body.entries).toMatchObject([
      { label: 'aes67 subscribed to stage-left', count: 3 },
    ]);
    await desk.patch('/history/cursor/undo', { running: true });
    await turns();
    expect(await subscriptions()).toEqual(['', '', '', '']);
    await start({ txDevice: 'stage-left', stream: 'Stage', firstChannel: 3 });
    expect(await subscriptions()).toEqual(['Keys', '', '', '']);
    await start({ count: 2 });
    expect(await subscriptions()).toEqual(['', '', '', '']);
  });

  test.each([
    [{ txDevice: 'foh' }, 'No device called foh is announced.'],
    [{ txDevice: 'stage-left', stream: 'Monitors' }, 'stage-left has no stream called Monitors.'],
    [{ txDevice: 'stage-left', count: 3 }, 'Channels 1 to 3 are asked for, and Stage has 2.'],
    [{ txDevice: 'stage-left', firstRx: 8, count: 2 }, 'Inputs 8 to 9 are asked for, and aes67 has 8.'],
  ])('%j is refused with what there is', async (order, words) => {
    await announce(desk, sessionOf());
    const refused = await start(order);
    expect([refused.status, refused.body.detail]).toEqual([409, words]);
  });
});
