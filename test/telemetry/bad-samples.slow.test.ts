// One sample that is no number, as it is told: the strip opens again by itself, the warning stays until it is acknowledged.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { opening, patchThrough } from '../harness/desk.ts';
import { startService, stopServices } from '../harness/service.ts';

afterEach(stopServices);

/** A WAV of 32 bit float, mono, 48 kHz: a tenth of a second at -20 dBFS with one NaN in it. */
function spoiled(): Buffer {
  const frames = 4800;
  const data = Buffer.alloc(frames * 4);
  for (let frame = 0; frame < frames; frame++) data.writeFloatLE(frame === 2400 ? Number.NaN : 0.1, frame * 4);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(3, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(48000, 24);
  head.writeUInt32LE(48000 * 4, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(32, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

test('a strip that was silenced for a bad sample is told of with a count, until that is acknowledged', async () => {
  const service = await startService();
  await opening(service);
  mkdirSync(join(service.state, 'media'), { recursive: true });
  writeFileSync(join(service.state, 'media', 'bad.wav'), spoiled());
  await patchThrough(service, 1, { signal: 'file', file: 'bad.wav' });
  const { warnings } = await service.until('/warnings', (row) =>
    row.warnings.some(({ id }: { id: string }) => id === 'strip-fault-input-1'),
  );
  const told = warnings.find(({ id }: { id: string }) => id === 'strip-fault-input-1');
  expect(told).toMatchObject({ path: '/channel/input/1', acknowledged: false, titleCode: { code: 'strip-fault' } });
  expect(told.titleCode.params.count).toBeGreaterThan(0);
  await service.patch('/stagebox/virtual-32x16/inputs/1', { signal: 'silence' });
  const answer = await service.patch('/warnings/strip-fault-input-1', { acknowledged: true });
  expect([answer.status, answer.body.acknowledged]).toEqual([200, true]);
  await service.until(
    '/warnings',
    (row) => !row.warnings.some(({ acknowledged }: { acknowledged: boolean }) => acknowledged),
  );
});
