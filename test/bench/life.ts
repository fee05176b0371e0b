// How long a start takes, how long each process takes to come back, what each holds in memory.
import { spawn } from 'node:child_process';
import { box, opening, patchThrough, settled, write } from '../harness/desk.ts';
import { cli, type Service, startService, temporaryFolder } from '../harness/service.ts';
import { residentMb } from './processes.ts';
import { type Figure, median, rounded, shown } from './report.ts';

const rounds = 5;

/** Milliseconds from spawning the command to the first 200 of GET /console. */
async function firstAnswerMs(): Promise<number> {
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

async function times(measure: () => Promise<number>): Promise<string> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) taken.push(await measure());
  return `${rounded(median(taken))} ms`;
}

const audioPid = async (service: Service): Promise<number> =>
  (await service.until('/telemetry/rt', (row) => row.processId > 0)).processId;

export async function life(): Promise<Figure[]> {
  const figures = [
    shown(
      'time to first answer',
      await times(firstAnswerMs),
      `median of ${rounds}, from spawn, new state folder, built`,
    ),
  ];

  let service = await startService();
  await opening(service);
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  figures.push(
    shown(
      'control process: kill -9 to answering again, attached',
      await times(async () => {
        await service.kill();
        const started = performance.now();
        service = await startService({ state: service.state });
        await opening(service);
        return performance.now() - started;
      }),
      `median of ${rounds}, start of the new one included`,
    ),
    shown(
      'audio process: kill -9 to all settings asserted and outputs open',
      await times(async () => {
        const pid = await audioPid(service);
        const started = performance.now();
        process.kill(pid, 'SIGKILL');
        await service.until('/telemetry/rt', (row) => row.processId > 0 && row.processId !== pid);
        await opening(service);
        await settled(service);
        const took = performance.now() - started;
        // a package that crashes three times within five minutes is set aside; these crashes are ours
        await service.stop();
        service = await startService({ state: service.state });
        await opening(service);
        return took;
      }),
      `median of ${rounds}; 500 ms of it is the opening fade`,
    ),
    shown(
      'memory, control process',
      `${rounded(residentMb(service.child.pid as number))} MiB`,
      'resident, 85 strips, after the above',
    ),
    shown(
      'memory, audio process',
      `${rounded(residentMb(await audioPid(service)))} MiB`,
      'resident, locked and prefaulted',
    ),
  );
  await write(service, `/stagebox/${box}/inputs/1`, { signal: 'silence' });
  await service.stop();
  return figures;
}
