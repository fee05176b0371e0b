// A long show in short: 100 watchers, 100 writes per second, scenes and undo at random, the sound running; what both processes
// hold must stay as it is.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, held, shown } from '../bench/report.ts';
import { opening, patchThrough, write } from '../harness/desk.ts';
import { removeFolder, root, type Service, startService, temporaryFolder } from '../harness/service.ts';
import { gather } from './crowd.ts';
import { Load } from './load.ts';
import { type Sample, sampleOf, type Trend, trendOf } from './samples.ts';

const watchers = 100;
const writesPerSecond = 100;
/** Resident memory may grow by so much after the warm-up. */
const mostGrowth = 0.05;
const scenes = ['quiet', 'loud'];
const watched = ['/channel/input/1', '/channel', '/meters', '/channel/main/1/meter', '/telemetry/process', '/history'];

export async function longShowFigures(totalS: number): Promise<readonly Figure[]> {
  const { service, errors } = await startDesk();
  let figures: Figure[] = [];
  try {
    figures = await soak(service, errors, totalS);
  } finally {
    const code = await service.stop();
    figures.push(held('exit code at the end', code ?? -1, { most: 0, least: 0 }, '', 'SIGTERM'));
  }
  removeFolder(service.state);
  return figures;
}

/** All providers as shipped, in a folder of their own. */
async function startDesk(): Promise<{ service: Service; errors: string[] }> {
  const { providers, drivers, devices } = JSON.parse(readFileSync(join(root, 'providers.config.json'), 'utf8'));
  const shown = providers.filter((name: string) => name !== 'demo');
  const service = await startService({
    strips: 'all',
    state: temporaryFolder(),
    config: { providers: shown, drivers, devices },
    // Little room for garbage to pile up in: what grows then is what is kept.
    env: { NODE_OPTIONS: '--max-old-space-size=80 --max-semi-space-size=2' },
  });
  const errors: string[] = [];
  // pino: 50 is an error, an unhandled rejection among them.
  service.child.stderr?.on('data', (chunk: Buffer) => {
    for (const text of chunk.toString().split('\n')) if (/"level":[56]0/.test(text)) errors.push(text);
  });
  return { service, errors };
}

async function ended(service: Service, path: string, body: object): Promise<void> {
  await write(service, path, { ...body, running: true });
  const { refusal } = await service.until(path, (row) => row.running === false);
  if (refusal) throw new Error(`${path}: ${JSON.stringify(refusal)}`);
}

async function soak(service: Service, errors: readonly string[], totalS: number): Promise<Figure[]> {
  /** Until caches are full and code is compiled. */
  const warmUpS = Math.min(totalS / 2, Math.max(90, totalS * 0.2));
  const sampleMs = Math.min(5_000, (totalS * 1000) / 60);
  await opening(service);
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 440, levelDbfs: -20 });
  for (const [n, scene] of scenes.entries()) {
    await write(service, '/channel/input/2', { levelDb: -40 * n });
    await ended(service, '/scene/store', { id: scene });
  }
  const audio = (await service.until('/telemetry/rt', (row) => row.processId > 0)).processId as number;
  const processes = { control: service.child.pid as number, audio };
  const samples: Record<keyof typeof processes, Sample[]> = { control: [], audio: [] };
  const crowd = await gather(service.url, watched, watchers);
  const load = new Load(service.url, writesPerSecond, scenes);
  const xrunsBefore = (await service.get('/telemetry/rt')).body.xruns;
  const startedMs = performance.now();
  load.begin();
  for (let atS = 0; atS < totalS; atS = (performance.now() - startedMs) / 1000) {
    await new Promise((resolve) => setTimeout(resolve, sampleMs));
    for (const name of ['control', 'audio'] as const) samples[name].push(sampleOf(processes[name], atS));
    const [control, sound] = [samples.control.at(-1), samples.audio.at(-1)];
    process.stderr.write(
      `\r${atS.toFixed(0)} s: ${control?.residentMb.toFixed(0)} and ${sound?.residentMb.toFixed(0)} MiB `,
    );
  }
  process.stderr.write('\n');
  await load.end();
  const tookS = (performance.now() - startedMs) / 1000;

  const { answers, notDurable } = load.figures;
  // That there is nothing to undo, or that somebody else came first, is an answer.
  const isMeant = (answer: string) => answer === '200' || answer.startsWith('409 ');
  const unmeant = [...answers].filter(([answer]) => !isMeant(answer));
  const { lost, events, watching } = await crowd.figures();
  await crowd.leave();
  const { xruns } = (await service.get('/telemetry/rt')).body;
  const { corrections } = (await service.get('/telemetry/convergence')).body;
  const figures = (['control', 'audio'] as const).flatMap((name) => {
    const warm = samples[name].filter(({ atS }) => atS >= warmUpS);
    const memory = trendOf(warm, ({ residentMb }) => residentMb);
    // Pages of files come and go with what else the machine does.
    const own = trendOf(warm, ({ ownMb }) => ownMb);
    const files = trendOf(warm, ({ descriptors }) => descriptors);
    const most = { most: mostGrowth * 100 };
    return [
      held(`growth of resident memory, ${name} process`, memory.growth * 100, most, ' %', inWords(memory, warmUpS)),
      shown(
        `growth of memory that is no file's, ${name} process`,
        `${(own.growth * 100).toFixed(1)} %`,
        inWords(own, warmUpS),
      ),
      held(`more file descriptors, ${name} process`, files.last - files.first, { most: 0 }, '', `${files.first} open`),
    ];
  });
  const all = [...answers.values()].reduce((sum, count) => sum + count, 0);
  return [
    ...figures,
    held('lines of the log that are errors', errors.length, { most: 0 }, '', 'a rejection that nobody handles is one'),
    held(
      'answers that were not meant',
      unmeant.reduce((sum, [, count]) => sum + count, 0),
      { most: 0 },
      '',
      list(unmeant),
    ),
    held('streams that were lost', lost, { most: 0 }, '', `${watching} watchers got ${events} events`),
    held('writes per second', all / tookS, { least: writesPerSecond * 0.9 }, '', list([...answers])),
    shown('writes answered before they were on the disk', String(notDurable), 'the disk took longer than 500 ms'),
    shown('late blocks', String(xruns - xrunsBefore), 'of the virtual stagebox, on this machine'),
    shown('corrections', String(corrections), 'values that a target did not have'),
    shown(
      'size of the store',
      `${(statSync(join(service.state, 'rowdesk.db')).size / 1024).toFixed(0)} KiB`,
      'at the end',
    ),
  ];
}

function inWords({ first, last }: Trend, warmUpS: number): string {
  return `${first.toFixed(1)} MiB, then ${last.toFixed(1)} MiB, after ${warmUpS.toFixed(0)} s of warm-up`;
}

function list(counts: readonly (readonly [string, number])[]): string {
  return counts.map(([answer, count]) => `${count} × ${answer}`).join(', ') || 'none';
}
