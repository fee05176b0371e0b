import { afterEach, expect, test } from 'vitest';
import { opening, patchThrough, settled, write } from '../harness/desk.ts';
import { type Service, startService, stopServices } from '../harness/service.ts';

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

const limiter = '/channel/input/1/chain/processors/limiter';

/** The warning about alignment, once it is there or gone. */
async function alignmentWarning(service: Service, isThere: boolean) {
  for (;;) {
    const { warnings } = (await service.get('/warnings')).body;
    const found = warnings.find(({ id }: { readonly id: string }) => id === 'audio-alignment');
    if ((found !== undefined) === isThere) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('paths wait for a look-ahead up to the limit of alignment, and what is beyond it is a warning until it is gone', async () => {
  const service = await startService({ config: { rate: 48_000, blockFrames: 96 } });
  await opening(service);
  for (const strip of [1, 2]) await patchThrough(service, strip, { signal: 'silence' });
  await write(service, limiter, { enabled: true });
  await write(service, `${limiter}/values`, { lookAheadMs: 5 });
  await settled(service);
  const processingMs = async () => {
    const { report } = (await service.get('/telemetry/latency')).body;
    const ofMain = ({ from, to }: Path) => /:in-[12]$/.test(from) && to === 'virtual-32x16:out-1';
    return report.paths.filter(ofMain).map((path: { readonly processingMs: number }) => path.processingMs);
  };
  expect(await processingMs()).toEqual([5, 5]);
  await write(service, '/console', { alignLimitMs: 2 });
  const { titleCode } = await alignmentWarning(service, true);
  expect(titleCode.code).toBe('alignment-excess');
  expect(titleCode.params.excess).toContainEqual({ path: '/channel/main/1', ms: 2.979 });
  expect(await processingMs()).toEqual([5, 2.021]);
  await write(service, limiter, { enabled: false });
  await alignmentWarning(service, false);
  expect(await processingMs()).toEqual([0, 0]);
});
