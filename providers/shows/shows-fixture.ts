// A desk that imports, whose files are read in this process, and a small scene with something of everything.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from 'rowdesk/provider';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import shows from './jobs.ts';

export const scene = [
  '#4.0# "Friday" "Second night" %000000000 1',
  '/config/chlink OFF ON OFF OFF OFF OFF OFF OFF OFF OFF OFF OFF OFF OFF OFF OFF',
  '/config/mute ON OFF OFF OFF OFF OFF',
  '/config/routing REC',
  '/config/routing/IN AN1-8 A1-8 UIN1-8 CARD1-8 AUX1-4',
  '/config/userrout/in 34 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0',
  '/config/userctrl/A CY',
  '/ch/01/config "Kick" 3 YEi 1',
  '/ch/01/delay ON  12.5',
  '/ch/01/preamp +3.5 ON ON 24  63',
  '/ch/01/gate ON EXP4 -45.5 30.0 1  502  983 0',
  '/ch/01/dyn ON COMP PEAK LIN -26.5 4.0 2 6.00 74 0.05  185 POST 0 80 OFF',
  '/ch/01/eq ON',
  '/ch/01/eq/1 LShv 124.7 +3.00 2.0',
  '/ch/01/eq/2 VEQ 4k53 -4.75 6.4',
  '/ch/01/mix ON -10.0 ON +24 OFF   -oo',
  '/ch/01/mix/01 ON -17.5 -30 PRE 0',
  '/ch/01/mix/02 OFF -20.0',
  '/ch/01/grp %00000101 %000010',
  '/ch/02/config "Snare" 1 RD 17',
  '/ch/03/config "Keys L" 1 BL 9',
  '/ch/03/mix ON  -5.0 ON -100 OFF   -oo',
  '/ch/04/config "Keys R" 1 BL 10',
  '/ch/04/mix ON  -5.0 ON +100 OFF   -oo',
  '/ch/40/mix ON   0.0',
  '/dca/1 ON  -3.0',
  '/dca/1/config "Drums" 1 RD',
  '/fx/1/source MIX13 MIX13',
  '/fx/1 PLAT',
  '/fx/1/par 25 2.40 60 5k74 25 0.0 83 7k2 0.95 25 50 30',
  '/outputs/main/01 1 POST OFF',
  '/outputs/main/02 4 PRE ON',
  '/headamp/000 +26.0 ON',
  '/headamp/032 +10.0 OFF',
  '/headamp/100 +10.0 ON',
];

const providers = ['console', 'channel', 'stagebox', 'patch', 'safety', 'history', 'scenes', 'sessions', 'shows'];

export async function importingDesk(): Promise<TestHost> {
  const desk = await startTestHost({ providers });
  desk.audio.jobs.answer = async ({ args }) => {
    try {
      return { ...(await shows.jobs.read(args)) };
    } catch (error) {
      // As the process of a job says it.
      throw new Refusal('conflict', (error as Error).message, { reason: 'job-failed' });
    }
  };
  return desk;
}

/** The row of the task once it has ended, or the refusal of its start. */
export async function imported(desk: TestHost, text: string | Uint8Array, extra: object = {}) {
  mkdirSync(join(desk.stateFolder, 'media'), { recursive: true });
  writeFileSync(join(desk.stateFolder, 'media', 'show.scn'), text);
  return runImport(desk, { file: 'show.scn', ...extra });
}

export async function runImport(desk: TestHost, extra: object) {
  const { status, body: started } = await desk.patch('/shows/import', { running: true, ...extra });
  if (status !== 200) return started;
  for (;;) {
    const { body } = await desk.get('/shows/import');
    if (!body.running) return body;
  }
}
