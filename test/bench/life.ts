// How long a start takes, how long each process takes to come back, what each holds in memory.
import { spawn } from 'node:child_process';
import { box, opening, patchThrough, settled, write } from '../harness/desk.ts';
import { removeFolder, run, type Service, temporaryFolder } from '../harness/service.ts';
import type { Checkout } from './checkout.ts';
import { residentMb } from './processes.ts';
import { type Figure, held, measured, median } from './report.ts';

const rounds = 5;
const restMs = 15_000;

/** Milliseconds from spawning the command to the first 200 of GET /console. */
async function firstAnswerMs({ cli }: Checkout): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const started = performance.now();
  const child = spawn(process.execPath, [cli, 'start', '--port', String(port), '--state', temporaryFolder()], {
    stdio: 'ignore',
  });
  for (;;) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/api/console`)).status === 200) break;
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const took = performance.now() - started;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  return took;
}

/** Milliseconds from spawning `rowdesk doctor` to its end, all checks made; what it finds fit or not is no matter here. */
async function doctorMs({ cli }: Checkout): Promise<number> {
  const state = temporaryFolder();
  const started = performance.now();
  const { stdout } = await run(['doctor', '--port', '0', '--state', state, '-o', 'json'], { cli });
  const took = performance.now() - started;
  removeFolder(state);
  const { findings } = JSON.parse(stdout) as { findings: readonly unknown[] };
  if (findings.length === 0) throw new Error('the doctor looked at nothing');
  return took;
}

/** Milliseconds from spawning `rowdesk get` to its end. */
async function getMs({ cli }: Checkout, { url }: Service): Promise<number> {
  const started = performance.now();
  const { code, stderr } = await run(['get', '/clock', '--url', url], { cli });
  if (code !== 0) throw new Error(`rowdesk get ended with ${code}: ${stderr}`);
  return performance.now() - started;
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) taken.push(await measure());
  return median(taken);
}

const audioPid = async (service: Service): Promise<number> =>
  (await service.until('/telemetry/rt', (row) => row.processId > 0)).processId;

export async function life(of: Checkout): Promise<Figure[]> {
  const figures = [
    measured(
      'time to first answer',
      await medianOf(() => firstAnswerMs(of)),
      ' ms',
      `median of ${rounds}, from spawn, new state folder, built`,
    ),
    held(
      'rowdesk doctor',
      (await medianOf(() => doctorMs(of))) / 1000,
      { most: 5 },
      ' s',
      `median of ${rounds}, from spawn to its end, the configuration that is shipped`,
    ),
  ];

  let service = await of.start();
  await opening(service);
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  figures.push(
    held(
      'rowdesk get /clock',
      await medianOf(() => getMs(of, service)),
      { most: 250 },
      ' ms',
      `median of ${rounds}, from spawn to its end`,
    ),
    measured(
      'control process: kill -9 to answering again, attached',
      await medianOf(async () => {
        await service.kill();
        const started = performance.now();
        service = await of.start({ state: service.state });
        await opening(service);
        return performance.now() - started;
      }),
      ' ms',
      `median of ${rounds}, start of the new one included`,
    ),
    measured(
      'audio process: kill -9 to all settings asserted and outputs open',
      await medianOf(async () => {
        const pid = await audioPid(service);
        const started = performance.now();
        process.kill(pid, 'SIGKILL');
        await service.until('/telemetry/rt', (row) => row.processId > 0 && row.processId !== pid);
        await opening(service);
        await settled(service);
        const took = performance.now() - started;
        // a package that crashes three times within five minutes is set aside; these crashes are ours
        await service.stop();
        service = await of.start({ state: service.state });
        await opening(service);
        return took;
      }),
      ' ms',
      `median of ${rounds}; 500 ms of it is the opening fade`,
    ),
  );
  // It returns what the start alone needed.
  await new Promise((resolve) => setTimeout(resolve, restMs));
  figures.push(
    held(
      'memory, control process',
      residentMb(service.child.pid as number),
      { most: 100 },
      ' MiB',
      'resident, 85 strips, 15 s after its start',
    ),
    measured('memory, audio process', residentMb(await audioPid(service)), ' MiB', 'resident, locked and prefaulted'),
  );
  await write(service, `/stagebox/${box}/inputs/1`, { signal: 'silence' });
  await service.stop();
  return figures;
}
