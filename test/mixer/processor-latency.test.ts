// The latency that a processor's property tells is the one that it has: where an impulse comes out.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProcessors } from '../../core/audio/discovery/processors.ts';
import { Mix } from '../harness/mix.ts';
import { root } from '../harness/service.ts';

const at = 1000;
const impulse = Float64Array.from({ length: 2000 }, (_, frame) => (frame === at ? 0.5 : 0));
const inserted = readProcessors(join(root, 'hardware-drivers/mixer/dist/processors.json')).filter(({ stripKinds }) =>
  stripKinds.includes('input'),
);

test.each(inserted)(
  '$uri is as late as it says',
  async ({ processorId, parameters, latencyFrames, latencyParameter }) => {
    const lookAheadMs = parameters.find(({ symbol }) => symbol === latencyParameter)?.default ?? 0;
    const frames = (latencyFrames ?? 0) + Math.round(lookAheadMs * 48);
    const processor = `/channel/input/1/chain/processors/${processorId}`;
    const { left } = await new Mix().input(1, impulse).set(processor, { enabled: true }).render(impulse.length);
    // Blocks and devices are no part of it: an offline render has none.
    expect(left.findIndex((sample) => sample !== 0)).toBe(at + frames);
  },
);
