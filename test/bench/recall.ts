// From a PATCH that recalls a scene over 100 strips to the answer that it is on the disk.
import { box, patchThrough, running, settled, write } from '../harness/desk.ts';
import { quietConfig, type Service } from '../harness/service.ts';
import { runTask } from '../harness/task.ts';
import type { Checkout } from './checkout.ts';
import { percentile } from './load.ts';
import { type Figure, held, rounded } from './report.ts';

const recalls = 200;
const layout = { input: 72, fxReturn: 4, aux: 4, mix: 12, matrix: 4, main: 2, cue: 1, fxSend: 4, dca: 8, muteGroup: 8 };

export async function recall(of: Checkout): Promise<Figure[]> {
  const [first, ...others] = quietConfig.providers;
  const providers = [{ name: first, config: { layout } }, ...others];
  const service = await of.start({ config: { providers } });
  await running(service);
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  const strips = await storeBoth(service);
  const times: number[] = [];
  let changed = 0;
  for (let n = 0; n < recalls + 20; n++) {
    const began = performance.now();
    const { report } = await recalled(service, n % 2 === 0 ? 'one' : 'two');
    // the first ones warm up
    if (n >= 20) times.push(performance.now() - began);
    changed = report.changed;
    await settled(service);
  }
  await service.stop();
  const sorted = Float64Array.from(times).sort();
  return [
    held(
      `recall of a scene over ${strips} strips to acknowledged, p99`,
      percentile(sorted, 0.99),
      { most: 50 },
      ' ms',
      `${recalls} recalls that change ${changed} fields, to the report that it is on the disk; median ${rounded(percentile(sorted, 0.5))} ms; ${box} plays`,
    ),
  ];
}

/** To the report: the row is watched, as a client would. */
async function recalled(service: Service, id: string) {
  const path = `/scenes/${id}/recall`;
  const started = (await service.patch(path, { running: true })).body;
  for (let row = started; ; row = (await service.get(path)).body) if (!row.running) return row;
}

/** Two scenes that have every strip otherwise: level, mute, pan, name, a send and its equaliser. Answers how many strips. */
async function storeBoth(service: Service): Promise<number> {
  const { strips } = (await service.get('/channel')).body as { strips: { kind: string; index: number }[] };
  for (const [n, name] of ['one', 'two'].entries()) {
    const otherwise = strips.map(({ kind, index }) => {
      const level = kind === 'muteGroup' ? {} : { levelDb: -10 - 10 * n };
      return { kind, index, name, muted: n === 1, ...level };
    });
    await write(service, '/channel', { strips: otherwise });
    for (const { index } of strips.filter(({ kind }) => kind === 'input')) {
      await write(service, `/channel/input/${index}/sends/mix/1`, { levelDb: -6 * n });
      await write(service, `/channel/input/${index}/eq/bands/1`, { gainDb: 3 * n, frequencyHz: 100 + 100 * n });
    }
    await runTask(service, '/scene/store', { name });
  }
  return strips.length;
}
