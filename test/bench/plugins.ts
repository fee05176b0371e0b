// What plugins cost the audio thread: in racks, a block late, beside the same plugins in one process and in jalv under JACK.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { box, running, settled, write } from '../harness/desk.ts';
import { quietConfig, type Service } from '../harness/service.ts';
import { bundlesOf, heard, insertOf, scan } from '../plugins/desk.ts';
import { whyNot, x42 } from '../plugins/what-lacks.ts';
import type { Checkout } from './checkout.ts';
import { blockFrames } from './driven-desk.ts';
import { inProcessUs } from './lv2.ts';
import { jalvUs } from './plugins-jalv.ts';
import { type Figure, held, measured, median, rounded, shown } from './report.ts';

const plugin = 'http://gareus.org/oss/lv2/fil4#mono';
const rate = 48_000;
const counts = [8, 64];
/** A server of jackd2 has 64 clients at most, judges among them. */
const mostJalv = 32;
const strips = 64;
const rounds = 5;
const roundMs = 2000;

export async function plugins(of: Checkout): Promise<Figure[]> {
  const lacks = whyNot(x42);
  if (lacks !== '') return [shown('plugins in racks', 'not measured', lacks)];
  const figures: Figure[] = [];
  const bundles = bundlesOf('fil4.lv2');
  const inDesk = await deskUs(of, bundles);
  const none = [...inDesk.values()][0]?.without ?? Number.NaN;
  figures.push(
    measured('0 plugins on the audio thread', none, ' us a block', `${strips} strips, ${blockFrames} frames`),
  );
  for (const count of counts) {
    const [racks, process, jalv] = [
      inDesk.get(count),
      await inProcessUs(count, [plugin]),
      await jalvUs(Math.min(count, mostJalv), plugin, bundles),
    ];
    if (racks === undefined) throw new Error(`${count} plugins were not measured`);
    const name = `${count} plugins on the audio thread`;
    figures.push(
      held(
        `${name}, in racks, a block late`,
        racks.us,
        { most: count === 8 ? 30 : 120 },
        ' us a block',
        `x42 fil4 on ${count} strips, ${blockFrames} frames, processor time beyond the same desk without plugins ` +
          `(${rounded(racks.without)} us), medians of ${rounds}; ${racks.late} blocks late of ${racks.blocks}`,
      ),
      typeof process === 'string'
        ? shown(`${name}, in one process`, 'not measured', process)
        : measured(`${name}, in one process`, process, ' us a block', 'the same plugin, one after the other'),
      typeof jalv === 'string'
        ? shown(`${Math.min(count, mostJalv)} plugins in jalv`, 'not measured', jalv)
        : measured(
            `${Math.min(count, mostJalv)} plugins in jalv`,
            jalv.median,
            ' us of a cycle',
            `a client of JACK each, one after the other; p99 ${rounded(jalv.p99)} us of ${jalv.cycles} cycles`,
          ),
    );
  }
  return figures;
}

interface InDesk {
  /** Microseconds of a block beyond those without plugins. */
  readonly us: number;
  readonly without: number;
  readonly late: number;
  readonly blocks: number;
}

async function deskUs(of: Checkout, bundles: string): Promise<ReadonlyMap<number, InDesk>> {
  const service = await of.start({
    config: {
      ...{ rate, blockFrames },
      providers: [
        { name: 'console', config: { layout: { input: strips } } },
        ...quietConfig.providers.slice(1),
        'plugins',
      ],
      drivers: [...quietConfig.drivers, 'lv2'],
    },
    env: { LV2_PATH: bundles },
  });
  await running(service);
  await scan(service);
  await write(service, `/stagebox/${box}/inputs/1`, { signal: 'pink', levelDbfs: -20 });
  for (let n = 1; n <= strips; n++)
    await write(service, `/channel/input/${n}`, { sourceId: `${box}:in-1`, levelDb: -30 });
  await settled(service);
  const thread = await audioThread(service);
  const without = await blockUs(thread);
  const found = new Map<number, InDesk>();
  let there = 0;
  for (const count of counts) {
    const places = Array.from({ length: count - there }, (_, n) => insertOf(`/channel/input/${there + n + 1}`));
    for (const place of places) await write(service, place, { plugin, enabled: true });
    for (const place of places) await heard(service, place);
    there = count;
    const before = await lateBlocks(service, count);
    const us = await blockUs(thread);
    const late = (await lateBlocks(service, count)) - before;
    const blocks = Math.round((count * rounds * roundMs * rate) / blockFrames / 1000);
    found.set(count, { us: us - without, without, late, blocks });
  }
  await service.stop();
  return found;
}

async function lateBlocks(service: Service, count: number): Promise<number> {
  let late = 0;
  for (let n = 1; n <= count; n++)
    late += (await service.get(`${insertOf(`/channel/input/${n}`)}/status`)).body.lateBlocks;
  return late;
}

/** The folder of the thread that the virtual stagebox plays on, in /proc. */
async function audioThread(service: Service): Promise<string> {
  const { processId } = (await service.get('/telemetry/rt')).body;
  const tasks = `/proc/${processId}/task`;
  const found = readdirSync(tasks).find(
    (task) => readFileSync(join(tasks, task, 'comm'), 'utf8').trim() === 'rowdesk-audio',
  );
  if (found === undefined) throw new Error('there is no audio thread');
  return join(tasks, found);
}

/** Processor time of a block, median of some rounds. */
async function blockUs(thread: string): Promise<number> {
  const ranNs = () => Number(readFileSync(join(thread, 'schedstat'), 'utf8').split(' ')[0]);
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [from, fromNs] = [process.hrtime.bigint(), ranNs()];
    await sleep(roundMs);
    const [lastNs, forNs] = [ranNs() - fromNs, Number(process.hrtime.bigint() - from)];
    took.push(lastNs / 1000 / ((forNs / 1e9) * (rate / blockFrames)));
  }
  return median(took);
}
