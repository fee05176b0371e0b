import { type Desk, type Row, type Time, task, until } from 'rowdesk/provider';
import type { PatchEdges } from '../../patch/index.ts';
import { settingsPath } from '../contract.ts';
import { settingsOf } from '../engaging.ts';
import { patchOf } from './vsc.ts';

/** How long the mixer is waited for. */
const mostEjectMs = 2_000;

export interface EjectNeeds {
  readonly desk: Desk;
  readonly edges: Pick<PatchEdges, 'live'>;
  readonly time: Time;
}

/** `/vsc/eject`: strips hear their sources again. The take stays loaded, and paused where it was. */
export function ejectRow({ desk, edges, time }: EjectNeeds): Row {
  const isDone = () => desk.observed.matches(settingsPath, 'engaged');
  const eject = async (actor: string) => {
    const wasEngaged = settingsOf(desk).engaged;
    const changes = [{ path: settingsPath, field: 'engaged', value: false }];
    await desk.commit({ actor, label: 'Virtual soundcheck ended', changes });
    const isEnded = await until(isDone, { sources: [desk.observed], time, timeoutMs: mostEjectMs });
    return { outcome: isEnded ? 'applied' : 'unverified', wasEngaged, patch: patchOf(edges, desk) };
  };
  return task('/vsc/eject', {
    summary: 'Ends the virtual soundcheck: strips hear what is patched, exactly as before',
    run: (_at, _extra, run) => run.ready(eject(run.actor)),
  });
}
