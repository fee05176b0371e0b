import { afterEach, expect, test } from 'vitest';
import { opening, patchThrough, settled, write } from '../harness/desk.ts';
import { startService, stopServices } from '../harness/service.ts';

afterEach(stopServices);

interface Path {
  readonly from: string;
  readonly to: string;
}

test('the latency of the running mixer follows the patch, the align delays and the block', async () => {
  const service = await startService({ config: { rate: 48_000, blockFrames: 96 } });
  await opening(service);
  await patchThrough(service, 1, { signal: 'silence' });
  await write(service, '/channel/input/1/align', { delayMs: 12.5 });
  await settled(service);
  const { at, report } = (await service.get('/telemetry/latency')).body;
  expect(Date.parse(at)).toBeGreaterThan(0);
  expect(report.roundTripMs).toBe(2);
  const of = (rows: readonly Path[]) => rows.filter(({ from }) => from === 'virtual-32x16:in-1');
  const figures = { inputMs: 2, processingMs: 12.5, outputMs: 0, totalMs: 14.5 };
  expect(of(report.paths)).toEqual(
    ['out-1', 'out-2'].map((port) => ({ from: 'virtual-32x16:in-1', to: `virtual-32x16:${port}`, ...figures })),
  );
  await write(service, '/channel/input/1', { mainAssigned: false });
  await settled(service);
  expect(of((await service.get('/telemetry/latency')).body.report.paths)).toEqual([]);
});
