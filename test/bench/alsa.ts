// The desk on a faked sound card of its own, beside an empty client on another one: the driver of the card without a mixer.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FakedCard, fakedCardLacks, makeFakedCard } from '../../core/testing.ts';
import { until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { removeFolder, temporaryFolder } from '../harness/service.ts';
import type { Checkout } from './checkout.ts';
import { blockFrames, inputs, startDriven } from './driven-desk.ts';
import { threadMs } from './processes.ts';
import { type Figure, measured, rounded, shown } from './report.ts';

const outputs = 64;
const rate = 48_000;
/** The time of a thread comes in ticks of 10 ms. */
const seconds = 20;

export async function alsaCycles(of: Checkout): Promise<Figure[]> {
  const addon = join(of.root, 'hardware-drivers/alsa/build/Release/alsa.node');
  const lacks = existsSync(addon) ? fakedCardLacks() : addon;
  if (lacks !== '') return [shown('A cycle of ALSA', 'skipped', `for want of ${lacks}`)];
  // A desk finds all cards of a folder.
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const cardIn = (folder: string) => makeFakedCard({ folder, name: 'card', inputs, outputs, rates: [rate] });
  const [ofDesk, ofEmpty] = [cardIn(folders[0]), cardIn(folders[1])];
  const env = { ...ofDesk.environment };
  let client: ChildProcess | undefined;
  try {
    const service = await startDriven(of, { driver: 'alsa', device: 'alsa-card', outputs, env });
    const { processId } = (await service.get('/telemetry/rt')).body;
    const asked = { capture: 'card', playback: 'card', clockName: 'card', rateHz: rate };
    const settings = { ...asked, periodFrames: blockFrames, leadPeriods: 2 };
    const program = `const { Card } = require(${JSON.stringify(addon)});
      new Card(${inputs}, ${outputs}).open(${JSON.stringify(settings)}, () => {}); setInterval(() => {}, 1000)`;
    client = spawn(process.execPath, ['-e', program], { env: { ...process.env, ...ofEmpty.environment } });
    await until('the empty client', () => ofEmpty.figures().capture.periods > 0);
    const figures = await Promise.all([perCycle(processId, ofDesk), perCycle(client.pid as number, ofEmpty)]);
    await service.stop();
    const [desk, empty] = figures as [Cycle, Cycle];
    const how = (name: string, { us, count, xruns }: Cycle) =>
      `${name}: ${rounded(us)} us of ${count} cycles, ${xruns} xruns`;
    return [
      measured(
        'A cycle of ALSA beside an empty client, mean processor time',
        desk.us - empty.us,
        ' us',
        `faked cards, ${inputs} in, ${outputs} out, ${blockFrames} frames; ${how('the desk', desk)}; ${how('the empty client', empty)}, most of it the card's own`,
      ),
    ];
  } finally {
    client?.kill();
    for (const folder of folders) removeFolder(folder);
  }
}

interface Cycle {
  readonly us: number;
  readonly count: number;
  readonly xruns: number;
}

/** Of the thread that moves the frames of the card, conversion included. */
async function perCycle(processId: number, card: FakedCard): Promise<Cycle> {
  const look = () => ({ ms: threadMs(processId, 'rowdesk-audio'), ...card.figures().capture });
  const before = look();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const after = look();
  const count = after.periods - before.periods;
  return { us: ((after.ms - before.ms) * 1000) / count, count, xruns: after.xruns - before.xruns };
}
