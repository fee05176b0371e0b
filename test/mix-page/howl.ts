// Howl protection with a live notch. A tone begins as a howl does; one that goes on whatever the notch does is music, so that it ends
// before that is known.
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '../harness/service.ts';

const socket = '/stagebox/virtual-32x16/inputs/2';

/** Puts the tone on this input, again and again until a notch is there. */
export async function howl({ get, patch }: Service, input: string): Promise<void> {
  const isNotched = async () =>
    (await get(`${input}/hrp/report`)).body.notches.some(({ fixed }: { fixed: boolean }) => !fixed);
  await patch(input, { sourceId: 'virtual-32x16:in-2' });
  await patch(`${input}/hrp`, { enabled: true, mode: 'suppress', fixed: [] });
  for (let tries = 0; tries < 6 && !(await isNotched()); tries++) {
    await patch(socket, { signal: 'silence' });
    await pause(1_000);
    await patch(socket, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
    for (let looks = 0; looks < 20 && !(await isNotched()); looks++) await pause(100);
  }
  await patch(socket, { signal: 'silence' });
}
