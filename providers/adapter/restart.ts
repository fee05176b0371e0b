// A driver lets go of its devices and gets them again.
import { type DeskReader, type Drivers, type Fields, Refusal, type TaskRun, type Time, until } from 'rowdesk/provider';
import type { Adapters } from './adapters.ts';
import { obey } from './switches.ts';

const timeoutMs = 10_000;

export interface RestartNeeds {
  readonly adapters: Adapters;
  readonly desk: DeskReader;
  readonly drivers: Drivers;
  readonly time: Time;
}

/** Rejects with Refusal `target-refused` when it doesn't let go, or doesn't come back. */
export async function restart(
  id: string,
  run: TaskRun,
  { adapters, desk, drivers, time }: RestartNeeds,
): Promise<Fields> {
  const had = adapters.get(id)?.state;
  const reached = async (isReached: () => boolean, words: string) => {
    const isInTime = await until(isReached, { sources: [drivers], time, timeoutMs });
    if (!isInTime) throw new Refusal('target-refused', `${id} ${words}`, { adapter: id });
  };
  const state = () => adapters.get(id)?.state;
  run.progress(0, 2, 'letting go');
  drivers.switchOff(id, 'it is started again');
  try {
    await reached(() => state() === 'absent', 'does not let its devices go within 10 s');
  } finally {
    obey(id, desk, drivers);
  }
  run.progress(1, 2, 'coming back');
  // One that had nothing has nothing to come back to.
  if (had !== 'absent') {
    await reached(
      () => state() === 'running' || state() === 'degraded',
      'does not come back within 10 s; see its reason',
    );
  }
  return { outcome: 'applied' };
}
